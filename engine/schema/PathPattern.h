// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/layer/PathExpressionAtom.h"
#include "engine/schema/PathPredicate.h"

namespace usdscope {

/// One pattern of a path expression, `/A//B*{isa:Mesh}.size`, ready to match prims.
/// (SdfPathPattern.)
///
/// `//` matches any number of prims. At the end it matches the prim before it and all descendants
/// of this prim, including properties. Names may contain `*`, `?` and `[a-c]`. Immutable.
class PathPattern {
 public:
  /// Returns empty when the path is not absolute or a predicate calls an unknown function.
  static std::optional<PathPattern> build(const PathExpressionAtom& pattern);

  /// Matches a prim, or one of its properties if `property` is not empty.
  PathMatch match(const Prim& prim, Token property) const;

 private:
  struct Component {
    std::string name;  ///< If it is empty, the predicate alone decides.
    bool hasWildcards = false;
    std::optional<PathPredicate> predicate;
  };
  /// Components between two `//`, which match elements in a row.
  struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  enum class Objects : std::uint8_t { Prims, Properties, Both };
  struct Elements;

  std::optional<PathMatch> failure(const Segment& segment, const Elements& elements,
                                   std::size_t first) const;

  Path prefix_;  ///< The leading elements that are plain names.
  std::vector<Component> components_;
  std::vector<Segment> segments_;
  bool startsAnywhere_ = false;  ///< `//` follows the prefix.
  bool endsAnywhere_ = false;    ///< The pattern ends with `//`.
  Objects objects_ = Objects::Prims;
};

}  // namespace usdscope
