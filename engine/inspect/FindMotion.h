// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/inspect/MotionFinding.h"

namespace usdscope {

class Stage;

/// The questions to answer, and the interval of stage time. Requires: `from` and `to` are finite,
/// and `from` is not after `to`.
struct MotionRequest {
  bool changes = false;  ///< All values that differ between `from` and `to`, or jump in between.
  bool pops = false;
  bool frozen = false;
  bool seams = false;
  double from = 0.0;
  double to = 0.0;
  /// The number of clips that may be opened in addition to those in memory. Attributes that need
  /// more are not examined. Playing a clip may read the next one ahead.
  std::size_t clipBudget = std::numeric_limits<std::size_t>::max();
  /// A step is a pop if it is this many times larger than the second largest of the four steps
  /// before and the four behind it.
  double popFactor = 5.0;
  /// Called while the search goes on, on several threads, with the number of attributes that have
  /// been examined and of those to examine; may be empty.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct MotionFindings {
  std::vector<MotionFinding> findings;  ///< By attribute in traversal order, then by time.
  std::size_t examinedCount = 0;        ///< Number of attributes that were examined.
  std::vector<Attribute> tooManyClips;  ///< Attributes that the budget does not allow to examine.
  bool isComplete = true;               ///< False if the search was stopped.
};

/// The largest number of frames in an interval for which pops can be found.
inline constexpr double kMostMotionFrames = 1e6;

/// Examines the attributes of a prim and its descendants; see visitValuedAttributes(). Works on
/// several threads, and can run in the background: it stops soon after `stop` is requested, and
/// returns the findings of the attributes that have been examined until then.
///
/// Pops and seams concern numbers, vectors, matrices, quaternions and arrays of them; pops also
/// visibility and the topology of shapes. A seam is compared only where the motion on both sides
/// lies in the interval. Attributes for rotation in degrees are compared modulo 360, and a
/// quaternion with its negative. Steps of at most a hundred-thousandth of the value are ignored as
/// rounding.
MotionFindings findMotion(const Prim& root, const MotionRequest& request,
                          const std::stop_token& stop);

/// Returns the interval in which a stage plays or, without an authored one, that of its samples and
/// clips. Opens no clips. Empty if nothing is animated.
std::optional<std::pair<double, double>> motionRange(const Stage& stage,
                                                     const std::stop_token& stop);

}  // namespace usdscope
