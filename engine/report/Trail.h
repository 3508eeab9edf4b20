// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/report/SupplierColors.h"
#include "engine/stage/Prim.h"

namespace usdscope {

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
};

/// One place of a trail.
struct TrailPoint {
  double time = 0.0;
  glm::dvec3 world{0.0};
  bool isSample = false;     ///< There is an authored sample, or a clip starts, at this time.
  std::size_t supplier = 0;  ///< Index into Trail::suppliers.
};

/// The path of a prim through the scene.
struct Trail {
  std::vector<TrailPoint> points;        ///< Ascending in time. Empty if the prim does not move.
  std::vector<SupplierColor> suppliers;  ///< The layers and clips that move the prim.
  bool isWhole = true;                   ///< False if a limit has cut the trail, or it was stopped.
};

/// Follows a prim over time: the middle of its points if they vary, else its origin. The suppliers
/// are those of the points and of the transform ops of the prim and its ancestors that vary; at a
/// sample, that of the first one with a sample there. Opens clips. Works in the background.
Trail makeTrail(const Prim& prim, const TrailRequest& request, const std::stop_token& stop);

}  // namespace usdscope
