// SPDX-License-Identifier: Apache-2.0
#include "engine/report/LayerStackRows.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kRoot = R"(
def "A" (
    kind = "component"
    references = @/model.usda@</M> (offset = 10)
    variants = {
        string look = "red"
    }
)
{
    double size = 3
}
)";

constexpr const char* kModel = R"(
class Cube "M" (
    prepend variantSets = "look"
)
{
    double size.timeSamples = { 1: 1, 2: 5 }
    rel friend = </M/F>
    variantSet "look" = {
        "red" (
            instanceable = true
        ) {
        }
    }
}
)";

}  // namespace

TEST(LayerStackRows, RowsHaveTheOpinionOfEachLayer) {
  const auto stage = stageFromTexts({{"/root.usda", kRoot}, {"/model.usda", kModel}}).stage;
  ASSERT_TRUE(stage);
  const Prim prim = stage->primAt(Path::fromText("/A"));
  struct Row {
    std::string layer, path, value;
    double offset;
    bool isWinner;
    bool operator==(const Row&) const = default;
  };
  const struct {
    Token property;
    std::vector<Row> rows;
  } cases[] = {
      {Token(),
       {{"root.usda", "/A",
         "def, kind = component, references = [@/model.usda@</M> (10, 1)], "
         "variantSelection = [look = red]",
         0, false},
        {"model.usda", "/M", "class Cube, variantSetNames = [\"look\"]", 10, false},
        {"model.usda", "/M{look=red}", "over, instanceable = true", 10, false}}},
      {Token("size"),
       {{"root.usda", "/A.size", "3", 0, true},
        {"model.usda", "/M.size", "2 time samples", 10, false}}},
      {Token("friend"), {{"model.usda", "/M.friend", "[</M/F>]", 10, false}}},
      {Token("nothing"), {}},
  };
  for (const auto& c : cases) {
    std::vector<Row> rows;
    for (const LayerStackRow& row : layerStackRows(prim, c.property, 2.0)) {
      rows.push_back({row.layer, row.path, row.value, row.offset.offset, row.isWinner});
      EXPECT_EQ(row.identifier, "/" + row.layer);
    }
    EXPECT_EQ(rows.size(), c.rows.size());
    for (std::size_t i = 0; i < std::min(rows.size(), c.rows.size()); ++i) {
      EXPECT_EQ(rows[i].value, c.rows[i].value);
      EXPECT_TRUE(rows[i] == c.rows[i]) << rows[i].layer << " " << rows[i].path;
    }
  }
}

}  // namespace usdscope
