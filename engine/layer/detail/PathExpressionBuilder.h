// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/PathExpressionTree.h"

namespace usdscope::detail {

/// Puts a path expression together from its operands and operators, in the order in which they are
/// stored, and simplifies on the way. Takes time in proportion to the steps.
class PathExpressionBuilder {
 public:
  /// A whole expression as operand; none: the one that matches nothing.
  void push(std::span<const PathExpressionStep> expression);
  void push(PathExpressionAtom atom);
  /// Joins the last two operands, or puts `~` in front of the last.
  void apply(char op);
  /// What all of it came to.
  std::vector<PathExpressionStep> finish();

 private:
  struct Operand {
    std::size_t begin = 0;  ///< Of its steps; those between that have been dropped belong to it.
    std::size_t end = 0;
    std::size_t top = 0;
    bool isNothing = false;
    bool isEverything = false;
  };

  void append(PathExpressionStep step, std::size_t below);
  void drop(std::size_t begin, std::size_t end) { dropped_.emplace_back(begin, end); }
  void complement(Operand& operand);
  Operand joined(char op, const Operand& left, const Operand& right);

  std::vector<PathExpressionStep> steps_;
  std::vector<std::size_t> below_;  ///< For each `~` the step that it stands in front of.
  std::vector<std::pair<std::size_t, std::size_t>> dropped_;
  std::vector<Operand> operands_;
};

}  // namespace usdscope::detail
