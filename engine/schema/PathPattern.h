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

/// One pattern of a path expression, `/A//B*{isa:Mesh}.size`, ready to be held against prims.
/// (SdfPathPattern.)
///
/// `//` stands for any prims in between, also none; at the end for the prim itself and everything
/// below, properties included. Names may have `*`, `?` and `[a-c]` in them. A value; any thread.
class PathPattern {
 public:
  /// Empty when its path is not absolute, or a predicate has a function that there is not.
  static std::optional<PathPattern> build(const PathExpressionAtom& pattern);

  /// Whether it matches a prim, or one of its properties if `property` is not empty.
  PathMatch match(const Prim& prim, Token property) const;

 private:
  struct Component {
    std::string name;  ///< Empty: any, if the predicate holds.
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

  Path prefix_;  ///< The elements in front that are mere names.
  std::vector<Component> components_;
  std::vector<Segment> segments_;
  bool startsAnywhere_ = false;  ///< Has `//` behind the prefix.
  bool endsAnywhere_ = false;    ///< Has `//` at the end.
  Objects objects_ = Objects::Prims;
};

}  // namespace usdscope
