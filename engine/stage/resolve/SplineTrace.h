// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// The place of a time on a spline, and the rule that defines the curve at this place. All times
/// are in the spline's time.
struct SplineTrace {
  enum class Place : std::uint8_t { NoKnots, Before, OnKnot, Between, After };
  Place place = Place::NoKnots;
  bool isLeftLimit = false;  ///< The value is the left limit; OnKnot, the knot's pre-value.
  bool hasValue = false;     ///< False if the time lies in a gap of the spline.
  /// The bracketing knots, including the knots that an inner loop repeats. Both are the same knot
  /// unless the place is Between.
  double lower = 0.0;
  double upper = 0.0;
  /// For Between: the interpolation from the lower to the upper knot.
  SplineInterpolation segment = SplineInterpolation::Held;
  /// For Before and After: the extrapolation. A loop without length is Held.
  SplineExtrapolationMode outside = SplineExtrapolationMode::Held;
  double slope = 0.0;     ///< For Sloped: the slope.
  double loopFrom = 0.0;  ///< For loops: the interval that the extrapolation repeats.
  double loopTo = 0.0;
  /// The inner loop whose repetitions cover the time; empty if the time lies in the repeated
  /// interval itself.
  std::optional<SplineInnerLoop> innerLoop;

  bool operator==(const SplineTrace&) const = default;
};

/// Returns the times between `from` and `to` at which gaps may begin or end where the curve loops
/// before its first or after its last knot, unordered. Omits a loop with very many turns in this
/// range.
std::vector<double> loopedGaps(const Spline& spline, double from, double to);

SplineTrace traceSpline(const Spline& spline, double time, bool isPreTime);

}  // namespace usdscope
