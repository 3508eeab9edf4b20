// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/CurveSamples.h"

#include <gtest/gtest.h>

#include <vector>

namespace usdscope {
namespace {

// Evaluates a sample for control points that are plain numbers.
float at(const CurveSample& sample, const std::vector<float>& points) {
  float sum = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) sum += points[sample.points[i]] * sample.weights[i];
  return sum;
}

}  // namespace

TEST(CurveSamples, StartAndEndWhereTheBasisSays) {
  const struct {
    const char* name;
    CurveBasis basis;
    CurveWrap wrap;
    std::vector<float> points;
    float start, end;
    std::size_t lines, varying;
  } cases[] = {
      {"linear", CurveBasis::Linear, CurveWrap::Nonperiodic, {1, 5, 6}, 1, 6, 2, 3},
      {"linear ring", CurveBasis::Linear, CurveWrap::Periodic, {1, 5, 6}, 1, 6, 3, 3},
      {"bezier", CurveBasis::Bezier, CurveWrap::Nonperiodic, {0, 1, 2, 3, 4, 5, 6}, 0, 6, 16, 3},
      {"bezier with a point left over",
       CurveBasis::Bezier,
       CurveWrap::Nonperiodic,
       {0, 1, 2, 3, 9},
       0,
       3,
       8,
       2},
      {"bspline", CurveBasis::BSpline, CurveWrap::Nonperiodic, {0, 6, 12, 18}, 6, 12, 8, 2},
      {"bspline pinned", CurveBasis::BSpline, CurveWrap::Pinned, {0, 6, 12, 18}, 0, 18, 24, 4},
      {"catmull-rom", CurveBasis::CatmullRom, CurveWrap::Nonperiodic, {7, 0, 3, 9}, 0, 3, 8, 2},
      {"catmull-rom pinned", CurveBasis::CatmullRom, CurveWrap::Pinned, {7, 0, 3}, 7, 3, 16, 3},
      {"pinned, two points", CurveBasis::BSpline, CurveWrap::Pinned, {2, 4}, 2, 4, 8, 2},
      {"too few for the basis", CurveBasis::BSpline, CurveWrap::Nonperiodic, {2, 4, 9}, 2, 9, 2, 3},
  };
  for (const auto& c : cases) {
    const std::vector<int> counts{static_cast<int>(c.points.size())};
    const SampledCurves curves = sampleCurves(counts, c.points.size(), c.basis, c.wrap);
    EXPECT_EQ(curves.problem, "") << c.name;
    ASSERT_FALSE(curves.samples.empty()) << c.name;
    EXPECT_NEAR(at(curves.samples.front(), c.points), c.start, 1e-5f) << c.name;
    EXPECT_NEAR(at(curves.samples.back(), c.points), c.end, 1e-5f) << c.name;
    EXPECT_EQ(curves.lines.size(), 2 * c.lines) << c.name;
    EXPECT_EQ(curves.varyingCount, c.varying) << c.name;
    for (const CurveSample& sample : curves.samples) {
      float sum = 0.0f;
      for (const float weight : sample.weights) sum += weight;
      EXPECT_NEAR(sum, 1.0f, 1e-5f) << c.name;
      EXPECT_LT(sample.varying, curves.varyingCount) << c.name;
      EXPECT_LT(sample.nextVarying, curves.varyingCount) << c.name;
      for (const std::uint32_t point : sample.points) EXPECT_LT(point, c.points.size()) << c.name;
    }
  }
}

TEST(CurveSamples, RingsAreSmoothAndClosed) {
  for (const CurveBasis basis : {CurveBasis::BSpline, CurveBasis::CatmullRom, CurveBasis::Bezier}) {
    const std::vector<int> counts{6};
    const SampledCurves curves = sampleCurves(counts, 6, basis, CurveWrap::Periodic);
    EXPECT_EQ(curves.lines.size(), 2 * curves.samples.size());
    EXPECT_EQ(curves.lines.back(), 0u);
    EXPECT_EQ(curves.samples.size(), basis == CurveBasis::Bezier ? 16u : 48u);
  }
}

// The reference draws BezierClosedBad of testUsdImagingGLCurves/basicCurves.usda so.
TEST(CurveSamples, APeriodicBezierCurveWithPointsToSpareStaysOpen) {
  const std::vector<int> counts{4};
  const SampledCurves curves = sampleCurves(counts, 4, CurveBasis::Bezier, CurveWrap::Periodic);
  ASSERT_EQ(curves.samples.size(), 9u);
  EXPECT_EQ(curves.lines.size(), 2 * 8u);
  EXPECT_EQ(curves.samples.back().points[curves.samples.back().weights[2] == 1.0f ? 2 : 3], 3u);
}

TEST(CurveSamples, EachCurveHasItsOwnPointsAndValues) {
  const std::vector<int> counts{4, 0, 1, 4, 9};
  const SampledCurves curves = sampleCurves(counts, 10, CurveBasis::Bezier, CurveWrap::Nonperiodic);
  EXPECT_NE(curves.problem, "");
  ASSERT_EQ(curves.samples.size(), 18u);
  EXPECT_EQ(curves.samples.back().curve, 3u);
  EXPECT_EQ(curves.varyingCount, 5u) << "2, 0, 1 and 2";
  EXPECT_EQ(curves.samples[9].varying, 3u);
  EXPECT_EQ(curves.samples[9].points[0] + curves.samples[9].points[1] +
                curves.samples[9].points[2] + curves.samples[9].points[3],
            5u + 6u + 7u + 8u);
  for (std::size_t i = 0; i < curves.lines.size(); i += 2) {
    EXPECT_EQ(curves.samples[curves.lines[i]].curve, curves.samples[curves.lines[i + 1]].curve);
  }
}

}  // namespace usdscope
