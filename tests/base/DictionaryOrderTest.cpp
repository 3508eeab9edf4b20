// SPDX-License-Identifier: Apache-2.0
#include "engine/base/DictionaryOrder.h"

#include <gtest/gtest.h>

namespace usdscope {

// The order that Tf.DictionaryStrcmp of the reference gives.
TEST(DictionaryOrder, AgreesWithTheReference) {
  constexpr const char* kSorted[] = {
      "1a", "_",   "_a",  "A",   "a",  "a1",  "a01", "a1a", "a2", "a10",     "a:b",
      "a_", "a_b", "Ab",  "aB",  "ab", "ab1", "ab_", "B",   "b",  "foo1bar", "foo01bar",
      "x",  "x:y", "X_y", "x_y", "Xa", "xA",  "xy",  "Z",   "z",  "\xC3\xA9"};
  for (std::size_t i = 0; i < std::size(kSorted); ++i) {
    for (std::size_t j = 0; j < std::size(kSorted); ++j) {
      EXPECT_EQ(dictionaryLess(kSorted[i], kSorted[j]), i < j) << kSorted[i] << " " << kSorted[j];
    }
  }
}

TEST(DictionaryOrder, LeadingZerosCountLast) {
  EXPECT_TRUE(dictionaryLess("a001", "a01b"));
  EXPECT_TRUE(dictionaryLess("a01a", "a001b"));
  EXPECT_TRUE(dictionaryLess("A1", "a01"));
  EXPECT_TRUE(dictionaryLess("a0", "a00"));
}

}  // namespace usdscope
