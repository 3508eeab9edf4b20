// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace usdscope {

enum class CurveBasis : std::uint8_t { Linear, Bezier, BSpline, CatmullRom };
enum class CurveWrap : std::uint8_t { Nonperiodic, Periodic, Pinned };

/// A vertex on a curve: a weighted sum of control points, and where it is among the values of a
/// primvar that varies along the curve.
struct CurveSample {
  std::array<std::uint32_t, 4> points{};
  std::array<float, 4> weights{1.0f, 0.0f, 0.0f, 0.0f};
  std::uint32_t curve = 0;
  std::uint32_t varying = 0;      ///< Index of the varying value before it …
  std::uint32_t nextVarying = 0;  ///< … and of that after it.
  float between = 0.0f;           ///< 0 at the one, 1 at the other.
};

/// Curves as polylines.
struct SampledCurves {
  std::vector<CurveSample> samples;
  std::vector<std::uint32_t> lines;  ///< Two samples each.
  std::size_t varyingCount = 0;      ///< How many values a varying primvar has.
  std::string problem;               ///< What does not fit, a sentence; else empty.
};

/// Cuts curves into lines: linear ones at their control points, each span of a cubic one into up to
/// 8. Cubic curves of a number of points that has no span are drawn through those. A curve that
/// asks for more points than there are, and all after it, are left out and told.
/// (UsdGeomBasisCurves.)
SampledCurves sampleCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                           CurveBasis basis, CurveWrap wrap);

}  // namespace usdscope
