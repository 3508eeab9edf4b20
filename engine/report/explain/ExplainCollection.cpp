// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainCollection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "engine/schema/Collection.h"
#include "engine/schema/CollectionExpression.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

using Rule = CollectionMembership::Rule;

std::string_view nameOf(Rule rule) {
  switch (rule) {
    case Rule::Exclude:
      return "exclude";
    case Rule::ExplicitOnly:
      return collections::kExplicitOnly.text();
    case Rule::ExpandPrims:
      return collections::kExpandPrims.text();
    case Rule::ExpandPrimsAndProperties:
      return collections::kExpandPrimsAndProperties.text();
    case Rule::Unknown:
      break;
  }
  return {};
}

std::string unknownRule(Path collection, Token rule) {
  return fmt::format(
      "The expansion rule \"{}\" of {} is not known, so its included paths give no members.",
      rule.text(), collection.text());
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
    member.why = fmt::format("{} is included with its descendants ({}){}", rulePath.text(),
                             nameOf(membership.rules().at(rulePath)), by);
  }
  return member;
}

/// Finds the members of a collection on the stage. Traverses the descendants of each included path.
/// A traversal enters an instance only if it starts at a descendant of the instance.
class IncludedMembers {
 public:
  IncludedMembers(const Stage& stage, const CollectionMembership& membership)
      : stage_(stage), membership_(membership) {}

  void addTo(CollectionExplanation& out) {
    // The rules of ancestors come first, so that the nearest rule is the one that is reported.
    const std::map<Path, Rule, PathOrder> rules(membership_.rules().begin(),
                                                membership_.rules().end());
    for (const auto& [path, rule] : rules) addMembersOf(path, rule);
    for (const auto& [path, rulePath] : rulePaths_) {
      out.members.push_back(memberOf(path, rulePath, membership_, out.collection));
    }
  }

 private:
  struct PathOrder {
    bool operator()(Path a, Path b) const { return pathLess(a, b); }
  };

  void addMembersOf(Path path, Rule rule) {
    if (rule == Rule::Exclude || rule == Rule::Unknown) return;
    const Prim prim = stage_.primAt(path.primPath());
    if (!prim) return;
    if (path.isProperty()) {
      if (prim.attribute(path.name()) || prim.relationship(path.name())) add(path, path);
      return;
    }
    if (path.isRoot() && rule == Rule::ExplicitOnly) return;
    traverse(prim, {.instanceProxies = prim.isInstanceProxy()}, [&](const Prim& at) {
      if (!membership_.contains(at.path())) return false;
      add(at.path(), path);
      if (rule == Rule::ExpandPrimsAndProperties) addProperties(at, path);
      return rule != Rule::ExplicitOnly;
    });
  }

  void addProperties(const Prim& prim, Path rulePath) {
    for (const Token name : prim.propertyNames()) {
      const Path path = prim.path().property(name);
      const auto own = membership_.rules().find(path);
      const bool isExcluded = own != membership_.rules().end() && own->second == Rule::Exclude;
      if (!isExcluded) add(path, rulePath);
    }
  }

  void add(Path path, Path rulePath) { rulePaths_[path] = rulePath; }

  const Stage& stage_;
  const CollectionMembership& membership_;
  std::map<Path, Path, PathOrder> rulePaths_;  // By member.
};

// Empty when all rules are known.
std::string unknownRules(const Stage& stage, const CollectionMembership& membership) {
  std::set<std::string> sentences;
  for (const auto& [path, rule] : membership.rules()) {
    if (rule != Rule::Unknown) continue;
    const Path source = membership.sourceOf(path);
    const Token name = collectionName(source);
    const Token unknown = collectionExpansionRule(stage.primAt(source.primPath()), name);
    sentences.insert(unknownRule(source, unknown));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

void addMembers(const Prim& prim, const CollectionExpression& expression, bool wantsProperties,
                CollectionExplanation& out) {
  const auto add = [&](Path path, const CollectionExpression::Answer& answer) {
    if (!answer.match.isMatch) return;
    CollectionMember member{path, answer.rule.text(), answer.source, {}};
    member.why = fmt::format("matches {}", member.rule);
    if (member.source != out.collection) {
      member.why += fmt::format("; the part belongs to {}, to which the expression refers",
                                member.source.text());
    }
    out.members.push_back(std::move(member));
  };
  const CollectionExpression::Answer primAnswer = expression.ask(prim, {});
  add(prim.path(), primAnswer);
  // Like the reference, ignores the properties of a matching prim if its descendants may not match.
  if (!wantsProperties || (primAnswer.match.isMatch && !primAnswer.match.isConstant)) return;
  for (const Token name : prim.propertyNames()) {
    add(prim.path().property(name), expression.ask(prim, name));
  }
}

}  // namespace

std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path) {
  const Token name = collectionName(path);
  if (!name) return {};
  const Prim prim = stage.primAt(path.primPath());
  if (!prim || !prim.hasApi(collectionApi(name))) return {};

  CollectionExplanation out{
      .collection = path, .expansionRule = {}, .expression = {}, .problem = {}, .members = {}};
  const Token expansion = collectionExpansionRule(prim, name);
  out.expansionRule = expansion.string();
  const CollectionMembership membership(prim, name);
  if (isByExpression(prim, name, membership)) {
    const CollectionExpression expression(prim, name);
    out.expression = expression.text();
    out.problem = expression.problem();
    const bool wantsProperties = expansion == collections::kExpandPrimsAndProperties;
    if (!wantsProperties && expansion != collections::kExpandPrims &&
        expansion != collections::kExplicitOnly) {
      if (out.problem.empty()) out.problem = unknownRule(path, expansion);
      return out;
    }
    traverse(stage.pseudoRoot(), {.instanceProxies = false}, [&](const Prim& at) {
      addMembers(at, expression, wantsProperties, out);
      return true;
    });
    return out;
  }
  out.problem = unknownRules(stage, membership);
  IncludedMembers(stage, membership).addTo(out);
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
