// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DenseGrid.h"

#include <algorithm>

namespace usdscope {

std::optional<GridResolution> gridResolution(const std::array<long long, 3>& voxels,
                                             int channelCount, std::size_t mostValues) {
  // Voxels have coordinates of 32 bits.
  constexpr long long kMostVoxels = 1LL << 32;
  if (*std::ranges::max_element(voxels) > kMostVoxels) return std::nullopt;
  const auto cellsFor = [&](long long perCell) {
    std::array<long long, 3> cells{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cells[axis] = (voxels[axis] + perCell - 1) / perCell;
    }
    return cells;
  };
  const auto fits = [&](long long perCell) {
    const std::array<long long, 3> cells = cellsFor(perCell);
    if (*std::ranges::max_element(cells) > kMostGridSize) return false;
    return static_cast<std::size_t>(cells[0] * cells[1] * cells[2]) *
               static_cast<std::size_t>(channelCount) <=
           mostValues;
  };
  // The smallest number of voxels that fits: coarser grids fit too.
  long long low = 1;
  long long high = kMostVoxels;
  while (low < high) {
    const long long middle = low + (high - low) / 2;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  if (low >= kMostVoxels / 2) return std::nullopt;
  const std::array<long long, 3> cells = cellsFor(low);
  return GridResolution{{int(cells[0]), int(cells[1]), int(cells[2])}, int(low)};
}

}  // namespace usdscope
