// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// A part of a curve that one formula gives. Hermite curves are written as Bézier curves.
struct SplineSegment {
  double start = 0.0;
  double end = 0.0;
  double startValue = 0.0;
  double endValue = 0.0;  ///< That the knot at the end is come up to with, also where the segment
                          ///< does not lead there.
  SplineInterpolation way = SplineInterpolation::Held;
  SplineTangent post;  ///< At the start, of curves.
  SplineTangent pre;   ///< At the end.
};

/// The part of a segment between two times within it.
SplineSegment cutSegment(const SplineSegment& segment, double from, double to);

/// A spline cut into segments, with inner loops and looping extrapolation written out.
class SplineSegments {
 public:
  explicit SplineSegments(const Spline& spline);

  /// Without knots there are no segments.
  bool isEmpty() const { return knots_.empty(); }
  double firstTime() const { return knots_.front().time; }
  double lastTime() const { return knots_.back().time; }
  const std::vector<SplineKnot>& knots() const { return knots_; }

  /// What covers the time between two finite ones, in order. Loops of more segments than can be of
  /// use are left out.
  std::vector<SplineSegment> between(double from, double to) const;

  /// The time that one turn of looping extrapolation takes, there and back where it oscillates;
  /// empty for other ways.
  std::optional<double> period(const SplineExtrapolation& how, bool isBefore) const;
  /// The first time of a knot at or after a time, and the last one at or before it, loops written
  /// out.
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
