// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace usdscope {

TEST(Parallel, EveryIndexIsVisitedOnceForAnyNumberOfThreads) {
  for (const std::size_t threads : {1, 2, 7, 0}) {
    setThreadCount(threads);
    if (threads > 0) {
      EXPECT_EQ(threadCount(), threads);
    }
    for (const std::size_t count : {0, 1, 10, 1000, 4097}) {
      for (const std::size_t grain : {0, 1, 16, 10000}) {
        std::vector<int> visits(count);
        parallelFor(count, grain, [&](std::size_t first, std::size_t last) {
          EXPECT_LT(first, last);
          for (std::size_t i = first; i < last; ++i) ++visits[i];
        });
        EXPECT_EQ(visits, std::vector<int>(count, 1)) << threads << ' ' << count << ' ' << grain;
      }
    }
  }
  EXPECT_GE(threadCount(), 1u);
}

TEST(Parallel, LoopsNest) {
  std::atomic<int> sum{0};
  parallelInvoke(
      [&] {
        parallelFor(50, 1, [&](std::size_t a, std::size_t b) {
          for (std::size_t i = a; i < b; ++i) {
            parallelFor(20, 1, [&](std::size_t c, std::size_t d) { sum += int(d - c); });
          }
        });
      },
      [&] { sum += 7; });
  EXPECT_EQ(sum.load(), 1007);
}

}  // namespace usdscope
