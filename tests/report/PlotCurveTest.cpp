// SPDX-License-Identifier: Apache-2.0
#include "engine/report/plot/PlotCurve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace usdscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Wave {
  PlotTimes times;
  std::vector<double> values;
};

Wave makeWave(std::size_t count) {
  std::mt19937 random(19);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Wave wave;
  for (std::size_t i = 0; i < count; ++i) {
    wave.times.times.push_back(double(i));
    wave.times.marks.push_back(PlotMark::Sample);
    wave.values.push_back(i % 97 == 0 ? kNan : number(random));
  }
  return wave;
}

PlotRange slowRange(const std::vector<double>& values, std::size_t first, std::size_t last) {
  PlotRange range;
  for (std::size_t i = first; i < std::min(last, values.size()); ++i) {
    if (std::isfinite(values[i])) range.add({values[i], values[i]});
  }
  return range;
}

}  // namespace

TEST(PlotCurve, RangesOfAnyPartAreExact) {
  std::mt19937 random(7);
  for (const std::size_t count : {0u, 1u, 15u, 16u, 17u, 256u, 257u, 70'000u}) {
    const Wave wave = makeWave(count);
    const PlotCurve curve(wave.values);
    for (int i = 0; i < 200; ++i) {
      const std::size_t a = random() % (count + 1);
      const std::size_t b = random() % (count + 20);
      const auto [first, last] = std::minmax(a, b);
      EXPECT_EQ(curve.range(first, last), slowRange(wave.values, first, last))
          << count << ": " << first << " to " << last;
    }
  }
}

TEST(PlotCurve, FewVerticesAreAllDrawn) {
  const Wave wave = makeWave(50);
  const PlotCurve curve(wave.values);
  const auto line = curve.line(wave.times, 10.5, 20.0, 100);
  ASSERT_EQ(line.size(), 12u) << "from 10 to 21: one vertex beyond each end";
  EXPECT_EQ(line.front(), (PlotVertex{10.0, wave.values[10]}));
  EXPECT_EQ(line.back().time, 21.0);
  EXPECT_TRUE(curve.line(wave.times, 20.0, 10.0, 100).empty());
  EXPECT_TRUE(PlotCurve().line({}, 0.0, 1.0, 100).empty());
}

TEST(PlotCurve, ManyVerticesKeepTheExtremesOfEachColumn) {
  const Wave wave = makeWave(1'000'000);
  const PlotCurve curve(wave.values);
  const std::size_t columns = 500;
  const auto line = curve.line(wave.times, 0.0, 999'999.0, columns);
  EXPECT_LE(line.size(), 5 * columns + 2);
  const auto inColumn = [&](std::size_t column) {
    const double width = 999'999.0 / double(columns);
    PlotRange range;
    for (const PlotVertex& vertex : line) {
      const bool isIn =
          vertex.time > double(column) * width && vertex.time <= double(column + 1) * width;
      if (isIn && std::isfinite(vertex.value)) range.add({vertex.value, vertex.value});
    }
    return range;
  };
  for (const std::size_t column : {1u, 250u, 498u}) {
    const double width = 999'999.0 / double(columns);
    const auto first = std::size_t(std::floor(double(column) * width)) + 1;
    const auto last = std::size_t(std::floor(double(column + 1) * width)) + 1;
    EXPECT_EQ(inColumn(column), slowRange(wave.values, first, last)) << column;
  }
}

}  // namespace usdscope
