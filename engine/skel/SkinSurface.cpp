// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinSurface.h"

#include <cassert>
#include <vector>

#include "engine/skel/detail/SkinKernels.h"

namespace usdscope {
namespace {

// The transposed inverse times the determinant, which exists for every matrix.
glm::dmat3 cofactors(const glm::dmat3& m) {
  return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

}  // namespace

void SkinSurface::run() const {
  using detail::Columns;
  static_assert(sizeof(SkinnedVertex) == 2 * sizeof(glm::vec3));
  assert(vertices.size() == positions.size());
  if (vertices.empty()) return;
  if (normals.empty()) {
    for (SkinnedVertex& vertex : vertices) vertex.normal = glm::vec3(0.0f);
  }
  const detail::SkinArrays<std::uint16_t> arrays{
      joints, weights, influencesPerVertex, positions, normals, &vertices[0].position, 2};
  const bool mayUseAvx2 = precision == SkinPrecision::Single;
  const std::vector<glm::dmat4> matrices(skelFromBind.begin(), skelFromBind.end());
  if (usesDualQuaternions) {
    // Scales are blended also where no joint has one, as on the device.
    const detail::DualQuaternionJoints rigid(matrices, true);
    const detail::DualQuaternionSkin<std::uint16_t> kernel{
        arrays, rigid, Columns(skelFromRest), Columns(cofactors(glm::dmat3(skelFromRest))),
        Columns(glm::dmat4(1.0))};
    detail::runSkinKernel(kernel, matrices.size(), true, mayUseAvx2);
    return;
  }
  std::vector<Columns> skelOfRest;
  skelOfRest.reserve(matrices.size());
  for (const glm::dmat4& matrix : matrices) skelOfRest.emplace_back(matrix * skelFromRest);
  const detail::LinearSkin<std::uint16_t> kernel{arrays, skelOfRest.data(), Float32x4{}};
  detail::runSkinKernel(kernel, matrices.size(), true, mayUseAvx2);
}

}  // namespace usdscope
