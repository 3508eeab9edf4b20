// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/value/Dictionary.h"

namespace usdscope {

enum class SplineCurve : std::uint8_t { Bezier, Hermite };
enum class SplineInterpolation : std::uint8_t { Block, Held, Linear, Curve };
enum class SplineExtrapolationMode : std::uint8_t {
  Block,
  Held,
  Linear,
  Sloped,
  LoopRepeat,
  LoopReset,
  LoopOscillate
};
enum class SplineTangentAlgorithm : std::uint8_t { None, Custom, AutoEase };

inline bool isLooping(SplineExtrapolationMode mode) {
  return mode == SplineExtrapolationMode::LoopRepeat ||
         mode == SplineExtrapolationMode::LoopReset ||
         mode == SplineExtrapolationMode::LoopOscillate;
}

struct SplineExtrapolation {
  SplineExtrapolationMode mode = SplineExtrapolationMode::Held;
  double slope = 0.0;  ///< Only for Sloped.
  /// For loops, the time at the inner end of the repeated interval. Empty for the knot at the
  /// opposite end of the spline.
  std::optional<double> boundary;
  bool operator==(const SplineExtrapolation&) const = default;
};

struct SplineTangent {
  double width = 0.0;  ///< In time codes; Bézier only.
  double slope = 0.0;
  SplineTangentAlgorithm algorithm = SplineTangentAlgorithm::None;
  bool operator==(const SplineTangent&) const = default;
};

struct SplineKnot {
  double time = 0.0;
  double value = 0.0;
  std::optional<double> preValue;  ///< The left limit at the knot, if it differs from `value`.
  /// The interpolation in the segment that starts at the knot.
  SplineInterpolation next = SplineInterpolation::Held;
  SplineTangent pre;
  SplineTangent post;
  Dictionary customData;
  bool operator==(const SplineKnot&) const = default;
};

/// Repeats the knots in [start, end) `preCount` times before and `postCount` times after this
/// interval. Each repetition adds `valueOffset` to the values.
struct SplineInnerLoop {
  double start = 0.0;
  double end = 0.0;
  int preCount = 0;
  int postCount = 0;
  double valueOffset = 0.0;
  bool operator==(const SplineInnerLoop&) const = default;
};

/// Animation of a scalar attribute as a curve. (AOUSD core specification 12.5.3.)
struct Spline {
  ValueKind valueKind = ValueKind::Double;  ///< Double, Float, Half, TimeCode, Duration.
  SplineCurve curve = SplineCurve::Bezier;
  SplineExtrapolation preExtrapolation;
  SplineExtrapolation postExtrapolation;
  std::optional<SplineInnerLoop> innerLoop;
  std::vector<SplineKnot> knots;  ///< Ascending in time, without duplicate times.
  bool operator==(const Spline&) const = default;
};

}  // namespace usdscope
