// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/report/ExpectedScenes.h"
#include "tests/support/Corpora.h"

namespace usdscope {

TEST(FirstLight, EveryFactIsThatOfTheReference) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::size_t count = 0;
  for (const ExpectedScene& scene : readExpectedScenes(*corpora)) {
    if (scene.area != "first-light") continue;
    ++count;
    std::string problem;
    const DumpComparison comparison = compareWithReference(scene, *corpora, problem);
    EXPECT_EQ(problem, "") << scene.dump;
    EXPECT_EQ(comparison.differing, 0u) << scene.dump << ": " << comparison.text();
  }
  EXPECT_GT(count, 0u);
}

}  // namespace usdscope
