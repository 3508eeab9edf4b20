// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameRange.h"

#include <gtest/gtest.h>

namespace usdscope {

TEST(FrameRange, Forms) {
  const struct {
    const char* text;
    std::vector<double> frames;
  } cases[] = {
      {"101", {101}},
      {"-3", {-3}},
      {"+3", {3}},
      {"101:103", {101, 102, 103}},
      {"103:101", {103, 102, 101}},
      {"101:105x2", {101, 103, 105}},
      {"101:104x2", {101, 103}},
      {"105:101x-2", {105, 103, 101}},
      {"1:2x0.25", {1, 1.25, 1.5, 1.75, 2}},
      {"0:0.3x0.1", {0, 0.1, 0.2, 0.3}},
      {"5:5x3", {5}},
      {"-2:-1", {-2, -1}},
      {"1.5", {1.5}},
      {"1, 3:4 ,10", {1, 3, 4, 10}},
  };
  for (const auto& c : cases) {
    const FrameRanges ranges = parseFrames(c.text);
    EXPECT_EQ(ranges.problem, "") << c.text;
    std::vector<double> frames;
    for (const FrameRange& range : ranges.ranges) {
      for (std::int64_t i = 0; i < range.count; ++i) frames.push_back(range.frame(i));
    }
    ASSERT_EQ(frames.size(), c.frames.size()) << c.text;
    EXPECT_EQ(ranges.count(), static_cast<std::int64_t>(frames.size())) << c.text;
    for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_NEAR(frames[i], c.frames[i], 1e-12);
  }
}

TEST(FrameRange, InvalidTextIsRefusedWithASentence) {
  const struct {
    const char* text;
    const char* part;
  } cases[] = {
      {"", "expected a finite number"},
      {"abc", "\"abc\" is not a frame"},
      {"1,,2", "expected a finite number"},
      {"1:", "expected a finite number"},
      {":5", "expected a finite number"},
      {"1:5x0", "is 0"},
      {"1:5x-1", "leads away"},
      {"5:1x2", "leads away"},
      {"nan", "expected a finite number"},
      {"1:inf", "expected a finite number"},
      {"1:5xnan", "not a finite number"},
      {"5x2", "without an end"},
      {"1:1e300", "too many"},
      {"0:1x1e-300", "too many"},
      {"1:5x", "not a finite number"},
      {"1:2:3", "expected a finite number"},
  };
  for (const auto& c : cases) {
    const FrameRanges ranges = parseFrames(c.text);
    EXPECT_TRUE(ranges.ranges.empty()) << c.text;
    EXPECT_NE(ranges.problem.find(c.part), std::string::npos) << c.text << ": " << ranges.problem;
  }
}

TEST(FrameRange, WholeFramesOfAScene) {
  EXPECT_EQ(framesFrom(1, 24), (FrameRange{1, 1, 24}));
  EXPECT_EQ(framesFrom(0, 1.9), (FrameRange{0, 1, 2}));
  EXPECT_EQ(framesFrom(7, 7), (FrameRange{7, 1, 1}));
  EXPECT_EQ(framesFrom(7, 3), (FrameRange{7, 1, 1}));
}

TEST(FrameFileName, PutsTheFrameIntoTheName) {
  const struct {
    const char* pattern;
    double frame;
    const char* name;
  } cases[] = {
      {"out.####.png", 7, "out.0007.png"},
      {"out.####.png", 12345, "out.12345.png"},
      {"out.####.png", -7, "out.-007.png"},
      {"out.#.png", 7, "out.7.png"},
      {"a/b##/out_###.png", 7, "a/b##/out_007.png"},
      {"out.###.##.png", 7.25, "out.007.25.png"},
      {"out.####.png", 7.75, "out.0008.png"},
      {"out.####.png", -0.0, "out.0000.png"},
      {"out.png", 7, "out.png"},
      {"##/out.png", 7, "##/out.png"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(frameFileName(c.pattern, c.frame), c.name) << c.pattern;
  }
  EXPECT_TRUE(hasFramePlaceholder("a.#.png"));
  EXPECT_FALSE(hasFramePlaceholder("a.png"));
  EXPECT_FALSE(hasFramePlaceholder("#/a.png"));
}

TEST(FrameFileName, TwoFramesOfOneNameAreFound) {
  const auto shared = [](const char* pattern, const char* frames) {
    return findSharedFileName(pattern, parseFrames(frames));
  };
  EXPECT_EQ(shared("out.####.png", "101:103x0.5"), std::pair(101.5, 102.0));
  EXPECT_EQ(shared("out.####.#.png", "101:103x0.5"), std::nullopt);
  EXPECT_EQ(shared("out.####.#.png", "1:1.2x0.04"), std::pair(1.0, 1.04));
  EXPECT_EQ(shared("out.####.png", "101:105x2,101"), std::nullopt);
}

}  // namespace usdscope
