// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/NurbsCurves.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene/NurbsBasis.h"

namespace usdscope {
namespace {

// Adds a sample with the weights of a rational curve. `first` is the first point of the curve.
void addSample(const NurbsSample& sample, std::uint32_t first, std::span<const double> weights,
               SampledCurves& out) {
  double sum = 0.0;
  const auto weighted = [&](std::size_t i) {
    const std::size_t point = first + sample.first + i;
    return sample.basis[i] * (weights.empty() ? 1.0 : weights[point]);
  };
  for (std::size_t i = 0; i < sample.basis.size(); ++i) sum += weighted(i);
  CurveSample added;
  added.firstWeight = static_cast<std::uint32_t>(out.pointWeights.size());
  added.weightCount = static_cast<std::uint32_t>(sample.basis.size());
  std::size_t heaviest = 0;
  for (std::size_t i = 0; i < sample.basis.size(); ++i) {
    if (sample.basis[i] > sample.basis[heaviest]) heaviest = i;
    out.pointWeights.push_back({first + sample.first + static_cast<std::uint32_t>(i),
                                static_cast<float>(weighted(i) / sum)});
  }
  added.points.fill(first + sample.first + static_cast<std::uint32_t>(heaviest));
  out.samples.push_back(added);
}

}  // namespace

SampledCurves sampleNurbsCurves(const NurbsCurvesInput& curves, std::size_t pointCount,
                                Complexity complexity) {
  SampledCurves result;
  std::span<const double> weights = curves.weights;
  if (!weights.empty() && weights.size() != pointCount) {
    result.problem = fmt::format("pointWeights has {} values for {} points; it is ignored.",
                                 weights.size(), pointCount);
    weights = {};
  }
  const std::size_t perSegment = linesPerSpan(pointCount, complexity);
  std::uint32_t first = 0;
  std::size_t firstKnot = 0;
  for (std::size_t curve = 0; curve < curves.vertexCounts.size(); ++curve) {
    const int count = curves.vertexCounts[curve];
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - first) {
      result.problem =
          fmt::format("The curves need more than the {} points that there are.", pointCount);
      break;
    }
    const auto size = static_cast<std::size_t>(count);
    const int order = curve < curves.orders.size() ? curves.orders[curve] : 0;
    const std::size_t knotCount = size + static_cast<std::size_t>(std::max(order, 0));
    const std::size_t knotsLeft = curves.knots.size() - std::min(firstKnot, curves.knots.size());
    const auto knots = curves.knots.last(knotsLeft).first(std::min(knotCount, knotsLeft));
    const auto range =
        curve < curves.ranges.size() ? std::optional(curves.ranges[curve]) : std::nullopt;
    const auto start = static_cast<std::uint32_t>(result.samples.size());
    const auto varying = static_cast<std::uint32_t>(result.varyingCount);
    if (const auto checked = checkedKnots(knots, order, size, range, "the control polygon is drawn",
                                          result.problem)) {
      for (const NurbsSample& sample : sampleWholeNurbs(*checked, perSegment)) {
        addSample(sample, first, weights, result);
        CurveSample& added = result.samples.back();
        added.varying = varying + sample.segment;
        added.nextVarying = added.varying + 1;
        added.between = sample.between;
      }
      result.varyingCount += checked->segmentCount() + 1;
    } else {
      for (std::uint32_t i = 0; i < size; ++i) {
        CurveSample& added = result.samples.emplace_back();
        added.points.fill(first + i);
        added.varying = varying + i;
        added.nextVarying = added.varying;
      }
      result.varyingCount += size;
    }
    for (std::size_t i = start; i < result.samples.size(); ++i) {
      result.samples[i].curve = static_cast<std::uint32_t>(curve);
      const auto at = static_cast<std::uint32_t>(i);
      if (i + 1 < result.samples.size()) result.lines.insert(result.lines.end(), {at, at + 1});
    }
    first += static_cast<std::uint32_t>(size);
    firstKnot += knotCount;
  }
  return result;
}

}  // namespace usdscope
