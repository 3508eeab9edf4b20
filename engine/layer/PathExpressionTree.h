// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/layer/PathExpressionAtom.h"

namespace usdscope {

/// An operator or an atom of a path expression; operands stand before what takes them.
struct PathExpressionStep {
  char op = 0;             ///< 0: an atom. The operators are those of PathExpressionTree::op().
  std::uint32_t size = 1;  ///< Steps of this one and its operands.
  std::shared_ptr<const PathExpressionAtom> atom;
};

enum class PathSyntax : std::uint8_t {
  Authored,  ///< As people write it.
  /// As PathExpressionTree::text() writes it: paths that were made absolute may go through
  /// variants,
  /// `/A{set=v}B//`, and strings may have any character in them.
  Anchored,
};

/// Why a text is no path expression.
struct ExpressionProblem {
  std::size_t offset = 0;  ///< In bytes.
  std::string_view expected;
};

/// A path expression taken apart into operators and atoms, so that it can be checked, its paths be
/// mapped and weaker opinions be put into it. (SdfPathExpression.)
///
/// A value; immutable, parts are shared. The empty expression matches nothing. `//`, which matches
/// everything, and the empty expression are simplified away where an operator takes them.
class PathExpressionTree {
 public:
  PathExpressionTree() = default;
  /// Empty, and `problem` says why, when the text is none. What follows a line end does not count.
  /// Nested to any depth, of any size.
  static std::optional<PathExpressionTree> read(std::string_view text, PathSyntax syntax,
                                                ExpressionProblem& problem);
  /// Of the text of an expression that has been read and anchored. What makes no sense gives the
  /// empty expression.
  static PathExpressionTree parse(std::string_view text);

  bool isEmpty() const { return begin_ == end_; }
  std::size_t atomCount() const;
  /// What stands at the top: 0 for an atom, `~` in front of right(), or between both operands ` `
  /// or `+` (either), `&` (both), `-` (left but not right). Not of the empty expression.
  char op() const;
  /// Of an expression that is one.
  const PathExpressionAtom& atom() const;
  PathExpressionTree left() const;
  PathExpressionTree right() const;
  /// Both with an operator between them. Where that would give thousands of atoms, `left`.
  static PathExpressionTree joined(char op, const PathExpressionTree& left,
                                   const PathExpressionTree& right);
  /// As the reference writes it: brackets only where they are needed.
  std::string text() const;

  /// With paths made absolute at a prim. Nothing is simplified.
  PathExpressionTree anchored(Path prim) const;
  /// Whether `%_` is in it: the place where weaker opinions go.
  bool hasWeakerReference() const;
  /// With `weaker` for each `%_`; an empty expression is replaced as a whole.
  /// Where that would give thousands of atoms the expression stays as it is.
  PathExpressionTree over(const PathExpressionTree& weaker) const;
  /// With the path in front of each pattern and reference mapped; those whose path maps to the
  /// empty one match nothing. References without a path and relative ones stay.
  PathExpressionTree mapped(const std::function<Path(Path)>& map) const;

 private:
  using Step = PathExpressionStep;
  using Steps = std::vector<Step>;

  explicit PathExpressionTree(Steps steps);
  PathExpressionTree(const PathExpressionTree& whole, std::size_t begin, std::size_t end);
  std::span<const Step> steps() const;
  PathExpressionTree transformed(
      const std::function<PathExpressionTree(const PathExpressionTree&)>& atom) const;

  std::shared_ptr<const Steps> steps_;
  std::size_t begin_ = 0;  // Of this expression among the steps.
  std::size_t end_ = 0;
};

}  // namespace usdscope
