// SPDX-License-Identifier: Apache-2.0
#pragma once

// Chooses the samples that make a value, and the types of values that are interpolated.
// engine/math/Lerp.h interpolates the numbers.

#include <cstdint>

#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"

namespace usdscope {

enum class InterpolationType : std::uint8_t { Linear, Held };

/// How the bracketing samples of a time make the value.
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

/// Samples closer together than this are not interpolated: the lower one is held until the upper
/// one.
inline constexpr double kClosestSamples = 1e-6;

/// Whether values between `lower` and `upper` are interpolated: both have the same type, which can
/// be interpolated, and arrays have equal length. Otherwise, also if `upper` is a block, `lower` is
/// held until the time of `upper`.
bool interpolatesLinearly(const Value& lower, const Value& upper);

/// Interpolates from `lower` (`t` is 0) to `upper` (`t` is 1): linear by component, spherical for
/// quaternions. Requires: interpolatesLinearly(lower, upper).
Value interpolate(double t, const Value& lower, const Value& upper);

/// A value at a time, and its bracketing samples.
struct SampledValue {
  Value value;  ///< A ValueBlock if the bracketing sample is a block.
  SampleUse use = SampleUse::None;
  double lowerTime = 0.0;  ///< Times of the bracketing samples, in the samples' time.
  double upperTime = 0.0;
};

/// Returns the samples that bracket `time`. With `isPreTime`, returns the samples that bracket the
/// times just before `time`: on a sample, the sample before it and the sample itself. Requires:
/// `times` is not empty.
SampleBracket findBracket(const Array<double>& times, double time, bool isPreTime);

/// Returns the value at `time`, which is in the samples' time; with `isPreTime`, the left limit.
/// Requires: `samples` is not empty.
SampledValue sampleAt(const TimeSamples& samples, double time, bool isPreTime,
                      InterpolationType interpolation);

/// Combines the values at two times into the value at `time`. `upper` is a function; it is called
/// only when the upper value is needed.
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
