// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipGaps.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace usdscope {
namespace {

// The order of the declared attributes is neither that of their names nor that of their paths.
TEST(ClipGaps, EachGapIsFound) {
  constexpr std::size_t kDeclared = 60;
  std::vector<Path> declared;
  for (std::size_t i = 0; i < kDeclared; ++i) {
    declared.push_back(Path::fromText(fmt::format("/P.gap{}", (i * 37) % kDeclared)));
  }
  std::vector<ClipStretch> lane(20);
  for (std::size_t block = 0; block < lane.size(); ++block) {
    for (std::size_t i = 0; i < kDeclared; ++i) {
      if ((i + block) % (block + 1) == 0) lane[block].gaps.push_back(declared[i]);
    }
  }
  for (const Path attribute : declared) {
    const std::vector<bool> hasGap = stretchesWithGap(lane, declared, attribute);
    ASSERT_EQ(hasGap.size(), lane.size());
    for (std::size_t block = 0; block < lane.size(); ++block) {
      EXPECT_EQ(hasGap[block], std::ranges::count(lane[block].gaps, attribute) == 1)
          << attribute.text() << " " << block;
    }
  }
  for (const Path other : {Path(), Path::fromText("/P.other")}) {
    EXPECT_EQ(stretchesWithGap(lane, declared, other), std::vector<bool>(lane.size(), false));
  }
}

}  // namespace
}  // namespace usdscope
