// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <unordered_map>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Which paths belong to a collection: rules by path, the nearest one above a path decides.
/// (UsdCollectionAPI, relationship mode.) Immutable; any thread may ask.
class CollectionMembership {
 public:
  enum class Rule : std::uint8_t { Exclude, ExplicitOnly, ExpandPrims, ExpandPrimsAndProperties };

  CollectionMembership() = default;
  /// Rules of `collection:NAME:…` on the prim, with those of the collections that it includes.
  CollectionMembership(const Prim& prim, Token name);

  bool contains(Path path) const;
  const std::unordered_map<Path, Rule>& rules() const { return rules_; }

 private:
  void add(const Prim& prim, Token name, std::set<std::uint32_t>& chain);

  std::unordered_map<Path, Rule> rules_;
};

}  // namespace usdscope
