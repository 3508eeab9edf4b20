// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MemoryCrash.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <latch>
#include <new>
#include <thread>
#include <vector>

#include "engine/base/MemoryLimit.h"

namespace usdscope {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// Uses memory, in small steps, until there is none. Then crashes while it is still in use.
template <typename Crash>
void useAllMemory(Crash crash) {
  std::vector<std::vector<char>> pieces;
  pieces.reserve(1024);
  try {
    while (pieces.size() < 1024) pieces.emplace_back(kMebibyte);
  } catch (const std::bad_alloc&) {
    crash();
  }
}

// Threads that crash as soon as all memory is in use. Does not return.
void crashInManyThreads() {
  constexpr int kThreadCount = 8;
  std::latch isOut(1);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreadCount; ++i) {
    threads.emplace_back([&] {
      isOut.wait();
      std::raise(SIGSEGV);
    });
  }
  useAllMemory([&] {
    isOut.count_down();
    for (std::thread& thread : threads) thread.join();
  });
  std::abort();
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
        useAllMemory([] { std::raise(SIGSEGV); });
      },
      testing::ExitedWithCode(3), "No memory is left");
  EXPECT_EXIT(
      {
        prepare();
        crashInManyThreads();
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
