// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A picked joint. A bone selects the joint at its thick end, which moves it; the last quarter of
/// the bone selects the joint at its thin end.
struct JointHit {
  std::size_t skeleton = 0;  ///< Index into JointPick::skeletons.
  std::size_t joint = 0;
  glm::dvec3 worldPosition{0.0};  ///< On the axis of the bone.
};

/// Finds the joint at a point of the picture. `point` is in pixels from the top left.
struct JointPick {
  std::span<const PosedSkeleton> skeletons;
  const CameraFrustum* frustum = nullptr;
  glm::dvec2 pictureSize{0.0};
  glm::dvec2 point{0.0};
  double reachPixels = 5.0;  ///< A bone is still hit at this distance from its shape.
  /// Depth along the view of the surface that hides bones at this point; infinite if there is none.
  double hidingDepth = std::numeric_limits<double>::infinity();

  /// Returns the hit that is nearest in the picture, and among equals the nearest to the camera.
  std::optional<JointHit> run() const;
};

/// The bones that a joint moves; the bone that ends at it when it moves none.
std::vector<std::uint32_t> bonesOfJoint(const PosedSkeleton& skeleton, std::size_t joint);

}  // namespace usdscope
