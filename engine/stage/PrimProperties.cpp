// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>

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

bool isBefore(Token a, Token b) { return dictionaryLess(a.text(), b.text()); }

/// The names of built-in properties in dictionary order. Sorting them costs more than all the rest
/// of a list of names, and prims share few definitions, so each thread keeps the last few lists.
class BuiltInNames {
 public:
  const std::vector<Token>& sorted(const PrimDefinition& definition) {
    const auto properties = definition.properties();
    List& list = lists_[std::hash<const void*>()(properties.data()) / 64 % lists_.size()];
    // Another definition may have taken the place of a destroyed one, so the names are compared.
    if (!std::ranges::equal(properties, list.names, {}, &PrimDefinition::Property::name)) {
      list.names.clear();
      for (const auto& property : properties) list.names.push_back(property.name);
      list.sorted = list.names;
      std::ranges::sort(list.sorted, isBefore);
    }
    return list.sorted;
  }

 private:
  struct List {
    std::vector<Token> names;  // In the order of the definition.
    std::vector<Token> sorted;
  };
  std::array<List, 16> lists_;
};

void removeDuplicates(std::vector<Token>& names) {
  // Only makes equal names neighbours.
  std::ranges::sort(names, [](Token a, Token b) { return a.index() < b.index(); });
  names.erase(std::ranges::unique(names).begin(), names.end());
}

// Moves the names of the composed `propertyOrder` to the front.
void applyPropertyOrder(const Prim& prim, std::vector<Token>& names) {
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
  thread_local BuiltInNames builtInNames;
  const std::vector<Token>& builtIn = builtInNames.sorted(definition());
  std::vector<Token> others;
  bool hasOrder = false;
  for (OpinionWalk walk(*this); walk.next();) {
    const PrimSpec spec = walk.opinion().prim;
    hasOrder = hasOrder || spec.hasField(fields::kPropertyOrder);
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const Token name = spec.property(i).name();
      if (!definition().findProperty(name)) others.push_back(name);
    }
  }
  removeDuplicates(others);
  std::ranges::sort(others, isBefore);
  std::vector<Token> names;
  names.reserve(builtIn.size() + others.size());
  std::ranges::merge(builtIn, others, std::back_inserter(names), isBefore);
  if (hasOrder) applyPropertyOrder(*this, names);
  return names;
}

std::vector<Token> Prim::authoredPropertyNames() const {
  std::vector<Token> names;
  bool hasOrder = false;
  for (OpinionWalk walk(*this); walk.next();) {
    const PrimSpec spec = walk.opinion().prim;
    hasOrder = hasOrder || spec.hasField(fields::kPropertyOrder);
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) names.push_back(spec.property(i).name());
  }
  removeDuplicates(names);
  std::ranges::sort(names, isBefore);
  if (hasOrder) applyPropertyOrder(*this, names);
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
