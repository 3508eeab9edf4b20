// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/report/ExpectedScenes.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::vector<std::string> exhibits() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "museum")) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

class MuseumDump : public testing::TestWithParam<std::string> {};

TEST_P(MuseumDump, EqualsTheReferences) {
  const std::filesystem::path folder = testAssetsPath() / "museum" / GetParam();
  std::string problem;
  const DumpComparison comparison =
      compareWithReference(folder / "root.usda", folder / "expected.json", {}, {}, problem);
  EXPECT_EQ(problem, "");
  EXPECT_EQ(comparison.differing, 0u) << comparison.text();
  EXPECT_GT(comparison.agreed, 0u);
}

INSTANTIATE_TEST_SUITE_P(, MuseumDump, testing::ValuesIn(exhibits()),
                         [](const auto& exhibit) { return exhibit.param; });

}  // namespace
}  // namespace usdscope
