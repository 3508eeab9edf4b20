// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/ShapeOverrides.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// Puts what moves a prim's points at the vertices of its geometry. Null, with a diagnostic, when
/// the influences or shapes do not fit the points: the prim is then drawn at rest.
std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                     const Geometry& geometry, std::size_t pointCount,
                                     Diagnostics& diagnostics);

/// How far a skin's joints and shapes reach, so that posed bounds follow from matrices and weights
/// alone.
struct SkinReach {
  std::vector<Box> joints;  ///< Per joint: the rest positions that it moves; empty: none.
  std::vector<Box> shapes;  ///< Per blend shape: its offsets, and none.

  /// A box around what is in `box`, after shapes of these weights.
  Box shaped(Box box, std::span<const float> weights) const;
};
SkinReach computeSkinReach(const Skin& skin, const Geometry& geometry);

/// Weights of the skin's blend shapes (one for each sub-shape of the query) at a time. `share`
/// scales those of the animation; what is set in their place counts in full. One that is no number
/// counts as 0, with a diagnostic.
std::vector<float> blendWeightsAt(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                  TimeCode time, float share, const ShapeOverrides& overrides,
                                  Diagnostics& diagnostics);

}  // namespace usdscope
