// SPDX-License-Identifier: Apache-2.0
#include "engine/report/plot/AttributePlot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Json.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const Stage> openScene(const std::string& name) {
  const auto file = testAssetsPath() / name / "root.usda";
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  return composeStage({.rootLayer = file.string()}, layers).stage;
}

AttributePlot plotOf(const Stage& stage, const char* path, double from = 0.0, double to = 10.0,
                     std::optional<std::size_t> element = std::nullopt) {
  const Path where = Path::fromText(path);
  return plotAttribute(stage.primAt(where.primPath()).attribute(where.name()), from, to, element);
}

// The value of a drawn line at a time; on a step, its right side.
double drawnAt(const AttributePlot& plot, std::size_t component, double time) {
  const auto& times = plot.times.times;
  const auto values = plot.curves[component].values();
  const auto after = std::size_t(std::ranges::upper_bound(times, time) - times.begin());
  if (after == 0) return kNan;
  if (after == times.size() || times[after - 1] == time) return values[after - 1];
  const double share = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + (values[after] - values[after - 1]) * share;
}

std::vector<double> marksOf(const AttributePlot& plot, PlotMark wanted) {
  std::vector<double> times;
  for (std::size_t i = 0; i < plot.times.times.size(); ++i) {
    if (plot.times.marks[i] == wanted) times.push_back(plot.times.times[i]);
  }
  return times;
}

}  // namespace

// tests/oracle/make_plots.py asked the reference.
TEST(AttributePlot, LinesGoThroughTheValuesOfTheReference) {
  std::ifstream file(testAssetsPath() / "plots/expected.json");
  const Json rows = parseJson(file);
  ASSERT_GT(rows.size(), 30u);
  std::map<std::string, std::shared_ptr<const Stage>> stages;
  std::size_t checked = 0;
  for (const Json& row : rows) {
    const std::string scene = row["scene"];
    const std::string path = row["attribute"];
    SCOPED_TRACE(scene + " " + path);
    auto& stage = stages[scene];
    if (!stage) stage = openScene(scene);
    ASSERT_TRUE(stage);
    const AttributePlot plot = plotOf(*stage, path.c_str(), -5.0, 30.0);
    EXPECT_EQ(marksOf(plot, PlotMark::Sample), row["samples"].get<std::vector<double>>());
    EXPECT_EQ(plot.sampleCount, row["samples"].size());
    EXPECT_EQ(plot.knotCount > 0, row["spline"].get<bool>());
    for (const Json& at : row["values"]) {
      const double time = at[0];
      for (std::size_t c = 0; c < plot.curves.size(); ++c) {
        const double found = drawnAt(plot, c, time);
        ++checked;
        if (at[1].is_null()) {
          EXPECT_TRUE(std::isnan(found)) << time;
          continue;
        }
        const double expected = at[1][c];
        // Curves are drawn as short straight lines, and halves have few digits.
        const double digits = plot.typeName.starts_with("half") ? 1e-3 : 1e-6;
        const double tolerance = row["spline"] ? 0.02 : digits * std::max(1.0, std::abs(expected));
        EXPECT_NEAR(found, expected, tolerance) << time;
      }
    }
    const bool hasValue =
        std::ranges::any_of(row["values"], [](const Json& at) { return !at[1].is_null(); });
    EXPECT_EQ(plot.curves.empty(), !hasValue);
    EXPECT_EQ(plot.problem.empty(), hasValue);
  }
  EXPECT_GT(checked, 3000u);
}

TEST(AttributePlot, TextsAndArraysAreSpans) {
  const auto stage = stageFromText(R"(#usda 1.0
def "A"
{
    token look.timeSamples = { 1: "red", 3: "red", 5: "blue", 7: None, 8: "green" }
    float[] weights.timeSamples = { 2: [1, 2], 4: [3, 5] }
    double still = 3
    double never
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const AttributePlot look = plotOf(*stage, "/A.look");
  EXPECT_TRUE(look.curves.empty());
  ASSERT_EQ(look.spans.size(), 3u);
  EXPECT_EQ(look.spans[0].from, 0.0);
  EXPECT_EQ(look.spans[0].to, 5.0);
  EXPECT_EQ(look.spans[1].text, "blue");
  EXPECT_EQ(look.spans[1].to, 7.0);
  EXPECT_EQ(look.spans[2].from, 8.0);
  EXPECT_EQ(look.spans[2].to, 10.0);

  const AttributePlot whole = plotOf(*stage, "/A.weights");
  ASSERT_EQ(whole.spans.size(), 3u) << "before the first sample, and from each sample on";
  EXPECT_EQ(whole.spans[2].text, "[3, 5]");
  const AttributePlot second = plotOf(*stage, "/A.weights", 0, 10, 1);
  ASSERT_EQ(second.curves.size(), 1u);
  EXPECT_EQ(drawnAt(second, 0, 3.0), 3.5);
  EXPECT_EQ(drawnAt(second, 0, 9.0), 5.0);
  EXPECT_EQ(plotOf(*stage, "/A.weights", 0, 10, 7).problem, "The array never has an element 7.");

  const AttributePlot still = plotOf(*stage, "/A.still");
  EXPECT_EQ(still.source, ValueSource::Default);
  EXPECT_EQ(still.times.times, (std::vector<double>{0, 10}));
  EXPECT_EQ(drawnAt(still, 0, 4.0), 3.0);
  EXPECT_EQ(plotOf(*stage, "/A.never").problem, "The attribute has no value at any time.");
}

TEST(AttributePlot, ComponentsHaveNamesAndStopsEndEarly) {
  const auto stage = stageFromText(R"(#usda 1.0
def "A"
{
    float3 place.timeSamples = { 1: (1, 2, 3), 2: (4, nan, 6) }
    quatf turn.timeSamples = { 1: (1, 0, 0, 0), 9: (0, 1, 0, 0) }
    matrix2d square = ((1, 2), (3, 4))
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const AttributePlot place = plotOf(*stage, "/A.place");
  EXPECT_EQ(place.components, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_TRUE(std::isnan(drawnAt(place, 1, 2.0)));
  EXPECT_EQ(drawnAt(place, 2, 2.0), 6.0);
  const AttributePlot turn = plotOf(*stage, "/A.turn");
  EXPECT_EQ(turn.components[0], "real");
  // Halfway of a half turn; a straight line would be at 0.5.
  EXPECT_NEAR(drawnAt(turn, 0, 5.0), std::sqrt(0.5), 1e-3);
  EXPECT_EQ(plotOf(*stage, "/A.square").components[3], "1,1");

  std::stop_source stopped;
  stopped.request_stop();
  const AttributePlot none =
      plotAttribute(stage->primAt(Path::fromText("/A")).attribute(Token("place")), 0, 10,
                    std::nullopt, stopped.get_token());
  EXPECT_TRUE(none.times.times.empty());
}

TEST(AttributePlot, TipsStateTheExactValueAndItsLayer) {
  const auto stage = stageFromText(R"(#usda 1.0
def "A"
{
    double3 place.timeSamples = { 1: (0.123456789, 2, 3), 2: (4, 5, 6) }
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const Attribute place = stage->primAt(Path::fromText("/A")).attribute(Token("place"));
  const std::string tip = plotTip(place, 1.0);
  EXPECT_TRUE(tip.starts_with("1: (0.123456789, 2, 3)\n")) << tip;
  EXPECT_NE(tip.find("root.usda"), std::string::npos) << tip;
}

}  // namespace usdscope
