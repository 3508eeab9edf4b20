// SPDX-License-Identifier: Apache-2.0
#include "engine/base/LargePages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
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

TEST(LargePages, FreedMemoryIsForTheNextTable) {
  constexpr std::size_t kByteSize = (std::size_t{9} << 20) + 8;  // Ends within a page.
  const auto fill = [](int byte) {
    const auto bytes = makeLargeArray<unsigned char>(kByteSize);
    std::memset(bytes.get(), byte, kByteSize);
    return std::accumulate(bytes.get(), bytes.get() + kByteSize, std::size_t{0});
  };
  for (const int byte : {1, 2, 3}) EXPECT_EQ(fill(byte), kByteSize * static_cast<unsigned>(byte));
  // Equal sizes at one time have memory of their own.
  const auto first = makeLargeArray<unsigned char>(kByteSize);
  const auto second = makeLargeArray<unsigned char>(kByteSize);
  std::memset(first.get(), 4, kByteSize);
  std::memset(second.get(), 5, kByteSize);
  EXPECT_EQ(first[kByteSize - 1], 4);
  EXPECT_EQ(second[0], 5);
  releaseKeptPages();
  EXPECT_EQ(fill(6), kByteSize * 6);
}

TEST(LargePages, RefuseWhatCannotBe) {
  LargePageAllocator<std::uint64_t> allocator;
  EXPECT_THROW(static_cast<void>(allocator.allocate(static_cast<std::size_t>(-1) / 2)),
               std::bad_alloc);
}

}  // namespace usdscope
