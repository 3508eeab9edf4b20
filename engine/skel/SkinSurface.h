// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/math/Types.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {

/// A skinned vertex: position, and normal of unit length (zero where the geometry has none).
struct SkinnedVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  bool operator==(const SkinnedVertex&) const = default;
};

/// Skins the vertices of a surface for a picture: positions and normals in one pass, in single
/// precision on all cores. The normals are those of the deformed surface; baked normals
/// (SkinNormals) are computed like in the reference instead.
///
/// A job: fill in the fields, then call run(). Requires: sizes fit, and all joints are in range.
struct SkinSurface {
  bool usesDualQuaternions = false;
  glm::dmat4 skelFromRest{1.0};             ///< geomBindTransform.
  std::span<const glm::mat4> skelFromBind;  ///< The palette, one matrix per joint.
  std::span<const std::uint16_t> joints;    ///< positions.size() × influencesPerVertex.
  std::span<const float> weights;        ///< As many as `joints`. Not normalised; may be negative.
  std::size_t influencesPerVertex = 0;   ///< Greater than 0.
  std::span<const glm::vec3> positions;  ///< At rest.
  std::span<const glm::vec3> normals;    ///< At rest; as many as `positions`, or empty.
  std::span<SkinnedVertex> vertices;     ///< Output; as many as `positions`.
  SkinPrecision precision = SkinPrecision::Single;  ///< Single, or SingleNoAvx2 for tests.

  void run() const;
};

}  // namespace usdscope
