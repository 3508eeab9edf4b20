// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// Puts what moves a prim's points at the vertices of its geometry. Null, with a diagnostic, when
/// the influences or shapes do not fit the points: the prim is then drawn at rest.
std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                     const Geometry& geometry, std::size_t pointCount,
                                     Diagnostics& diagnostics);

/// Per joint of a skin: what it moves, in skeleton space at bind, blend shapes at full weight
/// included; empty: nothing. Posed bounds then follow from matrices alone.
std::vector<Box> computeJointBounds(const Skin& skin, const Geometry& geometry);

/// Weights of the skin's blend shapes (one for each sub-shape of the query) at a time.
std::vector<float> blendWeightsAt(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                  TimeCode time);

}  // namespace usdscope
