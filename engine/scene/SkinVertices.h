// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinSurface.h"

namespace usdscope {

/// Returns the geometry whose vertices a skin moves: the cage if the geometry is refined.
const Geometry& movedGeometry(const Geometry& geometry, const Skin& skin);

/// Returns how many rows of four floats appendSkinRows() appends for a skin.
std::size_t skinRowCount(const Skin& skin);

/// Appends the joint matrices of one pose as rows of four floats, as shaders/mesh/skin.comp reads
/// them. Appends nothing for a skin without influences. Requires: `palette` has skin.jointCount
/// matrices.
///
/// - Linear: for each joint, the first three rows of the matrix from rest points to posed skeleton
///   space.
/// - Dual quaternion: the first three rows of skelFromRest. Then for each joint the real quaternion
///   (x y z w), the dual quaternion (x y z w), and the three columns of the scale-and-shear matrix
///   that is applied before the rigid motion.
void appendSkinRows(const Skin& skin, std::span<const glm::mat4> palette,
                    std::vector<glm::vec4>& rows);

/// Skins the vertices of a geometry for a picture on the CPU: blend shapes first (BlendVertices),
/// then joints (SkinSurface). If the geometry is refined, moves the vertices of its cage and makes
/// those of the geometry from them. shaders/mesh/skin.comp and refine.comp do the same on the GPU.
///
/// A job: fill in the fields, then call run(). It allocates memory only for the duration of run().
struct SkinVertices {
  const Geometry* geometry = nullptr;
  const Skin* skin = nullptr;
  /// skin->jointCount matrices; ignored if the skin has no influences.
  std::span<const glm::mat4> palette;
  std::span<const float> blendWeights;  ///< One for each of skin->blendShapes.
  std::span<SkinnedVertex> vertices;    ///< Output: geometry->vertexCount() elements.

  /// Returns a sentence that says why the array sizes do not match; empty when run() will succeed.
  /// skinProblem() checks the indices inside the skin.
  std::string problem() const;
  /// Returns false and writes nothing when there is a problem().
  bool run() const;

 private:
  void move(std::span<SkinnedVertex> moved) const;
};

/// Returns a sentence that says why a skin does not fit a geometry: array sizes that do not match,
/// or joints or vertices out of range. Empty when it fits. Checks every index, so call it once per
/// skin, not per frame.
std::string skinProblem(const Geometry& geometry, const Skin& skin);

}  // namespace usdscope
