// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"

namespace usdscope {

enum class InterpolationType : std::uint8_t { Linear, Held };

/// How the samples around a time made the value.
enum class SampleUse : std::uint8_t {
  None,
  Exact,
  Linear,
  Held,
  HeldBeforeFirst,
  HeldAfterLast,
  Blocked,
  Spline
};

/// Samples closer than this are taken as one: between them the lower one is held.
inline constexpr double kClosestSamples = 1e-6;

/// True when values between the two are interpolated: both are of one type that interpolates, and
/// arrays have equal length. Otherwise, and if `upper` is a block, `lower` is held until `upper`.
bool interpolatesLinearly(const Value& lower, const Value& upper);

/// The value at `t` of the way from `lower` (0) to `upper` (1), two values that
/// interpolatesLinearly(): linear by component, spherical for quaternions.
Value interpolate(double t, const Value& lower, const Value& upper);

/// A value at a time, and its bracketing samples.
struct SampledValue {
  Value value;  ///< A ValueBlock where a blocked sample is in force.
  SampleUse use = SampleUse::None;
  double lowerTime = 0.0;  ///< Times of the bracketing samples, in the time of the samples.
  double upperTime = 0.0;
};

/// The samples that bracket `time`; with `isPreTime` the times just before it, so that on a sample
/// the bracket is the sample before and the sample itself. Requires: `times` is not empty.
SampleBracket findBracket(const Array<double>& times, double time, bool isPreTime);

/// The value at `time`, in the time of the samples; with `isPreTime` its limit from the left, which
/// values approach as time approaches `time`. Requires: `samples` is not empty.
SampledValue sampleAt(const TimeSamples& samples, double time, bool isPreTime,
                      InterpolationType interpolation);

/// Combines the values at two times into the value at `time`. `upper` is a function and is only
/// called when its value is needed. Sets `use`, to Exact if both times are equal.
template <typename Upper>
SampledValue combineSamples(double time, double lowerTime, double upperTime, Value lower,
                            Upper&& upper, InterpolationType interpolation);

// Implementation.

template <typename Upper>
SampledValue combineSamples(double time, double lowerTime, double upperTime, Value lower,
                            Upper&& upper, InterpolationType interpolation) {
  SampledValue result{std::move(lower), SampleUse::Held, lowerTime, upperTime};
  if (result.value.isBlock()) {
    result.use = SampleUse::Blocked;
  } else if (lowerTime == upperTime) {
    result.use = time < lowerTime   ? SampleUse::HeldBeforeFirst
                 : time > lowerTime ? SampleUse::HeldAfterLast
                                    : SampleUse::Exact;
  } else if (upperTime - lowerTime > kClosestSamples &&
             interpolation == InterpolationType::Linear && isInterpolating(result.value.kind())) {
    const Value above = upper();
    if (interpolatesLinearly(result.value, above)) {
      const double t = (time - lowerTime) / (upperTime - lowerTime);
      result.value = interpolate(t, result.value, above);
      result.use = SampleUse::Linear;
    }
  }
  return result;
}

}  // namespace usdscope
