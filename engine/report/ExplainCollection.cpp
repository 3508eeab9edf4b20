// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ExplainCollection.h"

#include <fmt/format.h>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/Collection.h"
#include "engine/schema/CollectionExpression.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

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
  CollectionMember member{.path = path, .rule = rulePath.text(), .why = {}};
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

void addMembers(const Prim& prim, const CollectionExpression& expression, bool wantsProperties,
                CollectionExplanation& out) {
  const auto add = [&](Path path, const CollectionExpression::Answer& answer) {
    if (!answer.match.isMatch) return;
    CollectionMember member{path, answer.rule.text(), answer.source, {}};
    member.why = fmt::format("matches {}", member.rule);
    if (member.source != out.collection) {
      member.why +=
          fmt::format("; that is of {}, to which the expression refers", member.source.text());
    }
    out.members.push_back(std::move(member));
  };
  const CollectionExpression::Answer ofPrim = expression.ask(prim, {});
  add(prim.path(), ofPrim);
  // As in the reference, of a prim that matches by itself properties are not looked at.
  if (!wantsProperties || (ofPrim.match.isMatch && !ofPrim.match.isConstant)) return;
  for (const Token name : prim.propertyNames()) {
    add(prim.path().property(name), expression.ask(prim, name));
  }
}

}  // namespace

std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path) {
  if (!path.isProperty() || !path.name().text().starts_with(kPrefix)) return {};
  const Token name(path.name().text().substr(kPrefix.size()));
  const Prim prim = stage.primAt(path.primPath());
  if (!prim || !prim.hasApi(Token(kCollectionApi.string() + ":" + name.string()))) return {};

  CollectionExplanation out{
      .collection = path, .expansionRule = {}, .expression = {}, .problem = {}, .members = {}};
  out.expansionRule = readValue<Token>(prim, collectionProperty(name, "expansionRule"))
                          .value_or(kExpandPrims)
                          .string();
  if (isByExpression(prim, name)) {
    const CollectionExpression expression(prim, name);
    out.expression = expression.text();
    out.problem = expression.problem();
    const bool wantsProperties = out.expansionRule == "expandPrimsAndProperties";
    traverse(stage.pseudoRoot(), {.instanceProxies = false}, [&](const Prim& at) {
      addMembers(at, expression, wantsProperties, out);
      return true;
    });
    return out;
  }
  const CollectionMembership membership(prim, name);
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
                       {"rule", member.rule},
                       {"source", member.source.text()},
                       {"why", member.why}});
  }
  Json out{{"collection", explanation.collection.text()},
           {"expansionRule", explanation.expansionRule},
           {"members", std::move(members)}};
  if (!explanation.expression.empty()) out["membershipExpression"] = explanation.expression;
  if (!explanation.problem.empty()) out["problem"] = explanation.problem;
  return out;
}

std::string collectionExplanationToText(const CollectionExplanation& explanation) {
  std::string out =
      fmt::format("{} ({})\n", explanation.collection.text(), explanation.expansionRule);
  if (!explanation.expression.empty()) {
    out += fmt::format("  by the expression {}\n", explanation.expression);
  }
  if (!explanation.problem.empty()) out += fmt::format("  {}\n", explanation.problem);
  if (explanation.members.empty()) return out + "  no members\n";
  for (const CollectionMember& member : explanation.members) {
    out += fmt::format("  {}: {}\n", member.path.text(), member.why);
  }
  return out;
}

}  // namespace usdscope
