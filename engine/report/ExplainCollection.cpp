// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ExplainCollection.h"

#include <fmt/format.h>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/Collection.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/value/Scalars.h"

namespace usdscope {
namespace {

using Rule = CollectionMembership::Rule;

constexpr std::string_view kPrefix = "collection:";
const Token kCollectionApi("CollectionAPI");
const Token kExpandPrims("expandPrims");

std::string_view nameOf(Rule rule) {
  switch (rule) {
    case Rule::Exclude:
      return "exclude";
    case Rule::ExplicitOnly:
      return "explicitOnly";
    case Rule::ExpandPrims:
      return "expandPrims";
    case Rule::ExpandPrimsAndProperties:
      return "expandPrimsAndProperties";
  }
  return {};
}

CollectionMember memberOf(Path path, Path rulePath, const CollectionMembership& membership,
                          Path collection) {
  CollectionMember member{.path = path, .rule = rulePath, .why = {}};
  member.source = membership.sourceOf(rulePath);
  const std::string by =
      member.source == collection
          ? ""
          : fmt::format("; the rule is one of {}, which is included here", member.source.text());
  if (rulePath == path) {
    member.why = fmt::format("included itself{}", by);
  } else {
    member.why = fmt::format("below {}, which is included with all below it ({}){}",
                             rulePath.text(), nameOf(membership.rules().at(rulePath)), by);
  }
  return member;
}

void addMembers(const Prim& prim, const CollectionMembership& membership,
                CollectionExplanation& out) {
  const auto add = [&](Path path) {
    const Path rule = membership.includedBy(path);
    if (!rule.isEmpty()) out.members.push_back(memberOf(path, rule, membership, out.collection));
  };
  add(prim.path());
  for (const Token name : prim.propertyNames()) add(prim.path().property(name));
}

}  // namespace

std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path) {
  if (!path.isProperty() || !path.name().text().starts_with(kPrefix)) return {};
  const Token name(path.name().text().substr(kPrefix.size()));
  const Prim prim = stage.primAt(path.primPath());
  if (!prim || !prim.hasApi(Token(kCollectionApi.string() + ":" + name.string()))) return {};

  const auto propertyName = [&](std::string_view part) {
    return Token(path.name().string() + ":" + std::string(part));
  };
  CollectionExplanation out{
      .collection = path, .expansionRule = {}, .expression = {}, .members = {}};
  out.expansionRule =
      readValue<Token>(prim, propertyName("expansionRule")).value_or(kExpandPrims).string();
  const CollectionMembership membership(prim, name);
  if (membership.rules().empty()) {
    const auto expression = readValue<PathExpression>(prim, propertyName("membershipExpression"));
    if (expression) out.expression = expression->text;
    return out;
  }
  traverse(stage.pseudoRoot(), {.instanceProxies = false}, [&](const Prim& at) {
    addMembers(at, membership, out);
    return true;
  });
  return out;
}

Json collectionExplanationToJson(const CollectionExplanation& explanation) {
  Json members = Json::array();
  for (const CollectionMember& member : explanation.members) {
    members.push_back({{"path", member.path.text()},
                       {"rule", member.rule.text()},
                       {"source", member.source.text()},
                       {"why", member.why}});
  }
  Json out{{"collection", explanation.collection.text()},
           {"expansionRule", explanation.expansionRule},
           {"members", std::move(members)}};
  if (!explanation.expression.empty()) out["membershipExpression"] = explanation.expression;
  return out;
}

std::string collectionExplanationToText(const CollectionExplanation& explanation) {
  std::string out =
      fmt::format("{} ({})\n", explanation.collection.text(), explanation.expansionRule);
  if (!explanation.expression.empty()) {
    return out + fmt::format("  by the expression {}, whose members are not told here\n",
                             explanation.expression);
  }
  if (explanation.members.empty()) return out + "  no members\n";
  for (const CollectionMember& member : explanation.members) {
    out += fmt::format("  {}: {}\n", member.path.text(), member.why);
  }
  return out;
}

}  // namespace usdscope
