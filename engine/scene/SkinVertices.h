// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinSurface.h"

namespace usdscope {

/// Returns how many rows of four floats appendSkinRows() appends for a skin.
std::size_t skinRowCount(const Skin& skin);

/// Appends the joint matrices of one pose in the form in which the device skins with them.
/// `palette` has skin.jointCount matrices.
///
/// Linear: three rows for each joint, of the matrix from rest points to skeleton space.
/// Dual quaternion: three rows of skelFromRest; then five for each joint: the real and the dual
/// quaternion (i j k, real part) of its rigid motion, and three columns of the scale before it.
void appendSkinRows(const Skin& skin, std::span<const glm::mat4> palette,
                    std::vector<glm::vec4>& rows);

/// Moves the vertices of a geometry as a picture shows them: blend shapes first, then joints
/// (SkinSurface). The device does the same in shaders/mesh/skin.comp.
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch.
struct SkinVertices {
  const Geometry* geometry = nullptr;
  const Skin* skin = nullptr;
  std::span<const glm::mat4> palette;   ///< skin->jointCount matrices; none without influences.
  std::span<const float> blendWeights;  ///< One for each of skin->blendShapes.
  std::span<SkinnedVertex> vertices;    ///< Out: geometry->vertexCount().

  /// Why these sizes do not fit, as a sentence; empty when run() will succeed. Indices inside the
  /// skin are checked by skinProblem().
  std::string problem() const;
  /// Returns false and writes nothing when there is a problem().
  bool run() const;
};

/// Why a skin cannot move a geometry, as a sentence: array sizes that do not fit, joints or
/// vertices out of range. Empty when it can. Checks every index, so call it once per skin, not per
/// frame.
std::string skinProblem(const Geometry& geometry, const Skin& skin);

}  // namespace usdscope
