// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/layer/Path.h"

namespace usdscope {

/// A path expression taken apart into operators and atoms (patterns and references to other
/// expressions), so that its paths can be mapped and weaker opinions can be put into it.
/// (SdfPathExpression.)
///
/// A value; immutable, parts are shared. The empty expression matches nothing.
class PathExpressionTree {
 public:
  PathExpressionTree() = default;
  /// Of an absolute expression. What is nested too deeply, has thousands of atoms, or makes no
  /// sense gives the empty one.
  static PathExpressionTree parse(std::string_view text);

  bool isEmpty() const { return !root_; }
  /// What stands at the top: 0 for an atom, `~` in front of right(), or between both operands ` `
  /// or `+` (either), `&` (both), `-` (left but not right). Not of the empty expression.
  char op() const;
  /// A pattern, or a reference: `%/A:name`, `%:name`, `%_`. Empty for operators.
  const std::string& atom() const;
  PathExpressionTree left() const;
  PathExpressionTree right() const;
  /// Both with an operator between them; `//` and the empty expression are simplified away.
  static PathExpressionTree joined(char op, const PathExpressionTree& left,
                                   const PathExpressionTree& right);
  /// As the reference writes it: brackets only where they are needed.
  std::string text() const;

  /// Whether `%_` is in it: the place where weaker opinions go.
  bool hasWeakerReference() const;
  /// With `weaker` for each `%_`; an empty expression is replaced as a whole.
  /// Where that would give thousands of atoms the expression stays as it is.
  PathExpressionTree over(const PathExpressionTree& weaker) const;
  /// With the path in front of each pattern and reference mapped; those whose path maps to the
  /// empty one match nothing. Patterns that start with `//` stay.
  PathExpressionTree mapped(const std::function<Path(Path)>& map) const;

 private:
  struct Node;
  class Parser;
  using NodePointer = std::shared_ptr<const Node>;

  explicit PathExpressionTree(NodePointer root) : root_(std::move(root)) {}

  static NodePointer combined(char op, NodePointer left, NodePointer right);
  static NodePointer complement(NodePointer of);
  static NodePointer transformed(const NodePointer& node,
                                 const std::function<NodePointer(const NodePointer&)>& atom);
  static void appendText(const Node& node, std::string& out);

  NodePointer root_;
};

}  // namespace usdscope
