// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Collection.h"

#include <string>
#include <unordered_set>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::string_view kPrefix = "collection:";

using Rule = CollectionMembership::Rule;

Rule ruleOf(Token expansion) {
  if (expansion == collections::kExplicitOnly) return Rule::ExplicitOnly;
  if (expansion == collections::kExpandPrims) return Rule::ExpandPrims;
  return expansion == collections::kExpandPrimsAndProperties ? Rule::ExpandPrimsAndProperties
                                                             : Rule::Unknown;
}

}  // namespace

Path collectionPath(Path prim, Token name) {
  return prim.property(Token(std::string(kPrefix) + name.string()));
}

Token collectionName(Path path) {
  if (!path.isProperty() || !path.name().text().starts_with(kPrefix)) return {};
  return Token(path.name().text().substr(kPrefix.size()));
}

Token collectionProperty(Token collection, std::string_view part) {
  return Token(std::string(kPrefix) + collection.string() + ':' + std::string(part));
}

Token collectionApi(Token collection) {
  return Token(types::kCollectionApi.string() + ':' + collection.string());
}

Token collectionExpansionRule(const Prim& prim, Token name) {
  const auto authored =
      readValue<Token>(prim, collectionProperty(name, collections::kExpansionRule));
  return authored && !authored->isEmpty() ? *authored : collections::kExpandPrims;
}

CollectionMembership::CollectionMembership(const Prim& prim, Token name) {
  // The last rule of a path wins. The rules are therefore read from the last to the first, so that
  // each collection is read once, however often others include it: its rules are known afterwards.
  // A circle contributes nothing, because its collections are being read already.
  std::unordered_set<Path> seen;
  std::vector<OpenCollection> open;  // Each is included by the one before. There may be many.
  const auto enter = [&](const Prim& owner, Token nested) {
    const Path self = collectionPath(owner.path(), nested);
    if (seen.insert(self).second) open.push_back(read(owner, nested, self));
  };
  enter(prim, name);
  while (!open.empty()) {
    OpenCollection& last = open.back();
    if (last.includes.empty()) {
      open.pop_back();
      continue;
    }
    const Path path = last.includes.back();
    last.includes.pop_back();
    const Token nested = collectionName(path);
    if (nested.isEmpty()) {
      setUnlessSet(path, last.rule, last.self);
    } else if (const Prim owner = prim.stage().primAt(path.primPath())) {
      enter(owner, nested);
    }
  }
}

CollectionMembership::OpenCollection CollectionMembership::read(const Prim& prim, Token name,
                                                                Path self) {
  if (const Relationship excludes =
          prim.relationship(collectionProperty(name, collections::kExcludes))) {
    for (const Path path : excludes.targets()) setUnlessSet(path, Rule::Exclude, self);
  }
  OpenCollection open{
      .self = self, .rule = ruleOf(collectionExpansionRule(prim, name)), .includes = {}};
  if (open.rule != Rule::ExplicitOnly &&
      readValue<bool>(prim, collectionProperty(name, collections::kIncludeRoot)).value_or(false)) {
    setUnlessSet(Path::root(), open.rule, self);
  }
  if (const Relationship includes =
          prim.relationship(collectionProperty(name, collections::kIncludes))) {
    const auto targets = includes.targets();
    open.includes.assign(targets.begin(), targets.end());
  }
  return open;
}

void CollectionMembership::setUnlessSet(Path path, Rule rule, Path source) {
  if (rules_.try_emplace(path, rule).second) sources_.emplace(path, source);
}

bool CollectionMembership::contains(Path path) const { return !includedBy(path).isEmpty(); }

bool CollectionMembership::containsUnnamedChildren(Path prim) const {
  return !expandedBy(prim, false).isEmpty();
}

Path CollectionMembership::includedBy(Path path) const {
  const auto own = rules_.find(path);
  if (own != rules_.end()) return own->second == Rule::Exclude ? Path() : path;
  return expandedBy(path.parent(), path.isProperty());
}

Path CollectionMembership::expandedBy(Path above, bool isProperty) const {
  for (Path at = above; !at.isEmpty(); at = at.parent()) {
    const auto found = rules_.find(at);
    if (found == rules_.end()) continue;
    if (found->second == Rule::Exclude) return {};
    if (found->second == Rule::ExplicitOnly) continue;
    const bool isMember = !isProperty || found->second == Rule::ExpandPrimsAndProperties;
    return isMember ? at : Path();
  }
  return {};
}

Path CollectionMembership::sourceOf(Path rulePath) const {
  const auto found = sources_.find(rulePath);
  return found == sources_.end() ? Path() : found->second;
}

}  // namespace usdscope
