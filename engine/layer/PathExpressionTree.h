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

/// An operator or an atom of a path expression. Operands come before their operator.
struct PathExpressionStep {
  char op = 0;             ///< The operator, as PathExpressionTree::op() returns it; 0 for an atom.
  std::uint32_t size = 1;  ///< The number of steps of the operator and its operands.
  std::shared_ptr<const PathExpressionAtom> atom;
};

enum class PathSyntax : std::uint8_t {
  Authored,  ///< The syntax in layers.
  /// The syntax that PathExpressionTree::text() writes: anchored paths may contain variants,
  /// `/A{set=v}B//`, and names of any language, and strings may contain any character.
  Anchored,
};

/// Why a text is not a path expression.
struct ExpressionProblem {
  std::size_t offset = 0;  ///< The byte offset of the problem in the text.
  std::string_view expected;
};

/// A path expression as a tree of operators and atoms. It can be checked, mapped to other paths,
/// and composed over weaker opinions. (SdfPathExpression.)
///
/// Immutable; copies and operands share their steps. The empty expression matches nothing and `//`
/// matches everything; operators on these two are simplified away.
class PathExpressionTree {
 public:
  PathExpressionTree() = default;
  /// Parses a text up to its first line end, of any depth and size. Returns empty, and sets
  /// `problem`, when it is not an expression.
  static std::optional<PathExpressionTree> read(std::string_view text, PathSyntax syntax,
                                                ExpressionProblem& problem);
  /// Parses the text of an anchored expression. Returns the empty expression when the text is
  /// invalid.
  static PathExpressionTree parse(std::string_view text);

  bool isEmpty() const { return begin_ == end_; }
  std::size_t atomCount() const;
  /// The operator at the top: 0 for an atom, `~` (not right()), ` ` or `+` (either operand), `&`
  /// (both), `-` (left() but not right()). Requires: the expression is not empty.
  char op() const;
  /// Requires: op() is 0.
  const PathExpressionAtom& atom() const;
  PathExpressionTree left() const;
  PathExpressionTree right() const;
  /// Joins two expressions with an operator. Returns `left` if the result had thousands of atoms.
  static PathExpressionTree joined(char op, const PathExpressionTree& left,
                                   const PathExpressionTree& right);
  /// Writes the expression, with brackets only where they are needed.
  std::string text() const;

  /// Makes relative paths absolute at a prim. Does not simplify.
  PathExpressionTree anchored(Path prim) const;
  /// Whether the expression contains `%_`, which is replaced by the expression of weaker opinions.
  bool hasWeakerReference() const;
  /// Replaces each `%_` with `weaker`. The empty expression becomes `weaker`. Returns the
  /// expression unchanged if the result had thousands of atoms.
  PathExpressionTree over(const PathExpressionTree& weaker) const;
  /// Maps the path at the start of each pattern and reference. If `map` returns the empty path, the
  /// pattern or reference matches nothing. References with relative paths or without a path are not
  /// changed.
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
  std::size_t begin_ = 0;  // This expression is steps [begin_, end_).
  std::size_t end_ = 0;
};

}  // namespace usdscope
