// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/value/Array.h"

namespace usdscope {

struct Geometry;

/// Rows of weights: each row makes one refined value as a weighted sum of values of the cage.
/// Immutable, and shared while the faces of a mesh do not change.
struct Stencils {
  Array<std::uint32_t> firsts;   ///< Per row, its first element of `sources`; then the end.
  Array<std::uint32_t> sources;  ///< Indices of cage values.
  Array<float> weights;          ///< As many as `sources`.

  std::size_t rowCount() const { return firsts.empty() ? 0 : firsts.size() - 1; }
  bool operator==(const Stencils&) const = default;

  /// Returns the value of a row. Requires: the row and all its sources are in range.
  template <typename T>
  T valueAt(std::size_t row, std::span<const T> values) const {
    T sum(0.0f);
    for (std::size_t i = firsts[row]; i < firsts[row + 1]; ++i) {
      sum += values[sources[i]] * weights[i];
    }
    return sum;
  }
};

/// The cage of a refined geometry. Joints and blend shapes move the vertices of the cage, of which
/// the stencils then make the vertices of the refined geometry. Refined influences would not give
/// the same surface.
struct RefinedCage {
  std::shared_ptr<const Geometry> cage;  ///< One vertex for each point of the prim; no triangles.
  Stencils stencils;                     ///< From vertices of the cage to refined points.
  Array<std::uint32_t> vertexRows;  ///< Per vertex of the refined geometry, its row in `stencils`.
};

}  // namespace usdscope
