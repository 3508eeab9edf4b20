// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTemplate.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <tuple>

namespace usdscope {
namespace {

std::optional<ClipSequence> expand(const ClipTemplate& clipTemplate, ClipFault* fault = nullptr) {
  ClipFault ignored;
  return expandTemplate(
      clipTemplate, [](const std::string&) { return true; }, fault ? *fault : ignored);
}

}  // namespace

TEST(ClipTemplate, FileNames) {
  const struct {
    const char* pattern;
    double start, end, stride;
    std::vector<std::string> files;
  } cases[] = {
      {"a.#.usd", 9, 11, 1, {"a.9.usd", "a.10.usd", "a.11.usd"}},
      {"d/a.###.usd", 9, 10, 1, {"d/a.009.usd", "d/a.010.usd"}},
      {"#.usd", -1, 0, 1, {"-1.usd", "0.usd"}},
      {"a.##.##.usd", 1, 1.5, 0.25, {"a.01.00.usd", "a.01.25.usd", "a.01.50.usd"}},
      {"a.###.#.usd",
       100,
       100.3,
       0.1,
       {"a.100.0.usd", "a.100.1.usd", "a.100.2.usd", "a.100.3.usd"}},
      {"a.#.usd", 101.7, 103.7, 1, {"a.101.usd", "a.102.usd", "a.103.usd"}},
      {"a#b/c.#", 1, 1, 5, {"a#b/c.1"}},
      {"a.#.usd:SDF_FORMAT_ARGS:b=1.5", 1, 1, 5, {"a.1.usd"}},
  };
  for (const auto& c : cases) {
    const auto sequence = expand({c.pattern, c.start, c.end, c.stride, {}});
    ASSERT_TRUE(sequence) << c.pattern;
    EXPECT_EQ(sequence->assetPaths, c.files);
  }
}

TEST(ClipTemplate, OnlyFilesThatExistPlay) {
  const std::set<std::string> files = {"a.1.usd", "a.2.usd", "a.4.usd"};
  ClipFault fault;
  const auto sequence = expandTemplate(
      {"a.#.usd", 1, 4, 1, {}}, [&](const std::string& file) { return files.contains(file); },
      fault);
  ASSERT_TRUE(sequence);
  EXPECT_EQ(sequence->active, (std::vector<glm::dvec2>{{1, 0}, {2, 1}, {4, 2}}));
  EXPECT_EQ(sequence->times, (std::vector<glm::dvec2>{{1, 1}, {2, 2}, {4, 4}}));
}

TEST(ClipTemplate, PathsThatNoFileCanHaveAreNotAskedAbout) {
  int asked = 0;
  ClipFault fault;
  const auto sequence = expandTemplate(
      {std::string(5000, 'x') + ".#.usd", 0.0, 1e6, 1.0, {}},
      [&](const std::string&) {
        ++asked;
        return true;
      },
      fault);
  ASSERT_TRUE(sequence);
  EXPECT_TRUE(sequence->assetPaths.empty());
  EXPECT_EQ(asked, 0);
}

TEST(ClipTemplate, TimesOfFilesAreThoseOfTheSequence) {
  for (const auto& [start, stride, offset] :
       {std::tuple<double, double, std::optional<double>>{1.0, 1.0, {}},
        {0.0, 0.1, 0.05},
        {-3.5, 0.25, -0.25}}) {
    const ClipTemplate each{"a.##.##.usd", start, start + 40 * stride, stride, offset};
    ClipFault fault;
    const auto sequence = expandTemplate(each, [](const std::string&) { return true; }, fault);
    ASSERT_TRUE(sequence);
    ASSERT_GE(sequence->active.size(), 40u);
    for (std::size_t i = 0; i < sequence->active.size(); ++i) {
      EXPECT_EQ(templateTime(each, i), sequence->active[i].x) << i;
    }
  }
}

TEST(ClipTemplate, ActiveOffsetMovesStartsAndWidensTimes) {
  const auto sequence = expand({"a.#.usd", 101, 103, 1, 0.5});
  ASSERT_TRUE(sequence);
  EXPECT_EQ(sequence->active, (std::vector<glm::dvec2>{{101.5, 0}, {102.5, 1}, {103.5, 2}}));
  EXPECT_EQ(sequence->times,
            (std::vector<glm::dvec2>{
                {100.5, 100.5}, {101, 101}, {102, 102}, {103, 103}, {103.5, 103.5}}));
}

TEST(ClipTemplate, FaultsAreReported) {
  using enum ClipFaultKind;
  const struct {
    const char* pattern;
    double start, end, stride;
    ClipFaultKind fault;
    double activeOffset = 0;
  } cases[] = {
      {"a.#.usd", 1, 2, 0, TemplateStrideNotPositive},
      {"a.#.usd", 1, 2, -1, TemplateStrideNotPositive},
      {"a.#.usd", 1, 2, 1, TemplateOffsetBeyondStride, 1.5},
      {"a.#.usd", 2, 1, 1, TemplateStartAfterEnd},
      {"a.usd", 1, 2, 1, TemplateWithoutNumber},
      {"a.#.b.#.usd", 1, 2, 1, TemplateWithoutNumber},
      {"a.#.#.#.usd", 1, 2, 1, TemplateWithoutNumber},
      {"a.#.usd", 0, 1, 1e-300, TemplateTooLong},
      {"a.#.usd", 0, 1e15, 1e12, TemplateTooLong},
  };
  for (const auto& c : cases) {
    ClipFault fault;
    EXPECT_FALSE(expand({c.pattern, c.start, c.end, c.stride, c.activeOffset}, &fault));
    EXPECT_EQ(fault.kind, c.fault) << faultText(fault);
  }
  EXPECT_TRUE(expand({"a.#.usd", 1, 1, 1e-300, {}}));
}

}  // namespace usdscope
