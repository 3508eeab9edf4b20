// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace usdscope {

/// Which edges of triangles are edges of faces, and not cuts through them: four bits for each
/// triangle, eight triangles a word; bit i says that the edge across from corner i is drawn.
/// `faces` has the face of each triangle, those of one face in a row; empty: all edges are drawn.
std::vector<std::uint32_t> drawnEdges(std::span<const std::uint32_t> indices,
                                      std::span<const std::uint32_t> faces);

}  // namespace usdscope
