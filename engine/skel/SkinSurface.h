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

/// Moves the vertices of a surface with joints, for a picture: positions and normals in one pass,
/// in single precision on all cores. Normals follow the surface as it is deformed; baked ones
/// (SkinNormals) follow the reference.
///
/// A job: fill in the fields, then call run(). Requires: sizes fit, and all joints are in range.
struct SkinSurface {
  bool usesDualQuaternions = false;
  glm::dmat4 skelFromRest{1.0};                     ///< geomBindTransform.
  std::span<const glm::mat4> skelFromBind;          ///< Per joint.
  std::span<const std::uint16_t> joints;            ///< positions.size() × influencesPerVertex.
  std::span<const float> weights;                   ///< As many. Not normalised; any sign.
  std::size_t influencesPerVertex = 0;              ///< Above 0.
  std::span<const glm::vec3> positions;             ///< At rest.
  std::span<const glm::vec3> normals;               ///< At rest; as many, or empty: none.
  std::span<SkinnedVertex> vertices;                ///< Out; as many.
  SkinPrecision precision = SkinPrecision::Single;  ///< One of the two single ones.

  void run() const;
};

}  // namespace usdscope
