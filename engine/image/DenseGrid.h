// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace usdscope {

/// The largest magnitude of a value, so that half floats, which textures have, are finite.
inline constexpr float kMostGridValue = 65504.0f;

/// The values of a field on a regular grid, in memory.
///
/// The grid fills a box of voxels without gaps. Voxel (0, 0, 0) has its corner at (0, 0, 0) of
/// *grid space*, in which a voxel is a unit cube.
struct DenseGrid {
  std::array<int, 3> size{};  ///< Voxels along x, y and z; positive.
  int channelCount = 1;       ///< 1, or 3 for vectors and colours.
  /// From -kMostGridValue to kMostGridValue; x varies fastest, then y, then z. The channels of a
  /// voxel follow each other.
  std::vector<float> values;
  /// From grid space to the space of the prim: 16 numbers in rows. A point stands before the
  /// matrix.
  std::array<double, 16> localFromGrid{};
  float largest = 0.0f;  ///< The largest value of any channel.
  /// Voxels of the file that make one of the grid, along each axis; 1 at full resolution.
  int voxelsPerCell = 1;
  bool wasLevelSet = false;  ///< The densities stand for the inside of a surface.

  std::size_t voxelCount() const {
    return std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]);
  }
  bool operator==(const DenseGrid&) const = default;
};

struct DenseGridResult {
  /// Empty if there is a problem, or if the field has no active voxels.
  std::optional<DenseGrid> grid;
  std::string problem;  ///< A sentence that says why the field cannot be read; else empty.
};

/// The size of a dense grid with the largest resolution that the limits allow.
struct GridResolution {
  std::array<int, 3> size{};
  int voxelsPerCell = 1;
};

/// The most values of a dense grid, and the most voxels along an axis.
inline constexpr std::size_t kMostGridValues = std::size_t{1} << 24;
inline constexpr int kMostGridSize = 1024;

/// Returns the resolution for a box of so many voxels; empty if no resolution is coarse enough.
/// Requires: the counts are positive.
std::optional<GridResolution> gridResolution(const std::array<long long, 3>& voxels,
                                             int channelCount,
                                             std::size_t mostValues = kMostGridValues);

}  // namespace usdscope
