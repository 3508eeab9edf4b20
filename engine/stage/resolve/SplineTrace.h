// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// Where a time lies on a spline, and what gives the curve there. Times are those of the spline.
struct SplineTrace {
  enum class Place : std::uint8_t { NoKnots, Before, OnKnot, Between, After };
  Place place = Place::NoKnots;
  bool isLimit = false;   ///< The value is the limit from the left: OnKnot, what comes up to it.
  bool hasValue = false;  ///< Else the spline has none there.
  double lower = 0.0;     ///< The knots around; of one place but Between both are one. Knots that
                          ///< inner loops make count.
  double upper = 0.0;
  /// Between knots: the way from one to the other.
  SplineInterpolation segment = SplineInterpolation::Held;
  /// Before and After: what the curve does there. A loop that has nothing to repeat holds.
  SplineExtrapolationMode outside = SplineExtrapolationMode::Held;
  double slope = 0.0;     ///< Of Sloped.
  double loopFrom = 0.0;  ///< Of loops: what they repeat.
  double loopTo = 0.0;
  /// The inner loop whose repeats cover the time; none inside of what is repeated.
  std::optional<SplineInnerLoop> innerLoop;

  bool operator==(const SplineTrace&) const = default;
};

/// The times between two at which values may come and go where a curve loops beyond its knots: in
/// no order. None of a loop with very many turns there.
std::vector<double> loopedGaps(const Spline& spline, double from, double to);

SplineTrace traceSpline(const Spline& spline, double time, bool isPreTime);

}  // namespace usdscope
