// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/math/Types.h"
#include "engine/scene/CurveSamples.h"

namespace usdscope {

/// The attributes of NurbsCurves; flat lists over all curves. (UsdGeomNurbsCurves.)
struct NurbsCurvesInput {
  std::span<const int> vertexCounts;
  std::span<const int> orders;         ///< One for each curve.
  std::span<const double> knots;       ///< For each curve, its vertex count plus its order.
  std::span<const glm::dvec2> ranges;  ///< One for each curve, or none.
  std::span<const double> weights;     ///< One for each point, or none.
};

/// Converts curves to lines: each interval between knots to up to 8 lines at low complexity, and
/// up to 32 at very high. A curve that cannot be evaluated is drawn as its control polygon and
/// reported.
SampledCurves sampleNurbsCurves(const NurbsCurvesInput& curves, std::size_t pointCount,
                                Complexity complexity = Complexity::Low);

}  // namespace usdscope
