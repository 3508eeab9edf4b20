// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// The largest order of NURBS that are evaluated.
inline constexpr int kMostNurbsOrder = 32;

/// The checked knots of a NURBS curve, or of one direction of a patch. Does not own them.
struct NurbsKnots {
  std::span<const double> knots;  ///< pointCount + order numbers that do not decrease.
  int order = 4;                  ///< The degree plus one.
  std::size_t pointCount = 0;
  double begin = 0.0;  ///< The parameters at which the curve begins and ends.
  double end = 1.0;

  /// Returns the number of intervals between knots, empty ones included. Varying primvars have one
  /// value more.
  std::size_t segmentCount() const { return pointCount - static_cast<std::size_t>(order) + 1; }
};

/// Checks the knots of a curve. `range` limits the curve if it is valid. Returns empty when no
/// curve can be evaluated; if `problem` is still empty, it becomes a sentence that ends with
/// `instead`, which says what is drawn then.
std::optional<NurbsKnots> checkedKnots(std::span<const double> knots, int order,
                                       std::size_t pointCount, std::optional<glm::dvec2> range,
                                       std::string_view instead, std::string& problem);

/// A parameter of a curve, with the basis functions that are not zero there.
struct NurbsSample {
  double parameter = 0.0;
  std::uint32_t first = 0;    ///< The control point of the first basis function.
  std::uint32_t segment = 0;  ///< The interval between knots, from 0.
  float between = 0.0f;       ///< The place in the interval, from 0 to 1.
  std::vector<double> basis;  ///< As many as the order; their sum is 1.
  std::vector<double> slope;  ///< The derivatives of `basis`.
};

/// Evaluates the basis functions at a parameter, which is clamped to the range of the curve.
NurbsSample sampleNurbs(const NurbsKnots& knots, double parameter);

/// Samples a curve: `perSegment` parts for each interval that is not empty. Intervals of order 2
/// are straight and have one part. Both ends are included.
std::vector<NurbsSample> sampleWholeNurbs(const NurbsKnots& knots, std::size_t perSegment);

}  // namespace usdscope
