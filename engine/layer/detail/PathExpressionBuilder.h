// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/PathExpressionTree.h"

namespace usdscope::detail {

/// Builds a path expression from operands and operators in postfix order, and simplifies it. Takes
/// time in proportion to the number of steps.
class PathExpressionBuilder {
 public:
  /// Pushes a whole expression as an operand. An expression without steps matches nothing.
  void push(std::span<const PathExpressionStep> expression);
  void push(PathExpressionAtom atom);
  /// Joins the last two operands, or negates the last one for `~`.
  void apply(char op);
  /// Returns the steps of the whole expression.
  std::vector<PathExpressionStep> finish();

 private:
  struct Operand {
    std::size_t begin = 0;  ///< Its steps are [begin, end), including dropped steps.
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
  std::vector<std::size_t> below_;  ///< For each `~`, the step of its operand.
  std::vector<std::pair<std::size_t, std::size_t>> dropped_;
  std::vector<Operand> operands_;
};

}  // namespace usdscope::detail
