// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/compose/MapFunction.h"

namespace usdscope::detail {

/// Finds pairs of a map function by prefixes of a path, in time that depends on the depth of the
/// path but not on the number of pairs. Few pairs are found sooner without tables. Relocates bring
/// very many.
class PairTables {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Requires: `pairs` is sorted like those of a map function.
  explicit PairTables(std::span<const MapFunction::Pair> pairs);

  /// The pair with the longest source that is a prefix of `path`; kNone if that source has fewer
  /// than `minDepth` elements. The last of several pairs with this source.
  std::size_t bestBySource(Path path, std::size_t minDepth) const;
  std::size_t bestByTarget(Path path, std::size_t minDepth) const;

  /// Removes a pair from the tables; the other pairs keep their numbers.
  void remove(std::size_t pair);
  bool isRemoved(std::size_t pair) const { return isRemoved_[pair]; }

 private:
  /// The pairs that have one end in common are a list, from the last one to the first.
  struct Ends {
    std::unordered_map<Path, std::uint32_t> last;
    std::vector<std::uint32_t> earlier;

    void add(Path end, std::uint32_t pair);
    std::size_t best(Path path, std::size_t minDepth) const;
    void remove(Path end, const std::vector<bool>& isRemoved);
  };

  std::span<const MapFunction::Pair> pairs_;
  Ends sources_;
  Ends targets_;
  std::vector<bool> isRemoved_;
};

}  // namespace usdscope::detail
