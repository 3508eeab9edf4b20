// SPDX-License-Identifier: Apache-2.0
#include "engine/base/LargePages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace usdscope {

TEST(LargePages, HoldWhatAVectorGrowsInto) {
  std::vector<std::uint64_t, LargePageAllocator<std::uint64_t>> numbers;
  // Beyond the size from which pages are large: 4 MiB.
  for (std::uint64_t i = 0; i < 1'000'000; ++i) numbers.push_back(i);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}), 499'999'500'000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % (std::size_t{2} << 20), 0u);
  numbers.resize(3);
  numbers.shrink_to_fit();
  EXPECT_EQ(numbers.back(), 2u);
}

TEST(LargePages, RefuseWhatCannotBe) {
  LargePageAllocator<std::uint64_t> allocator;
  EXPECT_THROW(static_cast<void>(allocator.allocate(static_cast<std::size_t>(-1) / 2)),
               std::bad_alloc);
}

}  // namespace usdscope
