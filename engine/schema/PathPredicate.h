// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "engine/layer/PredicateExpression.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Whether a pattern or predicate matches a path.
struct PathMatch {
  bool isMatch = false;
  bool isConstant = false;  ///< The answer is the same for everything below the path.

  PathMatch operator!() const { return {!isMatch, isConstant}; }
};

/// What stands in braces behind an element of a path pattern, `{isa:Mesh and not abstract}`, ready
/// to be asked. (SdfPredicateExpression with UsdGetCollectionPredicateLibrary.)
///
/// A value; copies share the parts. Any thread may ask.
class PathPredicate {
 public:
  /// Empty when it cannot be asked: a function that there is not, arguments that it does not take,
  /// or thousands of functions.
  static std::optional<PathPredicate> build(const PredicateExpression& expression);

  /// Whether it holds for a prim, or, if `isProperty`, for one of its properties. There only
  /// `abstract` and `defined`, which are about the prim, can hold.
  PathMatch holdsFor(const Prim& prim, bool isProperty) const { return test_(prim, isProperty); }

 private:
  using Test = std::function<PathMatch(const Prim&, bool)>;
  explicit PathPredicate(Test test) : test_(std::move(test)) {}

  Test test_;
};

}  // namespace usdscope
