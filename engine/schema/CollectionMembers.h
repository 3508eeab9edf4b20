// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/schema/Collection.h"
#include "engine/schema/CollectionExpression.h"

namespace usdscope {

/// Tests whether prims are members of a collection, which its relationships or its expression
/// define. (UsdCollectionMembershipQuery.) Immutable, so thread-safe.
class CollectionMembers {
 public:
  /// No members.
  CollectionMembers() = default;
  /// Reads the collection `collection:NAME:…` of a prim.
  CollectionMembers(const Prim& owner, Token name);

  bool contains(const Prim& prim) const;
  /// Returns whether the children of `prim` without a rule of their own are members; empty when an
  /// expression decides for each child alone.
  std::optional<bool> containsUnnamedChildren(const Prim& prim) const;
  /// The rules of the relationships; empty when an expression defines the members.
  const CollectionMembership& byRelationships() const { return byRelationships_; }
  /// A sentence that says why the expression is invalid, so that there are no members; else empty.
  std::string problem() const { return expression_ ? expression_->problem() : std::string(); }

 private:
  CollectionMembership byRelationships_;
  std::shared_ptr<const CollectionExpression> expression_;  ///< Null: the relationships define.
};

}  // namespace usdscope
