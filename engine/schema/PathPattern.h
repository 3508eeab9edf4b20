// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/PathPredicate.h"

namespace usdscope {

/// One pattern of a path expression: `/A//B*{isa:Mesh}.size`. (SdfPathPattern.)
///
/// `//` stands for any prims in between, also none; at the end for the prim itself and everything
/// below, properties included. Names may have `*`, `?` and `[a-c]` in them. A value; any thread.
class PathPattern {
 public:
  /// Of an absolute pattern. Empty when it makes no sense.
  static std::optional<PathPattern> parse(std::string_view text);

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
