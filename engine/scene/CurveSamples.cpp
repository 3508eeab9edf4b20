// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/CurveSamples.h"

#include <fmt/format.h>

#include <algorithm>

namespace usdscope {
namespace {

constexpr std::size_t kMostPerSpan = 8;
// Many curves, such as hair, get fewer lines per span.
constexpr std::size_t kManySamples = 1u << 20;

using Weights = std::array<float, 4>;

// Returns the weights of the four points of a span, for t from 0 to 1.
Weights weightsAt(CurveBasis basis, float t) {
  const float s = 1.0f - t;
  const float t2 = t * t;
  const float t3 = t2 * t;
  switch (basis) {
    case CurveBasis::Bezier:
      return {s * s * s, 3.0f * t * s * s, 3.0f * t2 * s, t3};
    case CurveBasis::BSpline:
      return {s * s * s / 6.0f, (3.0f * t3 - 6.0f * t2 + 4.0f) / 6.0f,
              (-3.0f * t3 + 3.0f * t2 + 3.0f * t + 1.0f) / 6.0f, t3 / 6.0f};
    case CurveBasis::CatmullRom:
      return {0.5f * (-t3 + 2.0f * t2 - t), 0.5f * (3.0f * t3 - 5.0f * t2 + 2.0f),
              0.5f * (-3.0f * t3 + 4.0f * t2 + t), 0.5f * (t3 - t2)};
    case CurveBasis::Linear:
      break;
  }
  return {s, t, 0.0f, 0.0f};
}

// The spans of one curve.
struct Spans {
  std::size_t count = 0;
  std::size_t step = 1;     // Points from a span to the next.
  std::ptrdiff_t lead = 0;  // The first point of the first span; -1 is one before the first.
};

Spans spansOf(std::size_t points, CurveBasis basis, CurveWrap wrap) {
  const bool isPeriodic = wrap == CurveWrap::Periodic;
  if (basis == CurveBasis::Linear) {
    return {points < 2 ? 0 : isPeriodic && points > 2 ? points : points - 1, 1, 0};
  }
  if (basis == CurveBasis::Bezier) {
    if (isPeriodic) return {points < 3 ? 0 : points / 3, 3, 0};
    return {points < 4 ? 0 : (points - 4) / 3 + 1, 3, 0};
  }
  if (isPeriodic) return {points < 3 ? 0 : points, 1, -1};
  // A pinned curve has an extra point beyond each end, so that it starts and ends in its points.
  if (wrap == CurveWrap::Pinned) return {points < 2 ? 0 : points - 1, 1, -1};
  return {points < 4 ? 0 : points - 3, 1, 0};
}

class Sampler {
 public:
  Sampler(CurveBasis basis, CurveWrap wrap, std::size_t perSpan)
      : basis_(basis), wrap_(wrap), perSpan_(perSpan) {}

  void add(std::size_t first, std::size_t count, std::uint32_t curve, SampledCurves& out) {
    CurveBasis basis = basis_;
    Spans spans = spansOf(count, basis, wrap_);
    const auto varying = static_cast<std::uint32_t>(out.varyingCount);
    // A periodic Bezier curve with points to spare does not return to its start.
    const bool returns = basis != CurveBasis::Bezier || count % 3 == 0;
    const bool isClosed = wrap_ == CurveWrap::Periodic && returns &&
                          spans.count > (basis == CurveBasis::Linear ? 2u : 0u);
    if (spans.count == 0) {
      basis = CurveBasis::Linear;
      spans = spansOf(count, basis, CurveWrap::Nonperiodic);
    }
    const std::size_t varyingCount = count == 0 ? 0 : spans.count + (isClosed ? 0 : 1);
    const std::size_t perSpan = basis == CurveBasis::Linear ? 1 : perSpan_;
    const auto start = static_cast<std::uint32_t>(out.samples.size());
    for (std::size_t span = 0; span < spans.count; ++span) {
      for (std::size_t i = 0; i < perSpan; ++i) {
        addSample(first, count, spans, span, float(i) / float(perSpan), basis, out);
      }
    }
    if (!isClosed && spans.count > 0) {
      addSample(first, count, spans, spans.count - 1, 1.0f, basis, out);
    }
    for (std::size_t i = start; i < out.samples.size(); ++i) {
      CurveSample& sample = out.samples[i];
      sample.curve = curve;
      const std::uint32_t next = sample.varying + 1;
      sample.nextVarying = varying + (next < varyingCount ? next : isClosed ? 0 : sample.varying);
      sample.varying += varying;
      const auto at = static_cast<std::uint32_t>(i);
      if (i + 1 < out.samples.size()) out.lines.insert(out.lines.end(), {at, at + 1});
    }
    if (isClosed && out.samples.size() > start) {
      out.lines.insert(out.lines.end(),
                       {static_cast<std::uint32_t>(out.samples.size() - 1), start});
    }
    out.varyingCount += varyingCount;
  }

 private:
  void addSample(std::size_t first, std::size_t count, const Spans& spans, std::size_t span,
                 float t, CurveBasis basis, SampledCurves& out) const {
    CurveSample sample;
    sample.weights = {};
    std::size_t used = 0;
    const auto addWeight = [&](std::size_t point, float weight) {
      const auto global = static_cast<std::uint32_t>(first + point);
      for (std::size_t i = 0; i < used; ++i) {
        if (sample.points[i] != global) continue;
        sample.weights[i] += weight;
        return;
      }
      if (used == 4) return;  // Points beyond the ends are sums of others of the span.
      sample.points[used] = global;
      sample.weights[used++] = weight;
    };
    const Weights weights = weightsAt(basis, t);
    // Inner points come first: points beyond the ends add to them.
    for (const std::size_t k : {1u, 2u, 0u, 3u}) {
      if (basis == CurveBasis::Linear && k > 1) continue;
      const auto at = static_cast<std::ptrdiff_t>(span * spans.step + k) + spans.lead;
      const auto size = static_cast<std::ptrdiff_t>(count);
      if (wrap_ == CurveWrap::Periodic) {
        addWeight(static_cast<std::size_t>((at + size) % size), weights[k]);
      } else if (at < 0) {
        addWeight(0, 2.0f * weights[k]);
        addWeight(1, -weights[k]);
      } else if (at >= size) {
        addWeight(count - 1, 2.0f * weights[k]);
        addWeight(count - 2, -weights[k]);
      } else {
        addWeight(static_cast<std::size_t>(at), weights[k]);
      }
    }
    for (std::size_t i = used; i < 4; ++i) sample.points[i] = sample.points[0];
    sample.varying = static_cast<std::uint32_t>(span);
    sample.between = t;
    out.samples.push_back(sample);
  }

  CurveBasis basis_;
  CurveWrap wrap_;
  std::size_t perSpan_;
};

}  // namespace

std::size_t linesPerSpan(std::size_t pointCount, Complexity complexity) {
  return std::clamp<std::size_t>(
      refined(kManySamples, complexity) / std::max<std::size_t>(pointCount, 1), 1,
      refined(kMostPerSpan, complexity));
}

SampledCurves sampleCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                           CurveBasis basis, CurveWrap wrap, Complexity complexity) {
  SampledCurves result;
  Sampler sampler(basis, wrap, linesPerSpan(pointCount, complexity));
  std::size_t first = 0;
  for (std::size_t curve = 0; curve < vertexCounts.size(); ++curve) {
    const int count = vertexCounts[curve];
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - first) {
      result.problem =
          fmt::format("The curves need more than the {} points that there are.", pointCount);
      break;
    }
    sampler.add(first, static_cast<std::size_t>(count), static_cast<std::uint32_t>(curve), result);
    first += static_cast<std::size_t>(count);
  }
  return result;
}

}  // namespace usdscope
