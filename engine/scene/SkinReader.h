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

/// Makes the skin of a geometry: copies the joint influences and blend shapes of the prim's points
/// to the vertices. `jointCount` is the number of joints that influences may refer to; empty when
/// the skeleton cannot be posed. If the influences do not fit the points or the method is unknown,
/// returns null with a diagnostic, and the prim is drawn at rest.
std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const Geometry& geometry,
                                     std::size_t pointCount, std::optional<std::size_t> jointCount,
                                     TimeCode time, Diagnostics& diagnostics);

/// Returns the skin with the bind transform at a time. It shares all arrays with `skin`. If the
/// transform is not finite, the result has only the blend shapes, and there is a diagnostic.
std::shared_ptr<const Skin> withBindTransformAt(std::shared_ptr<const Skin> skin,
                                                const SkinningQuery& query, TimeCode time,
                                                Diagnostics& diagnostics);

/// The bounds of the vertices that each joint of a skin moves, and of the offsets of each blend
/// shape. Posed bounds are computed from these, the joint matrices and the shape weights, without
/// skinning vertices.
struct SkinReach {
  std::vector<Box> joints;  ///< Per joint, the bounds of the rest positions that it moves.
  std::vector<Box> shapes;  ///< Per blend shape, the bounds of its offsets and the origin.

  /// Returns bounds of the points in `box` after blend shapes with these weights.
  Box shaped(Box box, std::span<const float> weights) const;
};
SkinReach computeSkinReach(const Skin& skin, const Geometry& geometry);

/// Sets all weights to 0 if a shape that does not fit the points has a weight, as baking does.
void dropUnfitShapes(const Skin& skin, std::span<float> weights);

/// Returns the weights of the skin's blend shapes in a pose of its skeleton. Each sub-shape of
/// `query` is one blend shape of the skin. Animated weights are multiplied by `share`; overrides
/// replace the products. A weight that is not isShapeApplied() becomes 0; so does one that is not
/// finite, with a diagnostic.
std::vector<float> skinBlendWeights(const SkinningQuery& query, Path skeleton, const SkelPose& pose,
                                    float share, const ShapeOverrides& overrides,
                                    Diagnostics& diagnostics);

}  // namespace usdscope
