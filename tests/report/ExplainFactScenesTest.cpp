// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/text/ValueJson.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/MaterialBinding.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/support/Corpora.h"

// Explanations of facts and the queries of the engine agree on all scenes of the corpora. Other
// tests compare the queries with the reference.

namespace usdscope {
namespace {

constexpr std::size_t kMostPrims = 150;

struct FactCounts {
  std::size_t lists = 0;
  std::size_t fields = 0;
  std::size_t sets = 0;
  std::size_t materials = 0;
};

std::vector<std::string> keptParts(const FactExplanation& fact) {
  std::vector<std::string> names;
  for (const FactPart& part : fact.parts) {
    if (!part.isRemoved) names.push_back(part.name);
  }
  return names;
}

void expectRowsInOrder(const FactExplanation& fact) {
  EXPECT_FALSE(fact.sentence.empty());
  for (const FactPart& part : fact.parts) {
    const bool hasRow = part.row < fact.rows.size();
    EXPECT_TRUE(hasRow || fact.kind == FactKind::VariantSet);
  }
  for (const FactRow& row : fact.rows) EXPECT_FALSE(row.reason.empty());
  const auto deciders = std::ranges::count(fact.rows, FactEffect::Decides, &FactRow::effect);
  // One decides each attribute of a pose.
  const std::size_t most = fact.kind == FactKind::Pose ? 4 : 1;
  EXPECT_TRUE(std::size_t(deciders) <= most || fact.kind == FactKind::Visibility);
  EXPECT_FALSE(factToText(fact).empty());
}

void compareLists(const Prim& prim, Token name, FactCounts& counts) {
  const Relationship relationship = prim.relationship(name);
  const Attribute attribute = prim.attribute(name);
  if (!relationship && !attribute) return;
  const FactExplanation fact =
      relationship ? explainTargets(relationship) : explainConnections(attribute);
  std::vector<std::string> composed;
  for (const Path path : relationship ? relationship.targets() : attribute.connections()) {
    composed.push_back(path.text());
  }
  EXPECT_EQ(keptParts(fact), composed) << prim.path().property(name).text();
  expectRowsInOrder(fact);
  counts.lists += fact.data.is_null() ? 0 : 1;
}

void compareFields(const Prim& prim, Token property, const std::vector<MetadataEntry>& entries,
                   FactCounts& counts) {
  const LayerNames names(*prim.stage().rootLayer(), prim.stage().sessionLayer().get());
  for (const auto& [field, value] : entries) {
    SCOPED_TRACE(field.text());
    if (!whyNoMetadata(prim, property, field.string()).empty()) continue;
    const FactExplanation fact = explainMetadata(prim, property, field.string());
    EXPECT_EQ(fact.data, valueToJson(value, names));
    EXPECT_TRUE(std::ranges::any_of(fact.rows,
                                    [](const FactRow& row) {
                                      return row.effect == FactEffect::Decides ||
                                             row.effect == FactEffect::Contributes;
                                    }) ||
                prim.definition().findProperty(property));
    expectRowsInOrder(fact);
    ++counts.fields;
  }
}

void compareVariants(const Prim& prim, FactCounts& counts) {
  const std::vector<VariantSet> sets = prim.variantSets();
  const std::vector<FactExplanation> facts = explainVariantSets(prim);
  ASSERT_GE(facts.size(), sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_EQ(facts[i].name, sets[i].name);
    EXPECT_EQ(facts[i].value, sets[i].selection);
    EXPECT_EQ(keptParts(facts[i]), sets[i].variants);
    expectRowsInOrder(facts[i]);
    ++counts.sets;
  }
}

void compareInherited(const Prim& prim, MaterialBindings& bindings, FactCounts& counts) {
  if (!isImageable(prim)) return;
  for (const char* purpose : {"", "preview", "full"}) {
    const Path bound = bindings.boundMaterial(prim, Token(purpose));
    const FactExplanation fact = explainMaterial(prim, Token(purpose));
    EXPECT_EQ(fact.value, bound.isEmpty() ? "" : bound.text()) << prim.path().text() << purpose;
    expectRowsInOrder(fact);
    const Path relationship = bindings.bindingRelationship(prim, Token(purpose));
    const auto winner = std::ranges::find(fact.rows, FactEffect::Decides, &FactRow::effect);
    EXPECT_EQ(winner == fact.rows.end() ? Path() : winner->object, relationship);
    counts.materials += bound.isEmpty() ? 0 : 1;
  }
  for (const TimeCode time : {TimeCode::defaultTime(), TimeCode::earliest(), TimeCode(5.0)}) {
    const FactExplanation fact = explainVisibility(prim, time);
    EXPECT_EQ(fact.value == "inherited", computeIsVisible(prim, time)) << prim.path().text();
    const bool hasHider = std::ranges::any_of(
        fact.rows, [](const FactRow& row) { return row.effect == FactEffect::Decides; });
    EXPECT_EQ(hasHider, fact.value == "invisible") << prim.path().text();
  }
  EXPECT_EQ(explainPurpose(prim).value, computePurpose(prim).text());
}

}  // namespace

TEST(ExplainFactScenes, FactsAgreeWithTheQueries) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  FactCounts counts;
  std::set<std::string> seen;
  for (const ExpectedScene& scene : readExpectedScenes(*corpora)) {
    if (!seen.insert(scene.scene).second) continue;
    SCOPED_TRACE(scene.scene);
    StageRequest request;
    request.rootLayer = (*corpora / scene.scene).string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    const auto stage = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
    if (!stage) continue;
    MaterialBindings bindings;
    std::size_t left = kMostPrims;
    compareFields(stage->pseudoRoot(), {}, stage->pseudoRoot().authoredMetadata(), counts);
    traverse(stage->pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      SCOPED_TRACE(prim.path().text());
      for (const Token name : prim.authoredPropertyNames()) {
        compareLists(prim, name, counts);
        if (const Attribute attribute = prim.attribute(name)) {
          compareFields(prim, name, attribute.authoredMetadata(), counts);
        }
      }
      compareFields(prim, {}, prim.authoredMetadata(), counts);
      compareVariants(prim, counts);
      compareInherited(prim, bindings, counts);
      return --left > 0 && !testing::Test::HasFailure();
    });
    if (HasFailure()) break;
  }
  EXPECT_GT(counts.lists, 100u);
  EXPECT_GT(counts.fields, 1000u);
  EXPECT_GT(counts.sets, 20u);
  EXPECT_GT(counts.materials, 20u);
  std::cout << counts.lists << " lists, " << counts.fields << " fields, " << counts.sets
            << " variant sets, " << counts.materials << " materials\n";
}

}  // namespace usdscope
