// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Collection.h"

#include <string>

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
  std::set<std::uint32_t> chain;
  add(prim, name, chain);
}

void CollectionMembership::add(const Prim& prim, Token name, std::set<std::uint32_t>& chain) {
  const Path self = collectionPath(prim.path(), name);
  if (!chain.insert(self.index()).second) return;

  const Rule rule = ruleOf(collectionExpansionRule(prim, name));
  if (const Relationship includes =
          prim.relationship(collectionProperty(name, collections::kIncludes))) {
    for (const Path path : includes.targets()) {
      const Token nested = collectionName(path);
      if (nested.isEmpty()) {
        set(path, rule, self);
      } else if (const Prim owner = prim.stage().primAt(path.primPath())) {
        add(owner, nested, chain);
      }
    }
  }
  if (rule != Rule::ExplicitOnly &&
      readValue<bool>(prim, collectionProperty(name, collections::kIncludeRoot)).value_or(false)) {
    set(Path::root(), rule, self);
  }
  if (const Relationship excludes =
          prim.relationship(collectionProperty(name, collections::kExcludes))) {
    for (const Path path : excludes.targets()) set(path, Rule::Exclude, self);
  }
  chain.erase(self.index());
}

void CollectionMembership::set(Path path, Rule rule, Path source) {
  rules_[path] = rule;
  sources_[path] = source;
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
