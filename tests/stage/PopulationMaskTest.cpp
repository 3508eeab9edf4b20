// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/PopulationMask.h"
#include "tests/stage/PathTexts.h"

#include <gtest/gtest.h>

namespace usdscope {
TEST(PopulationMask, IncludesAncestorsAndDescendantsOfItsPaths) {
  const PopulationMask mask({at("/W/B"), at("/W/A/X"), at("/W/A/X/Y")});
  EXPECT_EQ(mask.paths().size(), 2u);
  EXPECT_FALSE(mask.includesAll());
  const struct {
    const char* path;
    bool isIncluded;
    bool isWhole;
  } cases[] = {{"/", true, false},       {"/W", true, false},      {"/W/A", true, false},
               {"/W/A/X", true, true},   {"/W/A/X/Y", true, true}, {"/W/A/Y", false, false},
               {"/W/B/C/D", true, true}, {"/W/BB", false, false},  {"/V", false, false}};
  for (const auto& c : cases) {
    EXPECT_EQ(mask.includes(at(c.path)), c.isIncluded) << c.path;
    EXPECT_EQ(mask.includesSubtree(at(c.path)), c.isWhole) << c.path;
    EXPECT_TRUE(PopulationMask().includes(at(c.path))) << c.path;
    EXPECT_FALSE(PopulationMask(std::vector<Path>()).includes(at(c.path))) << c.path;
  }
}

TEST(PopulationMask, RelativeToAPrim) {
  const PopulationMask mask({at("/W/A/X"), at("/W/B")});
  EXPECT_EQ(mask.relativeTo(at("/W/A")), PopulationMask({at("/X")}));
  EXPECT_EQ(mask.relativeTo(at("/W/B")), PopulationMask());
  EXPECT_EQ(mask.relativeTo(at("/W/C")), PopulationMask(std::vector<Path>()));
  EXPECT_EQ(PopulationMask().relativeTo(at("/W")), PopulationMask());
}

}  // namespace usdscope
