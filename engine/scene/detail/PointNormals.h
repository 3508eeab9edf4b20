// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// Computes a smooth normal of unit length for each point of a mesh. Each face adds the cross
/// product of the two edges at its corner, so that the result does not depend on the choice of
/// diagonals. Faces that cannot be drawn add nothing. (Hd_SmoothNormals.)
std::vector<glm::vec3> computePointNormals(const MeshInput& input);

/// Sums the normals of the triangles at each vertex, weighted by their areas.
std::vector<glm::vec3> computeVertexNormals(const std::vector<glm::vec3>& positions,
                                            const Array<std::uint32_t>& indices);

}  // namespace usdscope
