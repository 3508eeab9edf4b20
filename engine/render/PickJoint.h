// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A picked joint. A bone belongs to the joint at its thick end, which moves the bone; only the
/// last quarter of a bone picks the joint at its thin end.
struct JointHit {
  std::size_t skeleton = 0;  ///< Index into JointPick::skeletons.
  std::size_t joint = 0;
  glm::dvec3 worldPosition{0.0};  ///< On the axis of the bone.
};

/// Finds the joint at a point of the picture: fill in the fields, then call run(). `point` is in
/// pixels from the top left.
struct JointPick {
  std::span<const PosedSkeleton> skeletons;
  const CameraFrustum* frustum = nullptr;
  glm::dvec2 pictureSize{0.0};
  glm::dvec2 point{0.0};
  double reachPixels = 5.0;  ///< The largest distance from a bone, in pixels, at which it is hit.
  /// Depth of the surface at this point, which hides bones behind it; infinite if there is no
  /// surface.
  double hidingDepth = std::numeric_limits<double>::infinity();

  /// Returns the hit that is nearest in the picture, and among equals the nearest to the camera.
  std::optional<JointHit> run() const;
};

/// Returns the bones that a joint moves; if it moves none, the bone that ends at the joint.
std::vector<std::uint32_t> bonesOfJoint(const PosedSkeleton& skeleton, std::size_t joint);

}  // namespace usdscope
