// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/HermiteCurves.h"

#include <fmt/format.h>

namespace usdscope {
namespace {

// Adds the sample at t of the span that begins at a point.
void addSample(std::uint32_t point, bool isEnd, float t, std::size_t curve, std::size_t pointCount,
               SampledHermiteCurves& out) {
  const std::uint32_t next = isEnd ? point : point + 1;
  const auto tangent = static_cast<std::uint32_t>(pointCount);
  const float t2 = t * t;
  const float t3 = t2 * t;
  CurveSample place;
  place.points = {point, next, tangent + point, tangent + next};
  place.weights = {2.0f * t3 - 3.0f * t2 + 1.0f, 3.0f * t2 - 2.0f * t3, t3 - 2.0f * t2 + t,
                   t3 - t2};
  out.places.push_back(place);
  CurveSample& value = out.curves.samples.emplace_back();
  value.points = {point, next, point, point};
  value.weights = {1.0f - t, t, 0.0f, 0.0f};
  value.curve = static_cast<std::uint32_t>(curve);
  value.varying = point;
  value.nextVarying = next;
  value.between = t;
}

}  // namespace

SampledHermiteCurves sampleHermiteCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                                         Complexity complexity) {
  SampledHermiteCurves result;
  const std::size_t perSpan = linesPerSpan(pointCount, complexity);
  std::size_t first = 0;
  for (std::size_t curve = 0; curve < vertexCounts.size(); ++curve) {
    const int count = vertexCounts[curve];
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - first) {
      result.curves.problem =
          fmt::format("The curves need more than the {} points that there are.", pointCount);
      break;
    }
    const auto start = static_cast<std::uint32_t>(result.curves.samples.size());
    const std::size_t end = first + static_cast<std::size_t>(count);
    for (std::size_t point = first; point < end; ++point) {
      const bool isEnd = point + 1 == end;
      for (std::size_t i = 0; i < (isEnd ? 1 : perSpan); ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(perSpan);
        addSample(static_cast<std::uint32_t>(point), isEnd, t, curve, pointCount, result);
      }
    }
    for (std::uint32_t i = start; i + 1 < result.curves.samples.size(); ++i) {
      result.curves.lines.insert(result.curves.lines.end(), {i, i + 1});
    }
    first = end;
  }
  result.curves.varyingCount = first;
  return result;
}

}  // namespace usdscope
