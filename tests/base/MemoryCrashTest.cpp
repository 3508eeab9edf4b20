// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MemoryCrash.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <vector>

#include "engine/base/MemoryLimit.h"

namespace usdscope {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// Uses memory, in small steps, until there is none.
void useAllMemory() {
  std::vector<std::vector<char>> pieces;
  pieces.reserve(1024);
  try {
    while (pieces.size() < 1024) pieces.emplace_back(kMebibyte);
  } catch (const std::bad_alloc&) {
    std::raise(SIGSEGV);
  }
}

}  // namespace

TEST(MemoryCrashDeathTest, OnlyLackOfMemoryHasTheMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (!limitMemory(1024 * kMebibyte)) GTEST_SKIP() << "Memory cannot be limited here.";
  limitMemory(0);
  const auto prepare = [] {
    limitMemory(256 * kMebibyte);
    endWithMessageWhenMemoryIsOut("No memory is left.\n", 3);
  };
  EXPECT_EXIT(
      {
        prepare();
        useAllMemory();
      },
      testing::ExitedWithCode(3), "No memory is left");
  EXPECT_EXIT(
      {
        prepare();
        std::raise(SIGSEGV);
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        prepare();
        std::abort();
      },
      testing::KilledBySignal(SIGABRT), "");
}

}  // namespace usdscope
