// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/ShapeOverrides.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// Spreads the joint influences and blend shapes of a prim's points over the vertices of its
/// geometry. `jointCount` is the number of joints that influences may name; empty when the skeleton
/// cannot be posed. Returns null, with a diagnostic, when the influences do not fit the points or
/// the method is unknown: the prim is then drawn at rest.
std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const Geometry& geometry,
                                     std::size_t pointCount, std::optional<std::size_t> jointCount,
                                     TimeCode time, Diagnostics& diagnostics);

/// Returns the skin with the bind transform of a time; it shares all arrays with `skin`. When the
/// transform is not finite, only the blend shapes are left, with a diagnostic.
std::shared_ptr<const Skin> withBindTransformAt(std::shared_ptr<const Skin> skin,
                                                const SkinningQuery& query, TimeCode time,
                                                Diagnostics& diagnostics);

/// The bounds of what each joint and each shape of a skin moves. Posed bounds follow from them, the
/// joint matrices and the shape weights alone.
struct SkinReach {
  std::vector<Box> joints;  ///< Per joint: the rest positions that it moves.
  std::vector<Box> shapes;  ///< Per blend shape: its offsets and the origin.

  /// Returns bounds of the points in `box` after shapes of these weights.
  Box shaped(Box box, std::span<const float> weights) const;
};
SkinReach computeSkinReach(const Skin& skin, const Geometry& geometry);

/// Sets all weights to 0 when a shape that does not fit the points has a weight, as baking does.
void dropUnfitShapes(const Skin& skin, std::span<float> weights);

/// Returns the weights of the skin's blend shapes, one for each sub-shape of the query, in a pose
/// of its skeleton. `share` scales the animated weights; overrides replace them unscaled. A weight
/// that is not finite becomes 0, with a diagnostic.
std::vector<float> skinBlendWeights(const SkinningQuery& query, Path skeleton, const SkelPose& pose,
                                    float share, const ShapeOverrides& overrides,
                                    Diagnostics& diagnostics);

}  // namespace usdscope
