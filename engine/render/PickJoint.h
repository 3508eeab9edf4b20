// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A joint that was met: that at whose end of a bone the point is. A bone belongs to the joint that
/// moves it, at its thick end; only its last quarter leads to the other one.
struct JointHit {
  std::size_t skeleton = 0;  ///< Into the skeletons that were asked for.
  std::size_t joint = 0;
  glm::dvec3 worldPosition{0.0};  ///< On the axis of the bone.
};

/// What bone is seen at a point of a picture of this size; the point in pixels from the top left.
struct JointPick {
  std::span<const PosedSkeleton> skeletons;
  const CameraFrustum* frustum = nullptr;
  glm::dvec2 pictureSize{0.0};
  glm::dvec2 point{0.0};
  double reachPixels = 5.0;  ///< Beside the shape of the bone.
  /// Of what hides bones, along the view at this point; endless: nothing does.
  double hidingDepth = std::numeric_limits<double>::infinity();

  /// Nearest in the picture first, then nearest to the camera.
  std::optional<JointHit> run() const;
};

/// The bones that show a joint: those that it moves, or that which leads to it where there are
/// none.
std::vector<std::uint32_t> bonesOfJoint(const PosedSkeleton& skeleton, std::size_t joint);

}  // namespace usdscope
