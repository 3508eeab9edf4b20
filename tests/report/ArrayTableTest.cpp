// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/ArrayTable.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "engine/base/Json.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::string> cellsOf(const ArrayTable& table) {
  std::vector<std::string> cells;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    for (int column = 0; column < table.columnCount(); ++column) {
      cells.push_back(table.cell(row, column));
    }
  }
  return cells;
}

}  // namespace

TEST(ArrayTable, CellsAreTheComponentsOfTheElements) {
  glm::dmat2 matrix;
  matrix[0] = {1, 2};
  matrix[1] = {3, 4};
  const struct {
    const char* name;
    Value value;
    std::size_t rowCount;
    std::vector<std::string> cells;
    std::string_view lastColumn;
  } cases[] = {
      {"numbers", Value(Array<double>{0.5, -0.0, kNan}), 3, {"0.5", "0", "nan"}, ""},
      {"points",
       Value(Array<glm::vec3>{{1, 2, 3}, {4, 5, 0.1f}}),
       2,
       {"1", "2", "3", "4", "5", "0.1"},
       "z"},
      {"quaternions", Value(Array<glm::quat>{glm::quat(1, 2, 3, 4)}), 1, {"1", "2", "3", "4"}, "k"},
      {"half quaternion",
       Value(HalfQuat{{Half(2.0f), Half(3.0f), Half(4.0f), Half(1.0f)}}),
       1,
       {"1", "2", "3", "4"},
       "k"},
      {"a matrix", Value(matrix), 2, {"1", "2", "3", "4"}, "1"},
      {"matrices", Value(Array<glm::dmat2>{matrix}), 1, {"1", "2", "3", "4"}, "1,1"},
      {"flags", Value(Array<BoolByte>{true, false}), 2, {"true", "false"}, ""},
      {"tokens", Value(Array<Token>{Token("a"), Token("b")}), 2, {"a", "b"}, ""},
      {"texts", Value(Array<std::string>{"a b"}), 1, {"a b"}, ""},
      {"large numbers", Value(Array<std::int64_t>{9007199254740993}), 1, {"9007199254740993"}, ""},
      {"a vector", Value(glm::ivec2(7, 8)), 1, {"7", "8"}, "y"},
      {"lines", Value(std::string("one\ntwo")), 2, {"one", "two"}, ""},
      {"no elements", Value(Array<float>()), 0, {}, ""},
      {"nothing", Value(), 0, {}, ""},
      {"a block", Value(ValueBlock()), 1, {"blocked"}, ""},
  };
  for (const auto& c : cases) {
    const ArrayTable table(c.value);
    EXPECT_EQ(table.rowCount(), c.rowCount) << c.name;
    EXPECT_EQ(cellsOf(table), c.cells) << c.name;
    if (table.columnCount() > 0) {
      EXPECT_EQ(table.columnName(table.columnCount() - 1), c.lastColumn) << c.name;
    }
  }
}

TEST(ArrayTable, ExactCellsHaveAllDigits) {
  EXPECT_EQ(ArrayTable(Value(Array<double>{1.0 / 3.0})).cell(0, 0), "0.333333");
  EXPECT_EQ(ArrayTable(Value(Array<double>{1.0 / 3.0})).exactCell(0, 0), "0.3333333333333333");
  EXPECT_EQ(ArrayTable(Value(Array<float>{0.1f})).exactCell(0, 0), "0.1");
}

TEST(ArraySlice, SlicesAreThoseOfPython) {
  std::ifstream stream(testAssetsPath() / "inspection/slices.json");
  const Json cases = parseJson(stream);
  ASSERT_GT(cases.size(), 100u);
  for (const Json& c : cases) {
    const std::string text = c[0];
    SCOPED_TRACE(text);
    std::string problem;
    const auto slice = parseSlice(text, c[1].get<std::size_t>(), problem);
    ASSERT_TRUE(slice) << problem;
    ASSERT_EQ(slice->count, c[2].get<std::size_t>());
    if (slice->count == 0) continue;
    EXPECT_EQ(slice->row(0), c[3].get<std::size_t>());
    EXPECT_EQ(slice->row(slice->count - 1), c[4].get<std::size_t>());
  }
}

TEST(ArraySlice, IndicesAndBracketsAreAccepted) {
  const struct {
    const char* text;
    std::size_t first, count;
  } cases[] = {{"7", 7, 1},   {"-1", 9, 1}, {"[2:4]", 2, 2},
               {" 3 ", 3, 1}, {"", 0, 10},  {"99999999999999999999:", 0, 0}};
  for (const auto& c : cases) {
    std::string problem;
    const auto slice = parseSlice(c.text, 10, problem);
    ASSERT_TRUE(slice) << c.text << problem;
    EXPECT_EQ(slice->count, c.count) << c.text;
    if (c.count > 0) {
      EXPECT_EQ(slice->row(0), c.first) << c.text;
    }
  }
}

TEST(ArraySlice, BadTextsAreExplained) {
  const struct {
    const char* text;
    const char* problem;
  } cases[] = {
      {"a", "`a` is not a slice. Expected an index, or start:stop:step."},
      {"1:2:3:4", "`1:2:3:4` is not a slice. Expected an index, or start:stop:step."},
      {"1 2", "`1 2` is not a slice. Expected an index, or start:stop:step."},
      {"::0", "The step of a slice cannot be 0."},
      {"10", "There is no element 10: the array has 10 elements."},
      {"-11", "There is no element -11: the array has 10 elements."},
  };
  for (const auto& c : cases) {
    std::string problem;
    EXPECT_FALSE(parseSlice(c.text, 10, problem)) << c.text;
    EXPECT_EQ(problem, c.problem);
  }
}

TEST(ArrayStatistics, NumbersThatAreNotFiniteAreCountedApart) {
  const ArrayStatistics numbers =
      computeStatistics(Value(Array<double>{3.0, kNan, -1.0, kInfinity, kNan}));
  EXPECT_EQ(numbers.count, 5u);
  EXPECT_EQ(numbers.nanCount, 2u);
  EXPECT_EQ(numbers.infiniteCount, 1u);
  EXPECT_EQ(numbers.firstNan, 1u);
  ASSERT_EQ(numbers.columns.size(), 1u);
  EXPECT_EQ(numbers.columns[0],
            (ArrayStatistics::Column{
                .min = -1.0, .max = 3.0, .mean = 1.0, .finiteCount = 2, .nanCount = 2}));

  const ArrayStatistics points =
      computeStatistics(Value(Array<glm::vec3>{{1, 2, 3}, {3, float(kNan), 5}}));
  ASSERT_EQ(points.columns.size(), 3u);
  EXPECT_EQ(points.columns[1].finiteCount, 1u);
  EXPECT_EQ(points.columns[1].nanCount, 1u);
  EXPECT_EQ(points.columns[2].nanCount, 0u);
  EXPECT_EQ(points.columns[2].mean, 4.0);
  EXPECT_EQ(points.nanCount, 1u);
}

TEST(ArrayStatistics, NextNanStartsAgainAtTheFirst) {
  const Value numbers(Array<glm::vec2>{{1, float(kNan)}, {2, 2}, {float(kNan), 0}, {3, 3}});
  EXPECT_EQ(nextNan(numbers, std::nullopt), 0u);
  EXPECT_EQ(nextNan(numbers, 0), 2u);
  EXPECT_EQ(nextNan(numbers, 2), 0u);
  EXPECT_EQ(nextNan(Value(Array<double>{1, kInfinity}), std::nullopt), std::nullopt);
  EXPECT_EQ(nextNan(Value(Array<Token>{Token("nan")}), std::nullopt), std::nullopt);
  EXPECT_EQ(nextNan(Value(), 7), std::nullopt);
}

TEST(ArrayStatistics, TextsHaveOnlyACount) {
  const ArrayStatistics tokens = computeStatistics(Value(Array<Token>{Token("a"), Token("b")}));
  EXPECT_EQ(tokens.count, 2u);
  EXPECT_TRUE(tokens.columns.empty());
  EXPECT_EQ(computeStatistics(Value()).count, 0u);
}

}  // namespace usdscope
