// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

// Left limits (TimeCode::preTime) of values from clips.

namespace usdscope {
namespace {

/// The left limit at a time.
struct Row {
  double time;
  double value;
};

}  // namespace

// The numbers are the reference's.
TEST(ClipLeftLimit, AtAJumpThatEndsTheMap) {
  const char* const samples[] = {"double x.timeSamples = {4: 1, 6: 2, 8: 3}\n",
                                 "double x.timeSamples = {5: 11, 9: 12, 11: 13}\n"};
  const char* const splines[] = {
      "double x.spline = { 4: 1; post linear, 6: 2; post linear, 8: 9, }\n",
      "double x.spline = { 5: 11; post linear, 9: 12; post linear, 11: 13, }\n"};
  const char* const jump = "(0, 0), (5, 5), (5, 7)";
  const struct {
    bool hasSplines;
    const char* active;
    const char* times;
    std::vector<Row> before;
  } cases[] = {
      {false, "(0, 0), (5, 1)", "(2, 8), (3, 4), (5, 12), (5, 0)", {{5, 1}, {6, 1}, {9, 1}}},
      {false, "(0, 0), (5, 1)", jump, {{4, 1}, {5, 2.5}, {6, 2.5}, {9, 2.5}}},
      {false, "(0, 0)", jump, {{5, 2.5}, {6, 2.5}}},
      {false, "(0, 0), (7, 1)", jump, {{5, 2.5}, {6, 7}, {7, 11.5}, {8, 11.5}}},
      {false, "(0, 0), (3, 1)", jump, {{3, 11}, {4, 11}, {5, 11.5}, {6, 11.5}}},
      {true, "(0, 0), (5, 1)", jump, {{5, 5.5}, {6, 11.5}, {9, 11.5}}},
      {true, "(0, 0)", jump, {{5, 5.5}, {6, 5.5}}},
      {true, "(0, 0), (7, 1)", jump, {{5, 5.5}, {6, 5.5}, {7, 5.5}, {8, 11.5}}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.hasSplines ? "splines " : "samples ") + c.active + c.times);
    const auto& clips = c.hasSplines ? splines : samples;
    const StageResult result = stageFromTexts(LayerTexts{
        {"/root.usda", std::string(R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@a.usda@, @b.usda@]
            asset manifestAssetPath = @manifest.usda@
            string primPath = "/P"
            double2[] active = [)") +
                           c.active + "]\ndouble2[] times = [" + c.times +
                           "]\n}}) { double x\n}\n"},
        {"/manifest.usda",
         c.hasSplines ? "def \"P\" { double x.spline = { }\n}\n" : "def \"P\" { double x\n}\n"},
        {"/a.usda", std::string("def \"P\" { ") + clips[0] + "}\n"},
        {"/b.usda", std::string("def \"P\" { ") + clips[1] + "}\n"},
    });
    ASSERT_TRUE(result.stage);
    const Attribute x = result.stage->primAt(Path::fromText("/M")).attribute(Token("x"));
    for (const Row& row : c.before) {
      EXPECT_NEAR(x.value(TimeCode::preTime(row.time)).valueOr(0.0), row.value, 1e-9) << row.time;
    }
  }
}

// The value at a knot of the spline is the one before the knot if clip time runs backwards. The
// spline jumps at clip time 2, which plays at time 2. The numbers are the reference's.
TEST(ClipLeftLimit, AtAKnotOfASplineThatJumps) {
  const struct {
    const char* times;
    double at;
    double before;
  } cases[] = {
      {"(0, 0), (4, 4)", 7, 5},
      {"(0, 4), (4, 0)", 5, 7},
      {"(0, 2), (4, 2)", 7, 5},
      // Time 2 is a knot of the map.
      {"(0, 4), (2, 2), (4, 0)", 5, 7},
      {"(0, 0), (2, 2), (4, 0)", 5, 7},
      {"(0, 4), (2, 2), (4, 4)", 7, 5},
      {"(0, 4), (2, 2), (4, 2)", 7, 5},
      {"(0, 2), (2, 2), (4, 0)", 5, 7},
      {"(0, 2), (2, 2), (4, 4)", 7, 5},
      // The map ends or begins at time 2.
      {"(0, 0), (2, 2)", 7, 5},
      {"(0, 4), (2, 2)", 7, 5},
      {"(0, 2), (2, 2)", 7, 5},
      {"(2, 2), (4, 4)", 7, 7},
      {"(2, 2), (4, 0)", 5, 7},
      {"(2, 2)", 7, 7},
      // Time 2 is outside of the map.
      {"(0, 4), (1, 2)", 7, 7},
      {"(3, 2), (5, 0)", 7, 7},
      // The clip jumps at time 2.
      {"(0, 4), (2, 2), (2, 0), (4, 2)", 1, 7},
      {"(0, 0), (2, 2), (2, 4), (4, 2)", 9, 5},
      {"(0, 2), (2, 2), (2, 0), (4, 2)", 1, 5},
      {"(0, 0), (2, 0), (2, 2), (4, 0)", 5, 1},
      {"(2, 4), (2, 2), (4, 0)", 5, 7},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.times);
    const StageResult result = stageFromTexts(LayerTexts{
        {"/root.usda", std::string(R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@a.usda@]
            double2[] active = [(0, 0)]
            string primPath = "/P"
            double2[] times = [)") +
                           c.times + "]\n}}) { double x\n}\n"},
        {"/a.usda", R"(def "P" {
            double x.spline = { 0: 1; post linear, 2: 5 & 7; post linear, 4: 9; post linear, }
            })"},
    });
    ASSERT_TRUE(result.stage);
    const Attribute x = result.stage->primAt(Path::fromText("/M")).attribute(Token("x"));
    EXPECT_NEAR(x.value(TimeCode(2.0)).valueOr(0.0), c.at, 1e-9);
    EXPECT_NEAR(x.value(TimeCode::preTime(2.0)).valueOr(0.0), c.before, 1e-9);
  }
}

}  // namespace usdscope
