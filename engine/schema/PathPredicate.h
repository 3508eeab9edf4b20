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
  bool isConstant = false;  ///< The result is the same for all descendants of the path.

  PathMatch operator!() const { return {!isMatch, isConstant}; }
};

/// The predicate in braces behind an element of a path pattern, `{isa:Mesh and not abstract}`,
/// ready to be evaluated. (SdfPredicateExpression with UsdGetCollectionPredicateLibrary.)
///
/// Copies share their parts. Thread-safe.
class PathPredicate {
 public:
  /// Returns empty when the predicate cannot be evaluated: it has an unknown function, arguments
  /// that a function does not take, or thousands of functions.
  static std::optional<PathPredicate> build(const PredicateExpression& expression);

  /// Evaluates the predicate for a prim or, if `isProperty`, for one of its properties. For
  /// properties only `abstract` and `defined` can be true; they test the prim of the property.
  PathMatch holdsFor(const Prim& prim, bool isProperty) const { return test_(prim, isProperty); }

 private:
  using Test = std::function<PathMatch(const Prim&, bool)>;
  explicit PathPredicate(Test test) : test_(std::move(test)) {}

  Test test_;
};

}  // namespace usdscope
