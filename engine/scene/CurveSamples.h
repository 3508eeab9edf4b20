// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/Complexity.h"

namespace usdscope {

enum class CurveBasis : std::uint8_t { Linear, Bezier, BSpline, CatmullRom };
enum class CurveWrap : std::uint8_t { Nonperiodic, Periodic, Pinned };

/// A vertex on a curve: the weights of its control points, and its place between two values of a
/// varying primvar.
struct CurveSample {
  std::array<std::uint32_t, 4> points{};
  std::array<float, 4> weights{1.0f, 0.0f, 0.0f, 0.0f};
  std::uint32_t curve = 0;
  std::uint32_t varying = 0;      ///< Index of the varying value before the vertex.
  std::uint32_t nextVarying = 0;  ///< Index of the varying value after the vertex.
  float between = 0.0f;           ///< 0 at `varying`, 1 at `nextVarying`.
  /// If `weightCount` is not 0, these elements of SampledCurves::pointWeights replace `weights`;
  /// then `points` has the control point with the largest weight.
  std::uint32_t firstWeight = 0;
  std::uint32_t weightCount = 0;
};

/// A control point and its weight.
struct PointWeight {
  std::uint32_t point = 0;
  float weight = 0.0f;
};

/// Curves as polylines.
struct SampledCurves {
  std::vector<CurveSample> samples;
  std::vector<PointWeight> pointWeights;  ///< The weights of samples that may have many points.
  std::vector<std::uint32_t> lines;       ///< Pairs of indices into `samples`.
  std::size_t varyingCount = 0;           ///< Number of values of a varying primvar.
  std::string problem;  ///< A sentence that says why curves are missing; empty if none is.
};

/// Returns the number of lines for each span of curved lines: fewer if there are many points.
std::size_t linesPerSpan(std::size_t pointCount, Complexity complexity);

/// Converts curves to lines: linear curves to lines between their control points, each span of a
/// cubic curve to up to 8 lines at low complexity, and up to 32 at very high. A cubic curve with
/// too few points for a span is drawn like a linear curve. If a curve needs more points than there
/// are, it and all curves after it are omitted and reported. (UsdGeomBasisCurves.)
SampledCurves sampleCurves(std::span<const int> vertexCounts, std::size_t pointCount,
                           CurveBasis basis, CurveWrap wrap,
                           Complexity complexity = Complexity::Low);

}  // namespace usdscope
