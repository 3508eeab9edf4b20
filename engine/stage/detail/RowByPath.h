// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Rows of prims by their path. In parts, which consecutive stages share. Immutable.
class RowByPath {
 public:
  RowByPath() = default;
  /// `paths[row]` is the path of a row; each path stands there once.
  explicit RowByPath(const std::vector<Path>& paths);

  /// kNoRow when there is no such prim.
  std::uint32_t find(Path path) const;

  /// With `removed` taken out and `added` put in, whose paths are not there yet.
  RowByPath edited(const std::vector<Path>& removed,
                   const std::vector<std::pair<Path, std::uint32_t>>& added) const;

 private:
  /// Open addressing; an empty path is a free slot.
  struct Slot {
    Path path;
    std::uint32_t row = 0;
  };
  using Part = std::vector<Slot>;

  static void put(Part& part, std::size_t partCount, Path path, std::uint32_t row);

  std::vector<std::shared_ptr<const Part>> parts_;
};

}  // namespace usdscope
