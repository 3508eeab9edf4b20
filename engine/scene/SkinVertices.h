// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// A skinned vertex: position, and normal of unit length (zero where the geometry has none).
struct SkinnedVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  bool operator==(const SkinnedVertex&) const = default;
};

/// How many rows of four floats the joints of a skin take; see appendSkinRows().
std::size_t skinRowCount(const Skin& skin);

/// Appends the matrices of one pose in the form that vertices are skinned with, here and on the
/// device. `palette` has skin.jointCount matrices.
///
/// Linear: three rows for each joint, of the matrix from rest points to skeleton space.
/// Dual quaternion: three rows of skelFromRest; then five for each joint: the real and the dual
/// quaternion (i j k, real part) of its rigid motion, and three columns of the scale before it.
void appendSkinRows(const Skin& skin, std::span<const glm::mat4> palette,
                    std::vector<glm::vec4>& rows);

/// Moves the vertices of a geometry with blend shapes and joints, in single precision on all cores.
/// Blend shapes come first, then joints; normals go with the transposed inverse. (UsdSkel; Kavan et
/// al., "Skinning with dual quaternions", 2007.)
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch.
struct SkinVertices {
  const Geometry* geometry = nullptr;
  const Skin* skin = nullptr;
  std::span<const glm::vec4> rows;      ///< skinRowCount(), from appendSkinRows().
  std::span<const float> blendWeights;  ///< One for each of skin->blendShapes.
  std::span<SkinnedVertex> vertices;    ///< Out: geometry->vertexCount().

  /// What of these sizes does not fit, a sentence; empty when run() will succeed. Indices inside
  /// the skin are looked at by skinProblem().
  std::string problem() const;
  /// Returns false and writes nothing when there is a problem().
  bool run() const;
};

/// What makes a skin unusable for a geometry, a sentence; else empty: array sizes that do not fit,
/// joints or vertices out of range. Looks at every index: ask once for a skin, not for a frame.
std::string skinProblem(const Geometry& geometry, const Skin& skin);

}  // namespace usdscope
