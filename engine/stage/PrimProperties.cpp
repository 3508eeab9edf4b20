// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "engine/base/DictionaryOrder.h"
#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

// Moves the names that `order` lists to the front, in its order.
void moveToFront(const std::vector<Token>& order, std::vector<Token>& names) {
  auto rest = names.begin();
  for (const Token name : order) {
    const auto found = std::find(rest, names.end(), name);
    if (found == names.end()) continue;
    std::rotate(rest, found, found + 1);
    ++rest;
  }
}

// Sorts names in the order in which the prim lists its properties.
void sortNames(const Prim& prim, std::vector<Token>& names) {
  if (names.size() < 2) return;
  std::ranges::sort(names, [](Token a, Token b) { return dictionaryLess(a.text(), b.text()); });
  const Value order = prim.metadata(fields::kPropertyOrder);
  if (const auto* tokens = order.find<std::vector<Token>>()) moveToFront(*tokens, names);
}

// Returns the kind that the schema, or else the strongest spec, gives a property; empty if none.
std::optional<PropertyKind> kindOfProperty(const Prim& prim, Token name) {
  if (const auto* builtIn = prim.definition().findProperty(name)) {
    return builtIn->isRelationship() ? PropertyKind::Relationship : PropertyKind::Attribute;
  }
  for (OpinionWalk walk(prim, name); walk.next();) {
    if (walk.opinion().property) return walk.opinion().property.kind();
  }
  return std::nullopt;
}

}  // namespace

std::vector<Token> Prim::propertyNames() const {
  std::unordered_set<Token> seen;
  std::vector<Token> names;
  const auto add = [&](Token name) {
    if (seen.insert(name).second) names.push_back(name);
  };
  for (const auto& property : definition().properties()) add(property.name);
  for (OpinionWalk walk(*this); walk.next();) {
    const PrimSpec spec = walk.opinion().prim;
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) add(spec.property(i).name());
  }
  sortNames(*this, names);
  return names;
}

std::vector<Token> Prim::authoredPropertyNames() const {
  std::vector<Token> names;
  for (OpinionWalk walk(*this); walk.next();) {
    const PrimSpec spec = walk.opinion().prim;
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) names.push_back(spec.property(i).name());
  }
  // Only makes equal names neighbours.
  std::ranges::sort(names, [](Token a, Token b) { return a.index() < b.index(); });
  names.erase(std::ranges::unique(names).begin(), names.end());
  sortNames(*this, names);
  return names;
}

Attribute Prim::attribute(Token name) const {
  return kindOfProperty(*this, name) == PropertyKind::Attribute ? Attribute(*this, name)
                                                                : Attribute();
}

Relationship Prim::relationship(Token name) const {
  return kindOfProperty(*this, name) == PropertyKind::Relationship ? Relationship(*this, name)
                                                                   : Relationship();
}

}  // namespace usdscope
