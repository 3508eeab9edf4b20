// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Returns the path of a collection: `/P.collection:NAME`.
Path collectionPath(Path prim, Token name);

/// Returns the name of the collection at `/P.collection:NAME`; empty for any other path.
Token collectionName(Path path);

/// Returns the name of a property of a collection: `collection:NAME:part`.
Token collectionProperty(Token collection, std::string_view part);

/// Returns the applied schema that makes a prim the owner of a collection: `CollectionAPI:NAME`.
Token collectionApi(Token collection);

/// Returns how a collection expands the paths it includes; `expandPrims` if none is authored.
Token collectionExpansionRule(const Prim& prim, Token collection);

/// The members of a collection, as rules by path. For a path without a rule, the rule of the
/// nearest ancestor decides. (UsdCollectionAPI, relationship mode.) Immutable and thread-safe.
class CollectionMembership {
 public:
  enum class Rule : std::uint8_t {
    Exclude,
    ExplicitOnly,
    ExpandPrims,
    ExpandPrimsAndProperties,
    /// The expansion rule has an unknown name. As in the reference, contains() treats it as
    /// ExpandPrims, but no prim is listed because of it.
    Unknown,
  };

  CollectionMembership() = default;
  /// Reads the rules of `collection:NAME:…` on the prim and of all collections that it includes.
  CollectionMembership(const Prim& prim, Token name);

  bool contains(Path path) const;
  /// Returns whether children of `prim` that do not have a rule are members.
  bool containsUnnamedChildren(Path prim) const;
  /// Returns the path whose rule makes a path a member; empty when it is not a member.
  Path includedBy(Path path) const;
  /// Returns the collection (`/P.collection:NAME`) with a rule: this one or an included one.
  Path sourceOf(Path rulePath) const;
  const std::unordered_map<Path, Rule>& rules() const { return rules_; }

 private:
  /// A collection whose included paths are being read, from the last to the first.
  struct OpenCollection {
    Path self;
    Rule rule = Rule::Unknown;
    std::vector<Path> includes;  ///< The included paths that are not read yet.
  };

  /// Sets the rules of the excluded paths and of the root, and returns the included paths.
  OpenCollection read(const Prim& prim, Token name, Path self);
  void setUnlessSet(Path path, Rule rule, Path source);
  /// Returns the nearest path, from `above` upwards, whose rule includes descendants that do not
  /// have a rule.
  Path expandedBy(Path above, bool isProperty) const;

  std::unordered_map<Path, Rule> rules_;
  std::unordered_map<Path, Path> sources_;
};

}  // namespace usdscope
