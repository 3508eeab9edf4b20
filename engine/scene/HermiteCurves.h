// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/scene/CurveSamples.h"

namespace usdscope {

/// Hermite curves as polylines. (UsdGeomHermiteCurves.)
struct SampledHermiteCurves {
  /// The samples of primvars, which are interpolated linearly between points.
  SampledCurves curves;
  /// Per sample, the weights of its position. Points from `pointCount` on are the tangents.
  std::vector<CurveSample> places;
};

/// Converts curves to lines: the span between two points to up to 8 lines at low complexity, and
/// up to 32 at very high. If a curve needs more points than there are, it and all curves after it
/// are omitted and reported. Each point has a tangent.
SampledHermiteCurves sampleHermiteCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                                         Complexity complexity = Complexity::Low);

}  // namespace usdscope
