// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// A hash table from paths of prims to rows. It consists of parts that consecutive stages share.
/// Immutable.
class RowByPath {
 public:
  RowByPath() = default;
  /// Requires: `paths[row]` is the path of a row, and no path occurs twice.
  explicit RowByPath(const std::vector<Path>& paths);

  /// Returns kNoRow when there is no such prim.
  std::uint32_t find(Path path) const;

  /// Returns a copy without `removed` and with `added`. Requires: the table has all paths of
  /// `removed`, and has none of `added` once those are removed.
  RowByPath edited(const std::vector<Path>& removed,
                   const std::vector<std::pair<Path, std::uint32_t>>& added) const;

 private:
  /// A slot of the hash table, which uses open addressing. An empty path is a free slot.
  struct Slot {
    Path path;
    std::uint32_t row = 0;
  };
  using Part = std::vector<Slot>;

  static void put(Part& part, std::size_t partCount, Path path, std::uint32_t row);

  std::vector<std::shared_ptr<const Part>> parts_;
};

}  // namespace usdscope
