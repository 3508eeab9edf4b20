// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainPath.h"

#include <fmt/format.h>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainCollection.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainPrim.h"
#include "engine/report/skel/SkelExplain.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::string_view kExpectedPath = "Expected an absolute path of a prim or property.";

PathExplanation refused(std::string problem) {
  return {.json = {}, .text = {}, .problem = std::move(problem)};
}

std::string factsText(const std::vector<FactExplanation>& facts) {
  std::string text;
  for (const FactExplanation& fact : facts) text += "\n" + factToText(fact);
  return text;
}

// The first fact is the explanation, further ones are under the key facts.
PathExplanation explainedFacts(std::vector<FactExplanation> facts) {
  PathExplanation out;
  out.json = factToJson(facts.front());
  out.text = factToText(facts.front());
  facts.erase(facts.begin());
  if (!facts.empty()) out.json["facts"] = factsToJson(facts);
  out.text += factsText(facts);
  return out;
}

PathExplanation explainedPrim(const Prim& prim, TimeCode time) {
  std::string text = primExplanationToText(prim);
  if (concernsSkinning(prim)) text += "\nSkinning\n" + skelExplanationToText(explainSkel(prim));
  return {.json = wholePrimExplanationToJson(prim, time),
          .text = text + factsText(factsOfPrim(prim, time)),
          .problem = {}};
}

PathExplanation explainedAttribute(const Attribute& attribute, TimeCode time) {
  const Explanation explanation = explain(attribute, time);
  const std::vector<FactExplanation> facts = factsOfAttribute(attribute, time);
  PathExplanation out{.json = explanationToJson(explanation),
                      .text = explanationToText(explanation) + factsText(facts),
                      .problem = {}};
  if (!facts.empty()) out.json["facts"] = factsToJson(facts);
  return out;
}

// Why there is no prim at a path; `text` is the path as the user wrote it.
std::string missingPrim(Path prim, const std::string& text) {
  return fmt::format("The stage has no prim <{}>.{}", prim.text(),
                     text.starts_with('/') ? "" : fmt::format(" {}", kExpectedPath));
}

}  // namespace

Json wholePrimExplanationToJson(const Prim& prim, TimeCode time) {
  Json explanation = primExplanationToJson(prim);
  if (concernsSkinning(prim)) explanation["skinning"] = skelExplanationToJson(explainSkel(prim));
  const std::vector<FactExplanation> facts = factsOfPrim(prim, time);
  if (!facts.empty()) explanation["facts"] = factsToJson(facts);
  return explanation;
}

PathExplanation explainPath(const Stage& stage, const std::string& text, TimeCode time) {
  const Path path = Path::fromText(text, Path::root());
  if (path.isEmpty()) return refused(fmt::format("\"{}\" is not a path. {}", text, kExpectedPath));
  if (path.hasVariants()) {
    std::vector<FactExplanation> facts = explainVariantSite(stage, path);
    if (!facts.empty()) return explainedFacts(std::move(facts));
    return refused(missingPrim(path.withoutVariants().primPath(), text) +
                   " A path with a variant selection names a place in layers of a prim.");
  }
  const Prim prim = stage.primAt(path.primPath());
  if (!prim) return refused(missingPrim(path.primPath(), text));
  if (const auto collection = explainCollection(stage, path)) {
    return {.json = collectionExplanationToJson(*collection),
            .text = collectionExplanationToText(*collection),
            .problem = {}};
  }
  if (path.isRootOrPrim()) return explainedPrim(prim, time);
  if (path.kind() == Path::Kind::Target) {
    return refused(
        fmt::format("<{}> is a target; explain the property <{}>, which lists its "
                    "targets.",
                    path.text(), path.parent().text()));
  }
  if (const Attribute attribute = prim.attribute(path.name())) {
    return explainedAttribute(attribute, time);
  }
  if (const Relationship relationship = prim.relationship(path.name())) {
    return explainedFacts(factsOfRelationship(relationship));
  }
  return refused(fmt::format("The prim has no property `{}`.", path.name().text()));
}

PathExplanation explainField(const Stage& stage, const std::string& text,
                             const std::string& field) {
  const Path path = Path::fromText(text, Path::root());
  if (path.isEmpty() || path.hasVariants() || path.kind() == Path::Kind::Target) {
    return refused(fmt::format("\"{}\" is not a path of a prim or property on the stage.", text));
  }
  const Prim prim = stage.primAt(path.primPath());
  if (!prim) return refused(missingPrim(path.primPath(), text));
  const Token property = path.isProperty() ? path.name() : Token();
  if (property && !prim.attribute(property) && !prim.relationship(property)) {
    return refused(fmt::format("The prim has no property `{}`.", property.text()));
  }
  if (std::string problem = whyNoMetadata(prim, property, field); !problem.empty()) {
    return refused(std::move(problem));
  }
  return explainedFacts({explainMetadata(prim, property, field)});
}

}  // namespace usdscope
