// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// The place of a time on a spline, and the rule that gives the curve there. Times are in the time
/// of the spline.
struct SplineTrace {
  enum class Place : std::uint8_t { NoKnots, Before, OnKnot, Between, After };
  Place place = Place::NoKnots;
  bool isLeftLimit =
      false;              ///< The value is the limit from the left; OnKnot that is the pre-value.
  bool hasValue = false;  ///< False in a gap of the spline.
  double lower = 0.0;     ///< The bracketing knots, including those that an inner loop makes. Both
                          ///< are the same knot unless the place is Between.
  double upper = 0.0;
  /// For Between: the interpolation from one knot to the other.
  SplineInterpolation segment = SplineInterpolation::Held;
  /// For Before and After: the extrapolation. A loop that has nothing to repeat is Held.
  SplineExtrapolationMode outside = SplineExtrapolationMode::Held;
  double slope = 0.0;     ///< For Sloped.
  double loopFrom = 0.0;  ///< For loops: the interval that they repeat.
  double loopTo = 0.0;
  /// The inner loop whose repeats cover the time; empty inside of the interval that is repeated.
  std::optional<SplineInnerLoop> innerLoop;

  bool operator==(const SplineTrace&) const = default;
};

/// The times between `from` and `to` at which gaps may begin or end where a curve loops beyond its
/// knots, unordered. Empty for a loop with very many turns there.
std::vector<double> loopedGaps(const Spline& spline, double from, double to);

SplineTrace traceSpline(const Spline& spline, double time, bool isPreTime);

}  // namespace usdscope
