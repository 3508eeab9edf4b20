// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/PropertyRows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "engine/report/rows/InheritedPrimvars.h"
#include "engine/report/rows/PropertyGroups.h"
#include "engine/report/rows/SampleRows.h"
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

TEST(PropertyRows, GroupsAreSchemasOrNamespaces) {
  const PropertyRow color{.name = Token("primvars:st:indices"), .schema = Token("Gprim")};
  const PropertyRow custom{.name = Token("a")};
  const PropertyRow computed{.name = Token("World Bounding Box"), .isComputed = true};
  const struct {
    PropertyOrder order;
    const char* color;
    const char* custom;
  } cases[] = {
      {PropertyOrder::Composed, "", ""},
      {PropertyOrder::Alphabetical, "", ""},
      {PropertyOrder::Namespace, "primvars:st:", "No Namespace"},
      {PropertyOrder::Schema, "Gprim", "No Schema"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(propertyGroup(color, c.order), c.color);
    EXPECT_EQ(propertyGroup(custom, c.order), c.custom);
    EXPECT_EQ(propertyGroup(computed, c.order), "");
  }
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
                       "Resolved Preview Material: </M>", "Resolved Full Material: </M>",
                       "Inherited Visibility: visible", "Inherited Purpose: default"}));
  EXPECT_EQ(rows[2].targets, std::vector<Path>{Path::fromText("/M")});
}

TEST(PropertyRows, ComputedRowsHaveVisibilityPurposeRigAndSamples) {
  const auto stage = stageFromText(R"(
def SkelRoot "Rig" (
    prepend apiSchemas = ["SkelBindingAPI"]
) {
    token visibility.timeSamples = { 1: "inherited", 10: "invisible" }
    uniform token purpose = "proxy"
    def Xform "Inner" {
        token visibility = "invisible"
        double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 5: (1, 0, 0) }
        float spin.timeSamples = { 5: 1, 24: 2 }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Skeleton "Skel" (
        prepend apiSchemas = ["SkelBindingAPI"]
    ) {
        uniform token[] joints = ["A", "A/B", "A/C"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
        rel skel:animationSource = </Rig/Anim>
    }
    def SkelAnimation "Anim" {
        uniform token[] joints = ["A"]
        float3[] translations = [(0, 1, 0)]
        quatf[] rotations = [(1, 0, 0, 0)]
        half3[] scales = [(1, 1, 1)]
    }
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* prim;
    double time;
    std::vector<std::string> facts;
  } cases[] = {
      {"/Rig/Inner",
       1,
       {"Inherited Visibility: invisible", "Inherited Purpose: proxy (from </Rig>)",
        "Time Span: 1 to 24", "Sample Count: 3 sample times of 2 attributes"}},
      {"/Rig/Inner",
       10,
       {"Inherited Visibility: invisible (from </Rig>)", "Inherited Purpose: proxy (from </Rig>)",
        "Time Span: 1 to 24", "Sample Count: 3 sample times of 2 attributes"}},
      {"/Rig/Skel",
       1,
       {"Inherited Visibility: visible", "Inherited Purpose: proxy (from </Rig>)",
        "Skel Pose: 3 joints of </Rig/Skel>, animated by </Rig/Anim>, 2 at rest"}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> facts;
    const Prim prim = stage->primAt(Path::fromText(c.prim));
    std::vector<PropertyRow> rows = computedRows(prim, c.time);
    std::ranges::move(sampleRows(prim), std::back_inserter(rows));
    for (const PropertyRow& row : rows) {
      const bool isOurs = !row.name.text().starts_with("Resolved") &&
                          !row.name.text().starts_with("World") &&
                          !row.name.text().starts_with("Local");
      if (isOurs) facts.push_back(row.name.string() + ": " + row.value);
    }
    EXPECT_EQ(facts, c.facts) << c.prim << " at " << c.time;
  }
}

// usd-core's UsdGeomPrimvarsAPI::FindPrimvarsWithInheritance gave the expected lines.
TEST(InheritedPrimvars, EqualTheReference) {
  const auto stage = stageFromText(R"(def Xform "A"
{
    color3f[] primvars:displayColor = [(1, 0, 0)] (
        interpolation = "constant"
    )
    float primvars:wet = 1
    float[] primvars:perFace = [1, 2] (
        interpolation = "uniform"
    )
    int primvars:id.timeSamples = { 1: 1, 3: 5 }
    def Xform "B"
    {
        float primvars:wet = 2
        string primvars:blocked = None
        def Mesh "M"
        {
            float[] primvars:id = [3] (
                interpolation = "vertex"
            )
            int primvars:own = 4
        }
        def Mesh "N"
        {
        }
    }
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* prim;
    std::vector<std::string> inherited;
  } cases[] = {
      {"/A", {}},
      {"/A/B", {"primvars:displayColor of /A", "primvars:id of /A"}},
      {"/A/B/M", {"primvars:displayColor of /A", "primvars:wet of /A/B"}},
      {"/A/B/N", {"primvars:displayColor of /A", "primvars:id of /A", "primvars:wet of /A/B"}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> lines;
    for (const auto& [from, row] : inheritedPrimvars(stage->primAt(Path::fromText(c.prim)), 2.0)) {
      lines.push_back(row.name.string() + " of " + from.text());
      EXPECT_FALSE(row.isAuthored);
    }
    EXPECT_EQ(lines, c.inherited) << c.prim;
  }
  const Prim prim = stage->primAt(Path::fromText("/A/B/N"));
  const auto inherited = inheritedPrimvars(prim, 2.0);
  EXPECT_EQ(inherited[1].row.value, "1");  // Integers are held.
  EXPECT_EQ(inherited[2].row.value, "2");

  // The row of the schema's displayColor is replaced, the others are new.
  std::vector<PropertyRow> rows = propertyRows(prim, 2.0);
  const std::size_t count = rows.size();
  addInheritedPrimvars(rows, inherited);
  EXPECT_EQ(rows.size(), count + 2);
  const Token color("primvars:displayColor");
  EXPECT_EQ(std::ranges::count(rows, color, &PropertyRow::name), 1);
  EXPECT_EQ(std::ranges::find(rows, color, &PropertyRow::name)->value, "[(1, 0, 0)]");
  sortPropertyRows(rows, prim, PropertyOrder::Composed);
  EXPECT_EQ(rows.size(), count + 2);
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
