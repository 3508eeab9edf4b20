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

TEST(PropertyRows, RowsAreSortedInFourOrders) {
  const auto stage = stageFromText(R"(
def Cube "C" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    reorder properties = ["size", "b:x"]
    custom double a = 1
    custom double b:x = 1
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const Prim prim = stage->primAt(Path::fromText("/C"));
  const auto namesIn = [&](PropertyOrder order) {
    std::vector<PropertyRow> rows = propertyRows(prim, 1.0);
    sortPropertyRows(rows, prim, order);
    std::vector<std::string> names;
    for (const PropertyRow& row : rows) names.push_back(row.name.string());
    return names;
  };
  const auto place = [](const std::vector<std::string>& names, const char* name) {
    return std::ranges::find(names, name) - names.begin();
  };
  const auto composed = namesIn(PropertyOrder::Composed);
  EXPECT_EQ(place(composed, "size"), 0);
  EXPECT_EQ(place(composed, "b:x"), 1);
  const auto alphabetical = namesIn(PropertyOrder::Alphabetical);
  EXPECT_EQ(place(alphabetical, "a"), 0);
  EXPECT_EQ(place(alphabetical, "b:x"), 1);
  const auto byNamespace = namesIn(PropertyOrder::Namespace);
  EXPECT_LT(place(byNamespace, "size"), place(byNamespace, "b:x"));
  const auto bySchema = namesIn(PropertyOrder::Schema);
  EXPECT_LT(place(bySchema, "skel:skeleton"), place(bySchema, "size"));
  EXPECT_EQ(schemaOfProperty(prim, Token("skel:skeleton")), Token("SkelBindingAPI"));
  EXPECT_LT(place(bySchema, "size"), place(bySchema, "visibility"));
  EXPECT_LT(place(bySchema, "visibility"), place(bySchema, "a"));
  EXPECT_EQ(schemaOfProperty(prim, Token("visibility")), Token("Imageable"));
  EXPECT_EQ(schemaOfProperty(prim, Token("size")), Token("Cube"));
  EXPECT_EQ(schemaOfProperty(prim, Token("a")), Token());
}

TEST(PropertyRows, ComputedRowsHaveBoundsTransformAndMaterials) {
  const auto stage = stageFromText(R"(
def Xform "X" {
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "C" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    ) {
        float3[] extent = [(-1, -1, -1), (1, 1, 1)]
        rel material:binding = </M>
    }
}
def Material "M" {
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const std::vector<PropertyRow> rows = computedRows(stage->primAt(Path::fromText("/X/C")), 1.0);
  std::vector<std::string> lines;
  for (const PropertyRow& row : rows) {
    EXPECT_TRUE(row.isComputed);
    lines.push_back(row.name.string() + ": " + row.value);
  }
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "World Bounding Box: (0, 1, 2) to (2, 3, 4)",
                       "Local to World Xform: ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, "
                       "1))",
                       "Resolved Preview Material: </M>", "Resolved Full Material: </M>"}));
  EXPECT_EQ(rows[2].targets, std::vector<Path>{Path::fromText("/M")});
}

TEST(PropertySheet, ColumnsAreThePropertiesThatAPrimAuthors) {
  const auto stage = stageFromText(R"(
def Cube "C" {
    double size = 3
}
def Sphere "S" {
    double radius = 4
    token visibility = "invisible"
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const PropertySheet sheet = propertySheet(
      {stage->primAt(Path::fromText("/C")), stage->primAt(Path::fromText("/S"))}, 1.0);
  EXPECT_EQ(sheet.columns,
            (std::vector<Token>{Token("size"), Token("radius"), Token("visibility")}));
  std::vector<std::string> cells;
  for (const PropertySheet::Row& row : sheet.rows) {
    for (const auto& cell : row.cells) cells.push_back(cell ? cell->value : "-");
  }
  EXPECT_EQ(cells, (std::vector<std::string>{"3", "-", "inherited", "-", "4", "invisible"}));
}

}  // namespace usdscope
