// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Marks the triangle edges that are edges of faces and not cuts through a face. Each triangle has
/// four bits, so eight triangles share a word. Bit i is set if the edge opposite to corner i is
/// drawn. `faces` has the face of each triangle; triangles of one face are consecutive. If `faces`
/// is empty, all edges are drawn.
std::vector<std::uint32_t> drawnEdges(std::span<const std::uint32_t> indices,
                                      std::span<const std::uint32_t> faces);

/// Marks the edges of a geometry's faces. For a refined geometry, marks those of its refined faces,
/// or with `ofCage` those of the faces that were refined.
std::vector<std::uint32_t> drawnEdges(const Geometry& geometry, bool ofCage = false);

}  // namespace usdscope
