// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Whether a pattern or predicate matches a path.
struct PathMatch {
  bool isMatch = false;
  bool isConstant = false;  ///< The answer is the same for everything below the path.

  PathMatch operator!() const { return {!isMatch, isConstant}; }
};

/// What stands in braces behind an element of a path pattern: `{isa:Mesh and not abstract}`.
/// (SdfPredicateExpression with UsdGetCollectionPredicateLibrary.)
///
/// A value; copies share the parts. Any thread may ask.
class PathPredicate {
 public:
  /// Empty when the text makes no sense: a function that there is not, or arguments that it does
  /// not take. At most 200 brackets and `not` inside one another.
  static std::optional<PathPredicate> parse(std::string_view text);

  /// Whether it holds for a prim, or, if `isProperty`, for one of its properties. There only
  /// `abstract` and `defined`, which are about the prim, can hold.
  PathMatch holdsFor(const Prim& prim, bool isProperty) const { return test_(prim, isProperty); }

 private:
  using Test = std::function<PathMatch(const Prim&, bool)>;
  class Parser;
  explicit PathPredicate(Test test) : test_(std::move(test)) {}

  Test test_;
};

}  // namespace usdscope
