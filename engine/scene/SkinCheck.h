// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/scene/SceneExtractor.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// The vertices of a skinned item as drawn, in the item's space.
struct DrawnVertices {
  Path prim;
  std::shared_ptr<const Geometry> geometry;
  std::vector<glm::vec3> positions;
};

/// A skeleton and the followers to check. Valid while the stage lives.
struct SkinnedRig {
  SkeletonQuery skeleton;
  std::vector<SkinningQuery> followers;
};

/// The distance between a prim as drawn and as skinned in double precision.
struct SkinError {
  Path prim;
  std::size_t pointCount = 0;  ///< Points that were compared.
  double largest = 0.0;
  std::size_t worstPoint = 0;
  std::size_t lostCount = 0;  ///< Points whose exact position is not finite.
  std::string whyNot;         ///< Why nothing was compared, as a sentence; else empty.
};

struct SkinCheck {
  std::vector<SkinError> prims;  ///< Per follower.
  /// Diagonal of the box around all exact points.
  double characterSize = 0.0;

  double largest() const;
  std::size_t pointCount() const;
};

/// Compares drawn vertices with the points of the stage, moved by shapes and joints in double
/// precision (SkinPoints), in the pose and with the shapes of `options`. Incomplete when stopped.
SkinCheck checkSkin(const SkinnedRig& rig, TimeCode time, const ExtractOptions& options,
                    std::span<const DrawnVertices> drawn, std::stop_token stop = {});

/// Whether the followers of a skeleton stay inside an authored extent.
struct ExtentCheck {
  Path prim;                    ///< The prim with the extent.
  std::size_t timeCount = 0;    ///< Number of times that were checked.
  std::vector<double> outside;  ///< Times at which points are outside.
  double farthest = 0.0;        ///< The largest excess along an axis of the prim's space.
  double farthestTime = 0.0;
  double extentSize = 0.0;  ///< Diagonal of the extent at that time.
};

/// Checks the animated pose at several times. An extent of the SkelRoot must contain all followers;
/// without one, the extent of each prim must contain that prim. An excess of up to 1e-5 of the
/// extent's size is ignored. Incomplete when stopped.
std::vector<ExtentCheck> checkExtents(const SkinnedRig& rig, std::span<const double> times,
                                      std::stop_token stop = {});

}  // namespace usdscope
