// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/math/Types.h"

namespace usdscope {

/// An offset of a primary or in-between shape, for a vertex that it moves.
struct VertexOffset {
  std::uint32_t vertex = 0;
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  bool operator==(const VertexOffset&) const = default;
};

/// The offsets of one shape, as a range of an array of offsets.
struct OffsetRange {
  std::uint32_t firstOffset = 0;
  std::uint32_t offsetCount = 0;
  bool operator==(const OffsetRange&) const = default;
};

/// Adds weighted offsets of blend shapes to the vertices of a surface for a picture, in single
/// precision. BlendShapeQuery does the same for the points of a prim. A weight moves vertices if
/// isShapeApplied().
///
/// A job: fill in the fields, then call run(). It allocates no memory. Requires: sizes fit, and all
/// offsets and vertices are in range.
struct BlendVertices {
  std::span<const VertexOffset> offsets;
  std::span<const OffsetRange> shapes;
  std::span<const float> weights;  ///< One for each shape.
  std::span<glm::vec3> positions;  ///< Input and output.
  std::span<glm::vec3> normals;    ///< Input and output; as many as `positions`, or empty.

  /// Returns whether run() changes anything.
  bool isActive() const;
  void run() const;
};

}  // namespace usdscope
