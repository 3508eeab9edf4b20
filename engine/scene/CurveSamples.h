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

/// A vertex on a curve: a weighted sum of control points, and its place between the values of a
/// varying primvar.
struct CurveSample {
  std::array<std::uint32_t, 4> points{};
  std::array<float, 4> weights{1.0f, 0.0f, 0.0f, 0.0f};
  std::uint32_t curve = 0;
  std::uint32_t varying = 0;      ///< Index of the varying value before it.
  std::uint32_t nextVarying = 0;  ///< Index of the varying value after it.
  float between = 0.0f;           ///< 0 at `varying`, 1 at `nextVarying`.
};

/// Curves as polylines.
struct SampledCurves {
  std::vector<CurveSample> samples;
  std::vector<std::uint32_t> lines;  ///< Two samples each.
  std::size_t varyingCount = 0;      ///< Number of values of a varying primvar.
  std::string problem;               ///< Why curves are left out, as a sentence; else empty.
};

/// Cuts curves into lines: linear curves at their control points, each span of a cubic curve into
/// up to 8. A cubic curve with too few points for a span joins its points. A curve that needs more
/// points than there are is left out with all curves after it, and reported.
/// (UsdGeomBasisCurves.)
SampledCurves sampleCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                           CurveBasis basis, CurveWrap wrap);

}  // namespace usdscope
