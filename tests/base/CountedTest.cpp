// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Counted.h"

#include <gtest/gtest.h>

namespace usdscope {

TEST(Counted, NounsAgreeWithTheirCount) {
  EXPECT_EQ(counted(0, "clip"), "0 clips");
  EXPECT_EQ(counted(1, "clip"), "1 clip");
  EXPECT_EQ(counted(2, "clip"), "2 clips");
  EXPECT_EQ(counted(1, "index", "indices"), "1 index");
  EXPECT_EQ(counted(2, "index", "indices"), "2 indices");
  EXPECT_EQ(thereAre(1, "clip"), "There is 1 clip");
  EXPECT_EQ(thereAre(0, "clip"), "There are 0 clips");
}

}  // namespace usdscope
