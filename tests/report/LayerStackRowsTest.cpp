// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/LayerStackRows.h"

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
      {Token("friend"), {{"model.usda", "/M.friend", "[</M/F>]", 10, true}}},
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

TEST(LayerStackRows, ReasonsNameTheValuesThatAreHidden) {
  const auto stage = stageFromTexts({{"/root.usda", R"(#usda 1.0
(
    subLayers = [@high.usda@, @low.usda@]
)
class "C" {
    double inherited = 1
}
def "A" (
    inherits = </C>
    references = @model.usda@</M>
) {
    double local = 1
}
)"},
                                     {"/high.usda", R"(#usda 1.0
over "A" {
    double sub = 1
    double blocked = None
    double samples.timeSamples = { 1: 1, 3: 2 }
}
)"},
                                     {"/low.usda", R"(#usda 1.0
over "A" {
    double sub.timeSamples = { 1: 1, 2: 2, 3: 3 }
    double local = 2
    double blocked.timeSamples = { 1: 1 }
    double samples = 5
}
)"},
                                     {"/model.usda", R"(#usda 1.0
def "M" {
    double inherited = 5
    double local = 5
}
)"}})
                         .stage;
  ASSERT_TRUE(stage);
  const Prim prim = stage->primAt(Path::fromText("/A"));
  ASSERT_TRUE(prim);
  const struct {
    const char* property;
    std::vector<std::string> reasons;
    std::vector<std::string> spans;
  } cases[] = {
      {"sub",
       {"gives the value", "a default in the higher sublayer `high.usda` hides 3 samples here"},
       {"", "1 to 3"}},
      {"local",
       {"gives the value",
        "a default in `root.usda`, which has this layer as a sublayer, hides a default here",
        "a default in `root.usda`, from where a reference leads here, hides a default here"},
       {"", "", ""}},
      {"inherited",
       {"gives the value",
        "a default in `root.usda`, behind an inherit (stronger than this reference), hides a "
        "default here"},
       {"", ""}},
      {"blocked",
       {"blocks the value", "a block in the higher sublayer `high.usda` hides 1 sample here"},
       {"", "1"}},
      {"samples",
       {"gives the value, between its samples 1 and 3",
        "2 samples in the higher sublayer `high.usda` hide a default here"},
       {"1 to 3", ""}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> reasons;
    std::vector<std::string> spans;
    for (const LayerStackRow& row : layerStackRows(prim, Token(c.property), 2.0)) {
      reasons.push_back(row.reason);
      spans.push_back(row.span);
    }
    EXPECT_EQ(reasons, c.reasons) << c.property;
    EXPECT_EQ(spans, c.spans) << c.property;
  }
}

TEST(LayerStackRows, RowsOfTheRootAreTheTreeOfLayers) {
  const auto stage =
      stageFromTexts({{"/root.usda", "(subLayers = [@a.usda@ (offset = 5), @c.usda@])"},
                      {"/a.usda", "(subLayers = [@b.usda@])"},
                      {"/b.usda", ""},
                      {"/c.usda", ""}})
          .stage;
  ASSERT_TRUE(stage);
  std::vector<std::string> lines;
  for (const LayerStackRow& row : layerStackRows(stage->pseudoRoot(), {}, 1.0)) {
    lines.push_back(std::string(row.depth, '>') + row.layer +
                    (row.offset.isIdentity() ? "" : " 5"));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"~session~", "root.usda", ">a.usda 5", ">>b.usda 5",
                                             ">c.usda"}));
}

}  // namespace usdscope
