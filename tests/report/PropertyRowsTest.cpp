// SPDX-License-Identifier: Apache-2.0
#include "engine/report/PropertyRows.h"

#include <gtest/gtest.h>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
TEST(PropertyRows, RowsHaveValuesAndTheirSources) {
  const auto stage = stageFromText(R"(
def Cube "C"
{
    double size.timeSamples = { 1: 1, 2: 5 }
    float3 between = (0.5, -0, 1e6)
    custom double blocked = None
    rel friend = [</A>, </B>]
    rel nobody
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* name;
    std::string value, source;
    bool isAuthored;
  } cases[] = {
      {"size", "3", "Time Samples (interpolated)", true},
      {"between", "(0.5, 0, 1e+06)", "Default", true},
      {"blocked", "no value", "No Value (blocked)", true},
      {"friend", "</A>, </B>", "Relationship", true},
      {"nobody", "no targets", "Relationship", true},
      {"visibility", "inherited", "Fallback", false},
  };
  const std::vector<PropertyRow> rows = propertyRows(stage->primAt(Path::fromText("/C")), 1.5);
  for (const auto& c : cases) {
    const auto row = std::ranges::find(rows, Token(c.name), &PropertyRow::name);
    ASSERT_NE(row, rows.end()) << c.name;
    EXPECT_EQ(row->value, c.value) << c.name;
    EXPECT_EQ(row->sourceText, c.source) << c.name;
    EXPECT_EQ(row->isAuthored, c.isAuthored) << c.name;
  }
}

}  // namespace usdscope
