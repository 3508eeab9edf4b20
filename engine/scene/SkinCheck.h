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

/// Vertices of a skinned item where they have been drawn, in the item's space.
struct DrawnVertices {
  Path prim;
  std::shared_ptr<const Geometry> geometry;
  std::vector<glm::vec3> positions;
};

/// A skeleton and what is looked at of what follows it. Good as long as the stage lives.
struct SkinnedRig {
  SkeletonQuery skeleton;
  std::vector<SkinningQuery> followers;
};

/// How far one prim is drawn from where its skeleton puts it.
struct SkinError {
  Path prim;
  std::size_t pointCount = 0;  ///< That have been compared.
  double largest = 0.0;
  std::size_t worstPoint = 0;
  std::size_t lostCount = 0;  ///< Points whose true place is no finite one.
  std::string whyNot;         ///< Why nothing has been compared, a sentence; else empty.
};

struct SkinCheck {
  std::vector<SkinError> prims;  ///< One for each follower.
  /// Diagonal of the box around all true points.
  double characterSize = 0.0;

  double largest() const;
  std::size_t pointCount() const;
};

/// Holds drawn vertices against the points of the stage, moved by shapes and joints in double
/// precision (SkinPoints), in the pose and with the shapes of `options`. Half done when stopped.
SkinCheck checkSkin(const SkinnedRig& rig, TimeCode time, const ExtractOptions& options,
                    std::span<const DrawnVertices> drawn, std::stop_token stop = {});

/// Whether what follows a skeleton stays in an extent that is authored.
struct ExtentCheck {
  Path prim;                    ///< That has the extent.
  std::size_t timeCount = 0;    ///< Times that have been looked at.
  std::vector<double> outside;  ///< Those at which points are outside.
  double farthest = 0.0;        ///< How far at most, along an axis of the prim's space.
  double farthestTime = 0.0;
  double extentSize = 0.0;  ///< Diagonal of the extent then.
};

/// Looks at the animated pose at several times. The extent of the SkelRoot counts where it has one,
/// for all that follows; else that of each prim for itself. What is outside by less than 1e-5 of
/// the extent's size is inside. Half done when stopped.
std::vector<ExtentCheck> checkExtents(const SkinnedRig& rig, std::span<const double> times,
                                      std::stop_token stop = {});

}  // namespace usdscope
