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

/// Puts what moves a prim's points at a time at the vertices of its geometry. Null, with a
/// diagnostic, when the influences do not fit the points or there is no such method: the prim is
/// then drawn at rest.
std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                     const Geometry& geometry, std::size_t pointCount,
                                     TimeCode time, Diagnostics& diagnostics);

/// The same skin with the bind transform of a time; shares all arrays with it. One that is not
/// finite leaves the blend shapes alone, with a diagnostic.
std::shared_ptr<const Skin> withBindTransformAt(std::shared_ptr<const Skin> skin,
                                                const SkinningQuery& query, TimeCode time,
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

/// As in baking, a shape that does not fit the points, with a weight on it, ends all shapes: then
/// all weights become 0.
void dropWeightsOfMisfits(const Skin& skin, std::span<float> weights);

/// Weights of the skin's blend shapes (one for each sub-shape of the query) at a time. `share`
/// scales those of the animation; what is set in their place counts in full. One that is no number
/// counts as 0, with a diagnostic.
std::vector<float> blendWeightsAt(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                  TimeCode time, float share, const ShapeOverrides& overrides,
                                  Diagnostics& diagnostics);

}  // namespace usdscope
