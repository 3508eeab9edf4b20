// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PathPredicate.h"

#include <vector>

#include "engine/schema/detail/PredicateFunctions.h"

namespace usdscope {
namespace {

using detail::PredicateTest;
using Op = PredicateExpression::Op;

// Tests call each other.
constexpr std::size_t kMostSteps = 2000;

PredicateTest negated(PredicateTest test) {
  return [test = std::move(test)](const Prim& prim, bool isProperty) {
    return !test(prim, isProperty);
  };
}

// When the left operand results in `decides`, the right one is not evaluated.
PredicateTest joined(PredicateTest left, PredicateTest right, bool decides) {
  return [left = std::move(left), right = std::move(right), decides](const Prim& prim,
                                                                     bool isProperty) {
    const PathMatch first = left(prim, isProperty);
    if (first.isMatch == decides) return first;
    const PathMatch second = right(prim, isProperty);
    return PathMatch{second.isMatch, first.isConstant && second.isConstant};
  };
}

}  // namespace

std::optional<PathPredicate> PathPredicate::build(const PredicateExpression& expression) {
  if (expression.steps.empty() || expression.steps.size() > kMostSteps) return std::nullopt;
  std::vector<PredicateTest> tests;
  for (const PredicateExpression::Step& step : expression.steps) {
    if (step.op == Op::Call) {
      tests.push_back(detail::bindPredicate(step.call.name, step.call.arguments));
      if (!tests.back()) return std::nullopt;
      continue;
    }
    PredicateTest last = std::move(tests.back());
    if (step.op == Op::Not) {
      tests.back() = negated(std::move(last));
      continue;
    }
    tests.pop_back();
    tests.back() = joined(std::move(tests.back()), std::move(last), step.op == Op::Or);
  }
  return PathPredicate(std::move(tests.back()));
}

}  // namespace usdscope
