// SPDX-License-Identifier: Apache-2.0
#include "engine/value/ArrayEdit.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

using Operation = ArrayEditStep::Operation;
constexpr std::int64_t kEnd = ArrayEditStep::kEnd;

// The literal is 5; what comes out is what the reference makes of it.
const struct {
  const char* name;
  std::vector<ArrayEditStep> steps;
  std::vector<std::int32_t> expected;
} kCases[] = {
    {"nothing", {}, {10, 20, 30}},
    {"write 5 to [0]", {{Operation::Write, 0, 0}}, {5, 20, 30}},
    {"write 5 to [-1]", {{Operation::Write, 0, -1}}, {10, 20, 5}},
    {"write 5 to [3]", {{Operation::Write, 0, 3}}, {10, 20, 30}},
    {"write 5 to [-4]", {{Operation::Write, 0, -4}}, {10, 20, 30}},
    {"write [0] to [2]", {{Operation::WriteElement, 0, 2}}, {10, 20, 10}},
    {"write [-1] to [0]", {{Operation::WriteElement, -1, 0}}, {30, 20, 30}},
    {"write [9] to [0]", {{Operation::WriteElement, 9, 0}}, {10, 20, 30}},
    {"insert 5 at [0]", {{Operation::Insert, 0, 0}}, {5, 10, 20, 30}},
    {"insert 5 at [3]", {{Operation::Insert, 0, 3}}, {10, 20, 30, 5}},
    {"insert 5 at [-1]", {{Operation::Insert, 0, -1}}, {10, 20, 5, 30}},
    {"insert 5 at [-3]", {{Operation::Insert, 0, -3}}, {5, 10, 20, 30}},
    {"insert 5 at [-4]", {{Operation::Insert, 0, -4}}, {10, 20, 30}},
    {"insert 5 at [4]", {{Operation::Insert, 0, 4}}, {10, 20, 30}},
    {"append 5", {{Operation::Insert, 0, kEnd}}, {10, 20, 30, 5}},
    {"append [0]", {{Operation::InsertElement, 0, kEnd}}, {10, 20, 30, 10}},
    {"insert [2] at [1]", {{Operation::InsertElement, 2, 1}}, {10, 30, 20, 30}},
    {"insert [5] at [1]", {{Operation::InsertElement, 5, 1}}, {10, 20, 30}},
    {"erase [-1]", {{Operation::Erase, 0, -1}}, {10, 20}},
    {"erase [3]", {{Operation::Erase, 0, 3}}, {10, 20, 30}},
    {"minsize 2", {{Operation::MinSize, 0, 2}}, {10, 20, 30}},
    {"minsize 5", {{Operation::MinSize, 0, 5}}, {10, 20, 30, 0, 0}},
    {"minsize 5 fill 5", {{Operation::MinSizeFill, 0, 5}}, {10, 20, 30, 5, 5}},
    {"resize 2", {{Operation::Resize, 0, 2}}, {10, 20}},
    {"resize 4", {{Operation::Resize, 0, 4}}, {10, 20, 30, 0}},
    {"resize 4 fill 5", {{Operation::ResizeFill, 0, 4}}, {10, 20, 30, 5}},
    {"maxsize 2", {{Operation::MaxSize, 0, 2}}, {10, 20}},
    {"maxsize 4", {{Operation::MaxSize, 0, 4}}, {10, 20, 30}},
    {"in order",
     {{Operation::Insert, 0, kEnd}, {Operation::Erase, 0, 0}, {Operation::WriteElement, 0, -1}},
     {20, 30, 20}},
    {"resize to what no memory holds", {{Operation::Resize, 0, INT64_MAX}}, {10, 20, 30}},
    {"write [end] to [0]", {{Operation::WriteElement, kEnd, 0}}, {10, 20, 30}},
};

}  // namespace

TEST(ArrayEdit, StepsAreDoneInOrderAndThoseThatDoNotFitAreSkipped) {
  const Value array(Array<std::int32_t>(std::vector<std::int32_t>{10, 20, 30}));
  for (const auto& c : kCases) {
    const ArrayEdit edit{Value(Array<std::int32_t>{5}), c.steps};
    EXPECT_TRUE(isValid(edit)) << c.name;
    EXPECT_EQ(applied(edit, array), Value(Array<std::int32_t>(c.expected))) << c.name;
  }
}

TEST(ArrayEdit, WithoutAnArrayOfItsTypeItStartsFromNothing) {
  const ArrayEdit edit{Value(Array<std::string>{"a"}), {{Operation::Insert, 0, kEnd}}};
  const Value expected(Array<std::string>{"a"});
  EXPECT_EQ(applied(edit, Value()), expected);
  EXPECT_EQ(applied(edit, Value(Array<float>{1, 2})), expected);
}

TEST(ArrayEdit, LiteralsMustBeThere) {
  const Value literals(Array<std::int32_t>{5});
  EXPECT_FALSE(isValid({literals, {{Operation::Write, 1, 0}}}));
  EXPECT_FALSE(isValid({literals, {{Operation::Insert, -1, 0}}}));
  EXPECT_FALSE(isValid({literals, {{Operation::MaxSize, 0, -1}}}));
  EXPECT_FALSE(isValid({Value(5), {}}));
}

}  // namespace usdscope
