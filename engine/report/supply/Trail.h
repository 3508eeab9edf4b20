// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/report/supply/SupplierColors.h"
#include "engine/stage/Prim.h"

namespace usdscope {

class LegendColors;

/// The frames of a trail, and its limits. Requires: `from` is not after `to`, and `step` is
/// positive.
struct TrailRequest {
  double from = 0.0;
  double to = 0.0;
  double step = 1.0;  ///< Time codes per frame.
  double near = 0.0;  ///< The trail is made outward from this time, until a limit is reached.
  std::size_t mostPoints = 1000;
  /// A set with more clips than this is not opened as a whole: then only starts of clips are
  /// samples, and only this number of clips around `near` is used. A set without a manifest may
  /// still open all its clips, to know which attributes they have.
  std::size_t clipBudget = 64;
  std::chrono::milliseconds budget{0};  ///< The wall-clock time it may take; 0 for any.
  /// The point of the prim to follow, as skeletons and blend shapes move it.
  std::optional<std::uint32_t> point = std::nullopt;
  /// The joint to follow, of the rig that the prim belongs to (SkelRig). Empty: no joint.
  Token joint = {};
  /// The colours of what is seen beside the trail; null for a trail that is alone.
  std::shared_ptr<LegendColors> legendColors = nullptr;
};

/// One place of a trail.
struct TrailPoint {
  double time = 0.0;
  glm::dvec3 world{0.0};
  bool isSample = false;     ///< There is an authored sample, or a clip starts, at this time.
  std::size_t supplier = 0;  ///< Index into Trail::suppliers.
  /// The frame or sample before it has no place, so that no line leads here.
  bool isAfterHole = false;
};

/// The path of a prim through the scene.
struct Trail {
  std::vector<TrailPoint> points;  ///< Ascending in time. Empty if the prim does not move.
  /// The layers and clips that move the prim, as they come. Their names differ.
  std::vector<SupplierColor> suppliers;
  bool isWhole = true;  ///< False if a limit has cut the trail, or it was stopped.
};

/// Follows a joint, a point or a prim over time. A prim is followed at the middle of its points if
/// they vary or are deformed, else at its origin. The suppliers are those of the attributes that
/// vary: points, the animation of the skeleton, and the transform ops of the prim or skeleton and
/// its ancestors; at a sample, that of the first one with a sample there. Empty if there is no such
/// joint or point. Opens clips. Works in the background.
Trail makeTrail(const Prim& prim, const TrailRequest& request, const std::stop_token& stop);

}  // namespace usdscope
