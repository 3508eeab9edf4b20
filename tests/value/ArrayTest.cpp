// SPDX-License-Identifier: Apache-2.0
#include "engine/value/Array.h"

#include <gtest/gtest.h>

#include <string>

namespace usdscope {

TEST(Array, CopiesShareStorage) {
  const Array<std::string> a{"x", "y"};
  Array<std::string> b = a;
  EXPECT_TRUE(a.sharesStorageWith(b));
  EXPECT_EQ(b.size(), 2u);
  b = Array<std::string>{"x", "y"};
  EXPECT_FALSE(a.sharesStorageWith(b));
  EXPECT_EQ(a, b);
  const Array<std::string>& itself = b;
  b = itself;
  EXPECT_EQ(b[1], "y");
  Array<std::string> c = std::move(b);
  EXPECT_EQ(c, a);
  c = {};
  EXPECT_TRUE(c.empty());
  EXPECT_EQ(c, Array<std::string>());
  EXPECT_FALSE(c == a);
}

TEST(Array, AnEmptyArrayOwnsNothing) {
  const Array<int> a;
  const Array<int> b(std::vector<int>{});
  EXPECT_TRUE(a.sharesStorageWith(b));
  EXPECT_EQ(a.data(), nullptr);
  EXPECT_EQ(a.begin(), a.end());
  EXPECT_TRUE(a.span().empty());
}

TEST(Array, KeepsTheOwnerOfForeignMemoryAlive) {
  auto owner = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2, 3});
  std::weak_ptr<const std::vector<double>> watch = owner;
  Array<double> array(std::span<const double>(*owner), owner);
  EXPECT_EQ(array.data(), owner->data());
  owner.reset();
  const Array<double> copy = array;
  array = {};
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(copy, (Array<double>{1, 2, 3}));
  EXPECT_FALSE(copy == (Array<double>{1, 2, 4}));
  EXPECT_FALSE(copy == (Array<double>{1, 2}));
}

TEST(BoolByte, EveryByteButZeroIsTrue) {
  BoolByte odd;
  odd.value = 2;
  EXPECT_EQ(odd, BoolByte(true));
  EXPECT_FALSE(odd == BoolByte(false));
}

}  // namespace usdscope
