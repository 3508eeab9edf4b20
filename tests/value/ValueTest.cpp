// SPDX-License-Identifier: Apache-2.0
#include "engine/value/Value.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

// One value of each way in which a Value keeps its object.
std::vector<Value> variousValues() {
  Dictionary dictionary;
  dictionary.set("a", Value(1));
  return {Value(),
          Value(true),
          Value(std::uint8_t{1}),
          Value(1),
          Value(1u),
          Value(std::int64_t{1}),
          Value(std::uint64_t{1}),
          Value(1.0f),
          Value(1.0),
          Value(Half(1.0f)),
          Value(Token("1")),
          Value(std::string("1")),
          Value(std::string(100, 'x')),
          Value(glm::vec2(1)),
          Value(glm::vec3(1)),
          Value(glm::dmat4(1)),
          Value(HalfVec3{}),
          Value(HalfQuat{}),
          Value(glm::quat(1, 0, 0, 0)),
          Value(TimeCodeValue{1}),
          Value(DurationValue{1}),
          Value(AssetPath{.authored = "1"}),
          Value(Array<float>{1, 2}),
          Value(Array<std::string>{"1", "2"}),
          Value(Array<BoolByte>{true}),
          Value(Array<float>()),
          Value(Array<double>()),
          Value(dictionary),
          Value(ValueBlock{}),
          Value(AnimationBlock{}),
          Value(OpaqueValue{}),
          Value(std::vector<Token>{Token("1")})};
}

}  // namespace

TEST(Value, CopiesAreEqualAndOthersAreNot) {
  const std::vector<Value> values = variousValues();
  const std::vector<Value> again = variousValues();
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j)
      EXPECT_EQ(values[i] == again[j], i == j) << i << ' ' << j;
    const Value copy = values[i];
    EXPECT_EQ(copy, values[i]) << i;
    EXPECT_EQ(copy.isEmpty(), i == 0);
  }
}

TEST(Value, AssignmentReleasesTheOldValue) {
  for (const Value& from : variousValues()) {
    for (const Value& to : variousValues()) {
      Value value = to;
      value = from;
      EXPECT_EQ(value, from);
      value = *&value;
      EXPECT_EQ(value, from);
      Value moved = std::move(value);
      EXPECT_EQ(moved, from);
      value = to;
      EXPECT_EQ(value, to);
      std::swap(value, moved);
      EXPECT_EQ(value, from);
    }
  }
}

TEST(Value, FindsOnlyItsOwnType) {
  const Value value(1.5f);
  ASSERT_NE(value.find<float>(), nullptr);
  EXPECT_EQ(*value.find<float>(), 1.5f);
  EXPECT_EQ(value.find<double>(), nullptr);
  EXPECT_EQ(value.find<int>(), nullptr);
  EXPECT_EQ(value.find<Array<float>>(), nullptr);
  EXPECT_EQ(value.valueOr(2.0), 2.0);
  EXPECT_EQ(value.valueOr(2.0f), 1.5f);
  EXPECT_EQ(Value().find<float>(), nullptr);
  EXPECT_TRUE(Value(ValueBlock{}).isBlock());
  EXPECT_FALSE(Value().isBlock());
}

TEST(Value, KnowsItsKind) {
  EXPECT_EQ(Value().kind(), ValueKind::Other);
  EXPECT_EQ(Value(true).kind(), ValueKind::Bool);
  EXPECT_EQ(Value(Array<BoolByte>{true}).kind(), ValueKind::Bool);
  EXPECT_TRUE(Value(Array<BoolByte>{true}).isArray());
  EXPECT_EQ(Value(glm::dmat4(1)).kind(), ValueKind::Matrix4d);
  EXPECT_EQ(Value(Dictionary()).kind(), ValueKind::Other);
  EXPECT_EQ(Value(ValueBlock{}).kind(), ValueKind::Other);
}

TEST(Value, VisitsDataWithItsType) {
  for (const Value& value : variousValues()) {
    bool called = false;
    const bool isData = visitData(value, [&]<typename T>(const T& object) {
      called = true;
      EXPECT_TRUE(value.holds<T>());
      EXPECT_EQ(Value(T(object)), value);
    });
    EXPECT_EQ(isData, called);
    EXPECT_EQ(isData, value.kind() != ValueKind::Other);
  }
}

TEST(Value, ThreadsShareOneObject) {
  const std::vector<Value> values = variousValues();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        std::vector<Value> copies = values;
        copies.insert(copies.end(), values.begin(), values.end());
      }
    });
  }
  threads.clear();
  EXPECT_EQ(values, variousValues());
}

}  // namespace usdscope
