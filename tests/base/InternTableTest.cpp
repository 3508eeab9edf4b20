// SPDX-License-Identifier: Apache-2.0
#include "engine/base/InternTable.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace usdscope {
namespace {

struct NumberTraits {
  static std::uint64_t hash(std::uint64_t key) { return key; }
  static bool equal(std::uint64_t item, std::uint64_t key) { return item == key; }
  static std::uint64_t make(std::uint64_t key) { return key; }
};

// Every key falls on one slot of one shard.
struct CollidingTraits : NumberTraits {
  static std::uint64_t hash(std::uint64_t) { return 42; }
};

struct TextTraits {
  static std::uint64_t hash(const std::string& key) { return std::hash<std::string>{}(key); }
  static bool equal(const std::string& item, const std::string& key) { return item == key; }
  static std::string make(const std::string& key) { return key; }
};

}  // namespace

TEST(InternTable, NumbersAreDenseAndStay) {
  InternTable<std::uint64_t, std::uint64_t, NumberTraits> table(~std::uint64_t{0});
  constexpr std::uint32_t kCount = 50000;
  for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(table.intern(i * 977u), i + 1);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(table.intern(i * 977u), i + 1);
    ASSERT_EQ(table.item(i + 1), i * 977u);
  }
  EXPECT_EQ(table.size(), kCount + 1);
  EXPECT_EQ(table.item(0), ~std::uint64_t{0});
}

TEST(InternTable, KeysWithOneHashAreDistinguished) {
  InternTable<std::uint64_t, std::uint64_t, CollidingTraits> table(0);
  for (std::uint64_t i = 1; i < 500; ++i) EXPECT_EQ(table.intern(i), i);
  for (std::uint64_t i = 1; i < 500; ++i) EXPECT_EQ(table.intern(i), i);
}

// All threads make the same keys in different orders and read what the others made: one number for
// each key, and its item is complete. Runs under ThreadSanitizer too.
TEST(InternTable, ThreadsAgree) {
  constexpr std::uint32_t kThreads = 8;
  constexpr std::uint32_t kKeys = 6000;
  InternTable<std::string, std::string, TextTraits> table{std::string()};
  std::vector<std::vector<std::uint32_t>> found(kThreads, std::vector<std::uint32_t>(kKeys));
  std::atomic<std::uint32_t> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (std::uint32_t i = 0; i < kKeys; ++i) {
          const std::uint32_t key = (i * (2 * t + 1) + t * 997) % kKeys;
          const std::string text = "a key that is longer than small strings " + std::to_string(key);
          found[t][key] = table.intern(text);
          if (table.item(found[t][key]) != text) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong.load(), 0u);
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    for (std::uint32_t key = 0; key < kKeys; ++key) {
      const std::string text = "a key that is longer than small strings " + std::to_string(key);
      // An odd stride that divides kKeys leaves some keys out; those have no number.
      if (found[t][key] == 0) continue;
      ASSERT_EQ(found[t][key], table.intern(text)) << t << ' ' << key;
    }
  }
  EXPECT_EQ(table.size(), kKeys + 1);
}

}  // namespace usdscope
