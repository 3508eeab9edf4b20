// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/Stencils.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// The vertices of a skinned item as they were drawn, in the item's local space.
struct DrawnVertices {
  Path prim;
  std::shared_ptr<const Geometry> geometry;
  std::vector<glm::vec3> positions;
  /// The cage of a refined geometry; else null. Its posed points, refined, are then compared.
  std::shared_ptr<const RefinedCage> refined;
};

/// A skeleton, and the prims that follow it and are to be checked. Valid while the stage lives.
struct SkinnedRig {
  SkeletonQuery skeleton;
  std::vector<SkinningQuery> followers;
};

/// The distances between the drawn points of a prim and its points skinned in double precision.
struct SkinError {
  Path prim;
  std::size_t pointCount = 0;  ///< Number of points that were compared.
  double largest = 0.0;
  std::size_t worstPoint = 0;
  /// Number of points whose position in double precision is not finite.
  std::size_t lostCount = 0;
  std::string whyNot;  ///< A sentence that says why no points were compared; else empty.
};

struct SkinCheck {
  std::vector<SkinError> prims;  ///< One for each follower.
  /// Diagonal of the box around all points in double precision.
  double characterSize = 0.0;

  double largest() const;
  std::size_t pointCount() const;
};

/// Compares drawn vertices with the points of the stage, to which blend shapes and joints are
/// applied in double precision (SkinPoints). `options` has the pose and the shape overrides of the
/// drawn scene. The result is incomplete when stopped.
SkinCheck checkSkin(const SkinnedRig& rig, TimeCode time, const ExtractOptions& options,
                    std::span<const DrawnVertices> drawn, std::stop_token stop = {});

/// The result of checking that the followers of a skeleton stay inside an authored extent.
struct ExtentCheck {
  Path prim;                    ///< The prim that has the extent.
  std::size_t timeCount = 0;    ///< Number of times that were checked.
  std::vector<double> outside;  ///< Times at which points are outside.
  /// The largest distance of a point from the extent, along an axis of the prim's space.
  double farthest = 0.0;
  double farthestTime = 0.0;
  double extentSize = 0.0;  ///< Diagonal of the extent at `farthestTime`.
};

/// Checks the animated pose at several times. If the SkelRoot has an extent, it must contain all
/// followers; else the extent of each follower must contain this follower. Ignores distances of up
/// to 1e-5 of the extent's size. The result is incomplete when stopped.
std::vector<ExtentCheck> checkExtents(const SkinnedRig& rig, std::span<const double> times,
                                      std::stop_token stop = {});

}  // namespace usdscope
