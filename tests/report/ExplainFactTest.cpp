// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainFact.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

// Results are those of OpenUSD 26.11 on tests/assets/explain/root.usda.

namespace usdscope {
namespace {

class ExplainFact : public testing::Test {
 protected:
  ExplainFact() {
    StageRequest request;
    request.rootLayer = (testAssetsPath() / "explain/root.usda").string();
    request.variantFallbacks["rig"] = {"none", "rough"};
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    stage_ = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  }

  Prim prim(const char* path) const { return stage_->primAt(Path::fromText(path)); }

  std::shared_ptr<const Stage> stage_;
};

// One row as "EFFECT layer: holds: reason".
std::vector<std::string> linesOf(const FactExplanation& fact) {
  std::vector<std::string> lines;
  for (const FactRow& row : fact.rows) {
    const char* effects[] = {"decides", "contributes", "loses", "nothing"};
    lines.push_back(std::string(effects[int(row.effect)]) + " " + row.layer + ": " + row.reason);
  }
  return lines;
}

std::vector<std::string> partNames(const FactExplanation& fact, bool isRemoved = false) {
  std::vector<std::string> names;
  for (const FactPart& part : fact.parts) {
    if (part.isRemoved == isRemoved) names.push_back(part.name);
  }
  return names;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_F(ExplainFact, TargetsAreComposedFromListEdits) {
  const Relationship parts = prim("/World/Hero").relationship(Token("parts"));
  const FactExplanation fact = explainTargets(parts);
  EXPECT_EQ(fact.data, Json({"/World/Extra", "/World/Hero/Leg"}));
  EXPECT_EQ(partNames(fact, true), Lines({"/World/Hero/Arm"}));
  EXPECT_EQ(linesOf(fact), Lines({"contributes root.usda: edits the weaker list",
                                  "contributes base.usda: sets the whole list",
                                  "loses asset.usda: `base.usda` sets the whole list"}));
  ASSERT_EQ(fact.parts.size(), 3u);
  EXPECT_EQ(fact.parts[0].row, 0u);
  EXPECT_EQ(fact.parts[1].row, 1u);
  EXPECT_EQ(fact.parts[2].note, "deleted by `root.usda`");
}

TEST_F(ExplainFact, TargetsAreMappedAcrossArcs) {
  const FactExplanation fact = explainTargets(prim("/World/Hero").relationship(Token("tools")));
  EXPECT_EQ(fact.data, Json({"/World/Hero/Arm"}));
  ASSERT_EQ(fact.parts.size(), 1u);
  EXPECT_EQ(fact.parts[0].note, "authored as </Asset/Arm>");
  ASSERT_EQ(fact.rows.size(), 1u);
  EXPECT_EQ(fact.rows[0].holds,
            "append </Asset/Arm> (here </World/Hero/Arm>), append </Outside> (not mapped)");
  EXPECT_NE(fact.rows[0].reason.find("</Outside> lies outside"), std::string::npos);
}

TEST_F(ExplainFact, ConnectionsAreExplainedLikeTargets) {
  const FactExplanation fact = explainConnections(prim("/World/Hero").attribute(Token("size")));
  EXPECT_EQ(fact.data, Json({"/World/Extra.outputs:size"}));
  EXPECT_EQ(linesOf(fact), Lines({"decides shot.usda: sets the whole list",
                                  "loses asset.usda: `shot.usda` sets the whole list"}));
}

TEST_F(ExplainFact, EveryListEqualsTheComposedOne) {
  for (const char* path : {"/World", "/World/Hero", "/World/Hero/Body"}) {
    const Prim at = prim(path);
    for (const Token name : at.authoredPropertyNames()) {
      const Relationship relationship = at.relationship(name);
      const Attribute attribute = at.attribute(name);
      const std::vector<Path> composed =
          relationship ? relationship.targets() : attribute.connections();
      const FactExplanation fact =
          relationship ? explainTargets(relationship) : explainConnections(attribute);
      Lines expected;
      for (const Path each : composed) expected.push_back(each.text());
      EXPECT_EQ(partNames(fact), expected) << at.path().property(name).text();
    }
  }
}

TEST_F(ExplainFact, DictionariesAreComposedKeyByKey) {
  const FactExplanation fact = explainMetadata(prim("/World/Hero"), {}, "customData");
  EXPECT_EQ(fact.data, Json({{"studio", {{"artist", "ada"}, {"shot", "sq010"}}}, {"version", 3}}));
  EXPECT_EQ(partNames(fact), Lines({"studio:artist", "studio:shot", "version"}));
  EXPECT_EQ(fact.parts[0].row, 1u);
  EXPECT_EQ(fact.parts[1].row, 0u);
  const FactExplanation key = explainMetadata(prim("/World/Hero"), {}, "customData:studio:shot");
  EXPECT_EQ(key.data, Json("sq010"));
  EXPECT_EQ(linesOf(key), Lines({"decides root.usda: gives the value",
                                 "loses shot.usda: weaker than `root.usda`"}));
}

TEST_F(ExplainFact, PlainMetadataIsThatOfTheStrongestOpinion) {
  const FactExplanation fact = explainMetadata(prim("/World/Hero"), {}, "kind");
  EXPECT_EQ(fact.data, Json("component"));
  EXPECT_EQ(linesOf(fact), Lines({"decides base.usda: gives the value",
                                  "loses asset.usda: weaker than `base.usda`"}));
  const FactExplanation ofProperty =
      explainMetadata(prim("/World/Hero"), Token("parts"), "documentation");
  EXPECT_EQ(ofProperty.data, Json("from the root"));
}

TEST_F(ExplainFact, OnlyRootAndSessionLayerHaveMetadataOfTheStage) {
  const FactExplanation fact = explainMetadata(stage_->pseudoRoot(), {}, "upAxis");
  EXPECT_EQ(fact.sentence,
            "No layer has an opinion about `upAxis` that applies; its fallback is Y.");
  const std::string reason = "only the root layer and the session layer have metadata of the stage";
  EXPECT_EQ(linesOf(fact), Lines({"nothing shot.usda: " + reason, "nothing base.usda: " + reason}));
}

TEST_F(ExplainFact, VariantSetsNameTheirSelectorsAndFallbacks) {
  const std::vector<FactExplanation> facts = explainVariantSets(prim("/World/Hero"));
  Lines sets;
  for (const FactExplanation& fact : facts) sets.push_back(fact.name + "=" + fact.value);
  EXPECT_EQ(sets, Lines({"look=red", "age=old", "rig=rough", "ghost="}));
  EXPECT_EQ(linesOf(facts[0]), Lines({"decides shot.usda: selects the variant",
                                      "loses base.usda: weaker than `shot.usda`",
                                      "loses asset.usda: weaker than `shot.usda`"}));
  EXPECT_EQ(facts[1].rows[0].holds, "old (the result of `if(True, 'old', 'young')`)");
  EXPECT_EQ(linesOf(facts[2]), Lines({"nothing fallback: there is no such variant",
                                      "decides fallback: the first fallback that exists"}));
  EXPECT_EQ(linesOf(facts[3]), Lines({"nothing base.usda: there is no such variant set"}));
  EXPECT_EQ(partNames(facts[0]), Lines({"blue", "green", "red"}));
  EXPECT_EQ(facts[0].parts[2].note, "selected; asset.usda </Asset{look=red}>");
}

TEST_F(ExplainFact, VisibilityNamesTheAncestorThatHides) {
  const struct {
    double time;
    const char* value;
    const char* sentence;
  } cases[] = {
      {12.0, "inherited", "Visible at 12: neither the prim nor an ancestor is invisible."},
      {12.5, "invisible", "Invisible at 12.5, because </World> is."},
  };
  for (const auto& c : cases) {
    const FactExplanation fact = explainVisibility(prim("/World/Hero/Body"), c.time);
    EXPECT_EQ(fact.value, c.value);
    EXPECT_EQ(fact.sentence, c.sentence);
    EXPECT_EQ(fact.rows.size(), 2u);
  }
}

TEST_F(ExplainFact, PurposeIsThatOfTheNearestAncestor) {
  EXPECT_EQ(explainPurpose(prim("/World/Hero/Body")).sentence, "`proxy`, authored on the prim.");
  EXPECT_EQ(explainPurpose(prim("/World/Hero")).sentence, "`render`, inherited from </World>.");
  EXPECT_EQ(linesOf(explainPurpose(prim("/World/Hero/Body"))),
            Lines({"decides asset.usda: gives the purpose",
                   "loses shot.usda: </World/Hero/Body> is nearer"}));
}

TEST_F(ExplainFact, MaterialsNameTheBindingThatWins) {
  const std::string hero = "/World/Hero.material:binding";
  const std::string shiny = "/World.material:binding:collection:shiny";
  const struct {
    const char* prim;
    const char* purpose;
    const char* material;
    std::string winner;
  } cases[] = {
      {"/World/Hero", "", "/World/Hero/Skin", hero},
      {"/World/Hero", "preview", "/World/Looks/Draft", hero + ":preview"},
      {"/World/Hero", "full", "/World/Hero/Skin", hero},
      {"/World/Hero/Body", "", "/World/Looks/Shiny", shiny},
      {"/World/Hero/Body", "preview", "/World/Looks/Draft", hero + ":preview"},
      {"/World/Hero/Body", "full", "/World/Looks/Shiny", shiny},
      {"/World/Extra", "", "/World/Looks/Grey", "/World.material:binding"},
  };
  for (const auto& c : cases) {
    const FactExplanation fact = explainMaterial(prim(c.prim), Token(c.purpose));
    EXPECT_EQ(fact.value, c.material) << c.prim << c.purpose;
    const auto winner = std::ranges::find(fact.rows, FactEffect::Decides, &FactRow::effect);
    ASSERT_NE(winner, fact.rows.end()) << c.prim << c.purpose;
    EXPECT_EQ(winner->object.text(), c.winner) << c.prim << c.purpose;
  }
  EXPECT_EQ(linesOf(explainMaterial(prim("/World/Hero/Body"), {})),
            Lines({"decides shot.usda: binds the material; the collection includes the prim",
                   "loses shot.usda: <" + shiny + "> is strongerThanDescendants",
                   "loses shot.usda: <" + hero + "> is nearer"}));
}

TEST_F(ExplainFact, PlacesInVariantsApplyIfTheVariantIsSelected) {
  const struct {
    const char* path;
    FactEffect effect;
    const char* reason;
  } cases[] = {
      {"/World/Hero{look=red}Body.radius", FactEffect::Contributes,
       "an opinion on </World/Hero/Body.radius>"},
      {"/World/Hero{look=blue}Body.radius", FactEffect::Nothing,
       "`look` selects `red` on </World/Hero>"},
      {"/World/Hero{rig=fine}", FactEffect::Nothing, "`rig` selects `rough` on </World/Hero>"},
  };
  for (const auto& c : cases) {
    const auto facts = explainVariantSite(*stage_, Path::fromText(c.path));
    ASSERT_EQ(facts.size(), 1u) << c.path;
    ASSERT_EQ(facts[0].rows.size(), 1u) << c.path;
    EXPECT_EQ(facts[0].rows[0].effect, c.effect) << c.path;
    EXPECT_EQ(facts[0].rows[0].reason, c.reason) << c.path;
  }
  EXPECT_TRUE(explainVariantSite(*stage_, Path::fromText("/Nope{a=b}")).empty());
}

TEST(ExplainFacts, InstancesMapTargetsToTheirProxies) {
  const auto stage = stageFromTexts({{"/root.usda", R"(
def "A" (instanceable = true; references = @asset.usda@</Asset>) {}
def "B" (instanceable = true; references = @asset.usda@</Asset>) {}
)"},
                                     {"/asset.usda", R"(
def "Asset" { def "Child" { rel r = </Asset/Child/Other> } }
)"}})
                         .stage;
  ASSERT_TRUE(stage);
  const Prim child = stage->primAt(Path::fromText("/B/Child"));
  ASSERT_TRUE(child.isInstanceProxy());
  EXPECT_EQ(explainTargets(child.relationship(Token("r"))).data, Json({"/B/Child/Other"}));
}

TEST(ExplainFacts, ListEditsOfMetadataAreNamed) {
  const auto stage = stageFromTexts({{"/root.usda", R"(
(subLayers = [@weak.usda@])
def Xform "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {}
)"},
                                     {"/weak.usda", R"(
over "A" (
    delete apiSchemas = ["CollectionAPI:x"]
    append apiSchemas = ["SkelBindingAPI", "CollectionAPI:y"]
) {}
)"}})
                         .stage;
  ASSERT_TRUE(stage);
  const FactExplanation fact =
      explainMetadata(stage->primAt(Path::fromText("/A")), {}, "apiSchemas");
  ASSERT_EQ(fact.rows.size(), 2u);
  EXPECT_EQ(fact.rows[0].holds, "prepend [MaterialBindingAPI]");
  EXPECT_EQ(fact.rows[1].holds,
            "delete [CollectionAPI:x], append [SkelBindingAPI, CollectionAPI:y]");
}

}  // namespace usdscope
