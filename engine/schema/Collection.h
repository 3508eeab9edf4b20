// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Name of a property of a collection: `collection:NAME:part`.
Token collectionProperty(Token collection, std::string_view part);

/// What a collection includes of the paths that it names; `expandPrims` where nothing is authored.
Token collectionExpansionRule(const Prim& prim, Token collection);

/// Which paths belong to a collection: rules by path, the nearest one above a path decides.
/// (UsdCollectionAPI, relationship mode.) Immutable; any thread may ask.
class CollectionMembership {
 public:
  enum class Rule : std::uint8_t {
    Exclude,
    ExplicitOnly,
    ExpandPrims,
    ExpandPrimsAndProperties,
    /// By a name that is not known. As in the reference, contains() takes it for ExpandPrims, but
    /// nothing that is on the stage is listed by it.
    Unknown,
  };

  CollectionMembership() = default;
  /// Rules of `collection:NAME:…` on the prim, with those of the collections that it includes.
  CollectionMembership(const Prim& prim, Token name);

  bool contains(Path path) const;
  /// Whether the children of `prim` are in it that no rule names.
  bool containsUnnamedChildren(Path prim) const;
  /// The path whose rule decides about a member; empty where the path is none.
  Path includedBy(Path path) const;
  /// The collection (`/P.collection:NAME`) that a rule is from: itself or one that it includes.
  Path sourceOf(Path rulePath) const;
  const std::unordered_map<Path, Rule>& rules() const { return rules_; }

 private:
  void add(const Prim& prim, Token name, std::set<std::uint32_t>& chain);

  void set(Path path, Rule rule, Path source);
  /// The path from `above` up whose rule brings in what is below it and has no rule of its own.
  Path expandedBy(Path above, bool isProperty) const;

  std::unordered_map<Path, Rule> rules_;
  std::unordered_map<Path, Path> sources_;
};

}  // namespace usdscope
