// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/detail/PathExpressionBuilder.h"

namespace usdscope::detail {

void PathExpressionBuilder::append(PathExpressionStep step, std::size_t below) {
  steps_.push_back(std::move(step));
  below_.push_back(below);
}

void PathExpressionBuilder::push(std::span<const PathExpressionStep> expression) {
  Operand operand{.begin = steps_.size(), .isNothing = expression.empty()};
  for (const PathExpressionStep& step : expression) append(step, steps_.size() - 1);
  operand.end = steps_.size();
  operand.top = operand.end - 1;
  operand.isEverything = expression.size() == 1 && expression[0].atom->isEverything();
  operands_.push_back(operand);
}

void PathExpressionBuilder::push(PathExpressionAtom atom) {
  const PathExpressionStep step{
      .op = 0, .size = 1, .atom = std::make_shared<const PathExpressionAtom>(std::move(atom))};
  push(std::span(&step, 1));
}

void PathExpressionBuilder::complement(Operand& operand) {
  if (operand.isNothing) {
    PathExpressionAtom everything;
    everything.path = "/";
    everything.elements.emplace_back();
    append({.op = 0, .size = 1, .atom = std::make_shared<PathExpressionAtom>(everything)}, 0);
    operand.top = steps_.size() - 1;
    std::swap(operand.isNothing, operand.isEverything);
  } else if (operand.isEverything) {
    drop(operand.begin, operand.end);
    std::swap(operand.isNothing, operand.isEverything);
  } else if (steps_[operand.top].op == '~') {
    drop(operand.top, operand.top + 1);
    operand.top = below_[operand.top];
  } else {
    append({.op = '~', .size = 1, .atom = nullptr}, operand.top);
    operand.top = steps_.size() - 1;
  }
  operand.end = steps_.size();
}

PathExpressionBuilder::Operand PathExpressionBuilder::joined(char op, const Operand& left,
                                                             const Operand& right) {
  Operand result{.begin = left.begin, .end = right.end};
  const auto keep = [&](const Operand& kept, const Operand& other) {
    drop(other.begin, other.end);
    result.top = kept.top;
    result.isNothing = kept.isNothing;
    result.isEverything = kept.isEverything;
    return result;
  };
  const bool intersects = op == '&';
  if (left.isNothing) return intersects ? keep(left, right) : keep(right, left);
  if (right.isNothing) return intersects ? keep(right, left) : keep(left, right);
  if (left.isEverything) return intersects ? keep(right, left) : keep(left, right);
  if (right.isEverything) return intersects ? keep(left, right) : keep(right, left);
  append({.op = op, .size = 1, .atom = nullptr}, 0);
  result.end = steps_.size();
  result.top = result.end - 1;
  return result;
}

void PathExpressionBuilder::apply(char op) {
  if (op == '~') return complement(operands_.back());
  Operand right = operands_.back();
  operands_.pop_back();
  const Operand left = operands_.back();
  const auto isSpecial = [](const Operand& each) { return each.isNothing || each.isEverything; };
  if (op == '-' && (isSpecial(left) || isSpecial(right))) {
    op = '&';
    complement(right);
  }
  operands_.back() = joined(op, left, right);
}

std::vector<PathExpressionStep> PathExpressionBuilder::finish() {
  if (operands_.empty() || operands_.back().isNothing) return {};
  // The number of dropped ranges that begin and end at each step.
  std::vector<std::ptrdiff_t> changes(steps_.size() + 1);
  for (const auto& [begin, end] : dropped_) {
    ++changes[begin];
    --changes[end];
  }
  std::vector<PathExpressionStep> result;
  std::vector<std::uint32_t> sizes;
  std::ptrdiff_t dropCount = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    dropCount += changes[i];
    if (dropCount > 0) continue;
    PathExpressionStep& step = steps_[i];
    step.size = 1;
    if (step.op != 0) {
      for (int operands = step.op == '~' ? 1 : 2; operands > 0; --operands) {
        step.size += sizes.back();
        sizes.pop_back();
      }
    }
    sizes.push_back(step.size);
    result.push_back(std::move(step));
  }
  return result;
}

}  // namespace usdscope::detail
