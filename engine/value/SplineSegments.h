// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// A part of a curve that one formula describes. Hermite curves are converted to Bézier curves.
struct SplineSegment {
  double start = 0.0;
  double end = 0.0;
  double startValue = 0.0;
  /// The left limit at the end knot, even if the segment has a gap or is held.
  double endValue = 0.0;
  SplineInterpolation way = SplineInterpolation::Held;
  SplineTangent post;  ///< At the start. For curves only.
  SplineTangent pre;   ///< At the end. For curves only.
};

/// Returns the part of a segment between two times within it.
SplineSegment cutSegment(const SplineSegment& segment, double from, double to);

/// A spline cut into segments, with inner loops and looping extrapolation unrolled.
class SplineSegments {
 public:
  explicit SplineSegments(const Spline& spline);

  /// True when the spline has no knots, and thus no segments.
  bool isEmpty() const { return knots_.empty(); }
  double firstTime() const { return knots_.front().time; }
  double lastTime() const { return knots_.back().time; }
  const std::vector<SplineKnot>& knots() const { return knots_; }

  /// Returns the segments that cover the time between two finite times, in order. Skips loops with
  /// too many segments to be useful.
  std::vector<SplineSegment> between(double from, double to) const;

  /// The duration of one turn of the looping extrapolation before or after the knots. A turn of an
  /// oscillating loop includes the way back. Empty when the extrapolation does not repeat anything.
  std::optional<double> period(bool isBefore) const;
  /// These functions return the time of the first knot at or after `time`, and of the last knot at
  /// or before it, with loops unrolled.
  std::optional<double> knotAfter(double time) const;
  std::optional<double> knotBefore(double time) const;

 private:
  std::vector<double> loopedKnots(double time, bool isBefore) const;
  void addExtrapolated(double from, double to, bool isBefore,
                       std::vector<SplineSegment>& out) const;
  bool addLooped(double from, double to, bool isBefore, std::vector<SplineSegment>& out) const;

  Spline spline_;
  std::vector<SplineKnot> knots_;
  std::vector<SplineSegment> inside_;
};

}  // namespace usdscope
