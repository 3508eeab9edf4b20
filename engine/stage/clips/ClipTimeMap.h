// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// The map from stage time to the time inside the clips of a set: linear between knots, constant
/// outside of them, the identity without knots.
///
/// Two knots at one stage time are a jump: the map comes up to the first and goes on from the
/// second. Many stage times may have one clip time. Immutable.
class ClipTimeMap {
 public:
  /// How far before the stage time of a jump its left side stands as a time of its own.
  static constexpr double kJumpStep = 2.220446049250313e-16 * 1e6 * 10.0 * 2.0;

  struct Knot {
    double stage = 0.0;
    double clip = 0.0;
    bool isBeforeJump = false;  ///< Stands kJumpStep before the knot that follows it.
  };

  /// The part of the map between the knot with its number and the next one.
  using Segment = std::size_t;

  ClipTimeMap() = default;
  /// `times` as authored: stage time and clip time; equal stage times keep their order.
  explicit ClipTimeMap(std::span<const glm::dvec2> times);

  bool isIdentity() const { return knots_.empty(); }
  /// Ascending in stage time. The first and the last stand there twice, so that all times before
  /// and after them lie in a segment too.
  std::span<const Knot> knots() const { return knots_; }
  std::size_t segmentCount() const { return isIdentity() ? 0 : knots_.size() - 1; }

  double clipFromStage(double stageTime) const;
  /// The clip time that a jump at this very stage time comes up to; empty where there is no jump.
  std::optional<double> clipBeforeJump(double stageTime) const;

  /// The segment that a stage time lies in, knots at its right end included.
  Segment segmentAt(double stageTime) const;
  /// The segment's stage time for a clip time in its range; its left end where the clip time
  /// stands still. Empty out of range, and in a jump.
  std::optional<double> stageFromClip(double clipTime, Segment segment) const;
  /// True where clip time stands still.
  bool isFlat(Segment segment) const { return knots_[segment].clip == knots_[segment + 1].clip; }

 private:
  /// The right end of a segment, at the authored time of a jump and not before it.
  Knot rightEnd(Segment segment) const;

  std::vector<Knot> knots_;
};

}  // namespace usdscope
