// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine/layer/PathExpressionTree.h"
#include "engine/schema/Collection.h"
#include "engine/schema/PathPredicate.h"

namespace usdscope {

/// The membership expression of a collection. Evaluates it for prims and properties, and reports
/// which part of the expression decides. (UsdCollectionAPI, expression mode.) Immutable, so
/// thread-safe.
class CollectionExpression {
 public:
  /// The result for one path.
  struct Answer {
    PathMatch match;
    /// For a match, the first part of the expression that includes the path. References to
    /// collections are replaced by the patterns of those collections, except after `~`.
    PathExpressionTree rule;
    Path source;  ///< The collection that has the pattern: this one or a referenced one.
  };

  /// Builds the expression of `collection:NAME:membershipExpression` on the prim.
  CollectionExpression(const Prim& prim, Token name);
  ~CollectionExpression();

  /// The composed expression; empty when there is none.
  const std::string& text() const { return text_; }
  /// A sentence that says why the expression is invalid, so that it has no members; else empty.
  const std::string& problem() const { return problem_; }

  /// Evaluates a prim, or one of its properties if `property` is not empty.
  Answer ask(const Prim& prim, Token property) const;
  /// Like ask() for a prim, but only decides, which is much cheaper.
  PathMatch match(const Prim& prim) const;

 private:
  struct Node;
  using NodePointer = std::shared_ptr<const Node>;

  NodePointer build(const PathExpressionTree& tree, const Prim& prim, Path collection);
  NodePointer buildReference(const PathExpressionAtom& reference, const Prim& prim);
  NodePointer buildCollection(const Prim& prim, Token name);
  static Answer ask(const Node* node, const Prim& prim, Token property);
  static PathMatch match(const Node* node, const Prim& prim);

  std::string text_;
  std::string problem_;
  std::set<std::uint32_t> chain_;  // Collections that are being built; breaks cycles.
  std::size_t depth_ = 0;          // The depth of the node that is being built.
  std::size_t nodesLeft_ = 20'000;
  NodePointer root_;  // Null: nothing matches.
};

/// Returns whether the expression of a collection defines its members: the mode is explicit, or no
/// mode is given and the relationships, whose rules are `byRelationships`, include and exclude
/// nothing.
bool isByExpression(const Prim& prim, Token name, const CollectionMembership& byRelationships);

}  // namespace usdscope
