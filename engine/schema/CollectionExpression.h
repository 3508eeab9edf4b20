// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine/layer/PathExpressionTree.h"
#include "engine/schema/PathPredicate.h"

namespace usdscope {

/// What the membership expression of a collection says of prims and properties, and which part of
/// it says so. (UsdCollectionAPI, expression mode.) Immutable; any thread may ask.
class CollectionExpression {
 public:
  /// What an expression says of one path.
  struct Answer {
    PathMatch match;
    /// Of a match: the part of the expression that includes the path, of alternatives the first
    /// that does. Patterns of other collections that are referred to stand in place of the
    /// references; what is behind `~` stays as it is written.
    PathExpressionTree rule;
    Path source;  ///< The collection that has the pattern: this one, or one it refers to.
  };

  /// The expression of `collection:NAME:membershipExpression` on the prim.
  CollectionExpression(const Prim& prim, Token name);
  ~CollectionExpression();

  /// As composed; empty when there is none.
  const std::string& text() const { return text_; }
  /// Why the expression, of which nothing is a member then, makes no sense; empty when it does.
  const std::string& problem() const { return problem_; }

  /// About a prim, or one of its properties if `property` is not empty.
  Answer ask(const Prim& prim, Token property) const;

 private:
  struct Node;
  using NodePointer = std::shared_ptr<const Node>;

  NodePointer build(const PathExpressionTree& tree, const Prim& prim, Path collection);
  NodePointer buildReference(const PathExpressionAtom& reference, const Prim& prim);
  NodePointer buildCollection(const Prim& prim, Token name);
  static Answer ask(const Node* node, const Prim& prim, Token property);

  std::string text_;
  std::string problem_;
  std::set<std::uint32_t> chain_;  // Collections that are being built in, against circles.
  std::size_t nodesLeft_ = 20'000;
  NodePointer root_;  // Null: nothing matches.
};

/// Whether the members of a collection are those of its expression: its mode says so, or leaves it
/// open and nothing is included or excluded by relationships.
bool isByExpression(const Prim& prim, Token name);

}  // namespace usdscope
