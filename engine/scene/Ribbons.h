// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Converts lines with widths to flat ribbons of triangles, whose fronts face the normals of the
/// curves. A vertex of the lines becomes two, one at each edge of the ribbon, with its colour.
/// If the curve runs along its normal, the ribbon has any direction across the curve. `normals`
/// and `texCoords` have an element per vertex; the latter may be empty. Requires: `lines` has
/// widths. (UsdGeomCurves: oriented curves.)
std::shared_ptr<Geometry> makeRibbons(const Geometry& lines, std::span<const glm::vec3> normals,
                                      std::span<const glm::vec2> texCoords);

}  // namespace usdscope
