// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/scene/SceneExtractor.h"
#include "tests/scene/ExpectSound.h"
#include "tests/skel/Arm.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kNeighbour = "def Cube \"Neighbour\" {\ndouble size = 2\n}\n";
const Box kNeighbourBounds{{-1, -1, -1}, {1, 1, 1}};

// A square in the plane z = 0 with further opinions.
std::string square(const std::string& more) {
  return "def Mesh \"M\" {\npoint3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)]\n"
         "int[] faceVertexCounts = [4]\nint[] faceVertexIndices = [0, 1, 2, 3]\n" +
         more + "\n}\n";
}

// A mesh of two triangles with these points and faces.
std::string mesh(const std::string& points, const std::string& counts, const std::string& indices) {
  return "def Mesh \"M\" {\npoint3f[] points = [" + points + "]\nint[] faceVertexCounts = [" +
         counts + "]\nint[] faceVertexIndices = [" + indices + "]\n}\n";
}

std::size_t entriesOf(const Scene& scene) {
  std::size_t count = 0;
  for (const Diagnostic& entry : scene.diagnostics.entries())
    count += entry.site.path != "" ? 1 : 0;
  return count;
}

// Counts the primitives that have an extent.
std::size_t drawnPrimitives(const Item& item) {
  const Array<std::uint32_t>& indices = item.geometry->indices;
  if (item.geometry->primitive == Primitive::Points) return indices.size();
  const std::size_t step = item.geometry->primitive == Primitive::Lines ? 2 : 3;
  std::size_t count = 0;
  for (std::size_t i = 0; i < indices.size(); i += step) count += indices[i] != indices[i + 1];
  return count;
}

std::shared_ptr<SceneExtractor> extractorOf(const std::string& text) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  return result.stage ? std::make_shared<SceneExtractor>(result.stage) : nullptr;
}

}  // namespace

TEST(DegenerateGeometry, DrawsWhatItCanAndDisturbsNobody) {
  const std::string corners = "(0,0,0), (1,0,0), (1,1,0), (0,1,0)";
  const std::string place = "uniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
  const std::string instancer =
      "def PointInstancer \"P\" {\nrel prototypes = </P/C>\nint[] protoIndices = [0, 0]\n"
      "def Cube \"C\" {\ndouble size = 1\n}\n";
  const struct {
    const char* name;
    std::string text;
    std::size_t drawn;     // Number of primitives.
    std::size_t problems;  // Number of diagnostics.
  } cases[] = {
      {"whole", square(""), 2, 0},
      {"no points", mesh("", "", ""), 0, 0},
      {"faces without points", mesh("", "3", "0, 1, 2"), 0, 1},
      {"points without faces", mesh(corners, "", ""), 0, 0},
      {"no area", mesh("(1,1,1), (1,1,1), (1,1,1)", "3", "0, 1, 2"), 1, 0},
      {"all in a line", mesh("(0,0,0), (0.5,0,0), (1,0,0)", "3", "0, 1, 2"), 1, 0},
      {"a corner twice", mesh(corners, "4", "0, 1, 1, 2"), 2, 0},
      {"no corners and two", mesh(corners, "0, 2, 3", "0, 1, 0, 1, 2"), 1, 1},
      {"one corner", mesh(corners, "1, 3", "0, 0, 1, 2"), 1, 1},
      {"fewer indices than counted", mesh(corners, "3, 3", "0, 1, 2, 3"), 1, 1},
      {"more indices than counted", mesh(corners, "3", "0, 1, 2, 3"), 1, 0},
      {"negative count", mesh(corners, "3, -3", "0, 1, 2, 3"), 1, 1},
      {"index out of range", mesh(corners, "3, 3", "0, 1, 2, 0, 2, 9"), 1, 1},
      {"negative index", mesh(corners, "3, 3", "0, 1, 2, 0, 2, -1"), 1, 1},
      {"a point is not a number",
       mesh("(0,0,0), (1,0,0), (1,1,0), (0,nan,0)", "3, 3", "0, 1, 2, 0, 2, 3"), 1, 1},
      {"a point is infinite",
       mesh("(0,0,0), (1,0,0), (1,1,0), (0,-inf,0)", "3, 3", "0, 1, 2, 0, 2, 3"), 1, 1},
      {"a point is far away",
       mesh("(0,0,0), (1,0,0), (1,1,0), (0,1e30,0)", "3, 3", "0, 1, 2, 0, 2, 3"), 1, 1},
      {"all points are far away", mesh("(1e30,0,0), (1e30,1,0), (1e30,1,1)", "3", "0, 1, 2"), 0, 1},
      {"a hundred corners that cross", mesh("(0,0,0), (nan,0,0)", "6", "0, 1, 0, 1, 0, 1"), 0, 1},
      {"colours of wrong length",
       square("color3f[] primvars:displayColor = [(1,0,0), (0,1,0)] (interpolation = \"vertex\")"),
       2, 1},
      {"texture coordinates of wrong length",
       square("texCoord2f[] primvars:st = [(0,0)] (interpolation = \"faceVarying\")"), 2, 1},
      {"normals of wrong length",
       square("uniform token subdivisionScheme = \"none\"\nnormal3f[] normals = [(0,0,1)]"), 2, 1},
      {"a colour that is not a number", square("color3f[] primvars:displayColor = [(1,nan,0)]"), 2,
       1},
      {"an infinite opacity", square("float[] primvars:displayOpacity = [inf]"), 2, 1},
      {"a normal that is not a number",
       square("uniform token subdivisionScheme = \"none\"\n"
              "normal3f[] normals = [(0,0,1), (nan,0,0), (0,0,1), (0,0,1)]"),
       2, 1},
      {"a primvar whose index is out of range",
       square("color3f[] primvars:displayColor = [(1,0,0)] (interpolation = \"vertex\")\n"
              "int[] primvars:displayColor:indices = [0, 0, 0, 7]"),
       2, 1},
      {"subset of faces that are not there",
       "def Material \"Mat\" {}\n" +
           square("def GeomSubset \"S\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n"
                  "uniform token elementType = \"face\"\nint[] indices = [0, 5]\n"
                  "rel material:binding = </Mat>\n}"),
       2, 1},
      {"subset of a negative face",
       "def Material \"Mat\" {}\n" +
           square("def GeomSubset \"S\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n"
                  "uniform token elementType = \"face\"\nint[] indices = [-1]\n"
                  "rel material:binding = </Mat>\n}"),
       2, 1},
      {"matrix not a number",
       square("matrix4d xformOp:transform = ((1,0,0,0),(0,nan,0,0),(0,0,1,0),(0,0,0,1))\n" + place),
       0, 1},
      {"moved out of reach",
       square("matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1e30,0,0,1))\n" +
              place),
       0, 1},
      {"scaled to nothing",
       square("matrix4d xformOp:transform = ((0,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,1))\n" + place),
       2, 0},
      {"flattened",
       square("matrix4d xformOp:transform = ((1,0,0,0),(0,0,0,0),(0,0,1,0),(0,0,0,1))\n" + place),
       2, 0},
      {"the surface of tetrahedra",
       "def TetMesh \"M\" {\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]\n"
       "int3[] surfaceFaceVertexIndices = [(0,2,1), (0,1,3), (0,3,2), (1,2,9)]\n}\n",
       3, 1},
      {"tetrahedra without a surface",
       "def TetMesh \"M\" {\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]\n}\n", 0, 0},
      {"a sphere without radius", "def Sphere \"M\" {\ndouble radius = 0\n}\n", 180, 0},
      {"a sphere of infinite radius", "def Sphere \"M\" {\ndouble radius = inf\n}\n", 0, 1},
      {"a cube that is not a number", "def Cube \"M\" {\ndouble size = nan\n}\n", 0, 1},
      {"dots that are not numbers",
       "def Points \"M\" {\npoint3f[] points = [(0,0,0), (nan,0,0), (0.5,0,0)]\n}\n", 2, 1},
      {"a width that is not a number",
       "def Points \"M\" {\npoint3f[] points = [(0,0,0), (0.5,0,0)]\nfloat[] widths = [1, "
       "nan]\n}\n",
       2, 1},
      {"a dot whose colour is not a number",
       "def Points \"M\" {\npoint3f[] points = [(0,0,0), (0.5,0,0)]\n"
       "color3f[] primvars:displayColor = [(nan,0,0)]\n}\n",
       2, 1},
      {"a dot among others whose colour is not a number",
       "def Points \"M\" {\npoint3f[] points = [(0,0,0), (0.5,0,0)]\n"
       "color3f[] primvars:displayColor = [(nan,0,0), (1,0,0)] (interpolation = \"vertex\")\n}\n",
       2, 1},
      {"widths that do not fit",
       "def Points \"M\" {\npoint3f[] points = [(0,0,0), (0.5,0,0), (0,0,0.5)]\n"
       "float[] widths = [1, 2]\n}\n",
       3, 1},
      {"curves beyond their points",
       "def BasisCurves \"M\" {\nuniform token type = \"linear\"\n"
       "point3f[] points = [(0,0,0), (1,0,0), (1,1,1)]\nint[] curveVertexCounts = [2, 5]\n}\n",
       1, 1},
      {"curves of one point and none",
       "def BasisCurves \"M\" {\nuniform token type = \"linear\"\n"
       "point3f[] points = [(0,0,0), (1,0,0), (1,1,1)]\nint[] curveVertexCounts = [1, 0, 2]\n}\n",
       1, 0},
      {"a curve through nowhere",
       "def BasisCurves \"M\" {\nuniform token type = \"linear\"\n"
       "point3f[] points = [(0,0,0), (1,0,0), (nan,1,1), (1,1,1)]\n"
       "int[] curveVertexCounts = [4]\n}\n",
       1, 1},
      {"instances out of reach", instancer + "point3f[] positions = [(0,0,0), (1e30,0,0)]\n}\n", 12,
       1},
      {"instances that are not numbers",
       instancer + "point3f[] positions = [(0,0,0), (0,nan,0)]\n}\n", 12, 1},
  };
  for (const auto& c : cases) {
    const auto extractor = extractorOf(c.text + kNeighbour);
    ASSERT_TRUE(extractor) << c.name;
    // Diagnostics do not depend on scenes that were extracted before.
    for (const double time : {0.0, 1.0}) {
      const auto scene = extractor->extract(time);
      expectSound(*scene, c.name);
      ASSERT_GE(scene->items.size(), 1u) << c.name;
      EXPECT_EQ(scene->items.back().path.text(), "/Neighbour") << c.name;
      EXPECT_EQ(scene->items.back().worldBounds, kNeighbourBounds) << c.name;
      EXPECT_EQ(scene->bounds, kNeighbourBounds) << c.name;
      std::size_t drawn = 0;
      for (std::size_t i = 0; i + 1 < scene->items.size(); ++i) {
        drawn += drawnPrimitives(scene->items[i]);
      }
      EXPECT_EQ(drawn, c.drawn) << c.name;
      EXPECT_EQ(entriesOf(*scene), c.problems) << c.name;
      for (const Diagnostic& entry : scene->diagnostics.entries()) {
        EXPECT_LE(entry.count, 1) << c.name << ": " << toText(entry);
      }
    }
  }
}

TEST(DegenerateGeometry, FiniteValuesOfAPrimvarAreKept) {
  const auto colored = [](const std::string& color) {
    return square("color3f[] primvars:displayColor = [(1,0,0), " + color +
                  ", (0,1,0), (0,0,1)] (interpolation = \"vertex\")\n"
                  "texCoord2f[] primvars:st = [(1,1), (0,inf), (1,0), (0,0)] "
                  "(interpolation = \"vertex\")\n");
  };
  const auto good = extractorOf(colored("(0.5,0.5,0.5)"));
  const auto bad = extractorOf(colored("(nan,0,0)"));
  ASSERT_TRUE(good && bad);
  // A surface that is refined takes the same default.
  for (const Complexity complexity : {Complexity::Low, Complexity::Medium}) {
    const auto expected = good->extract(0.0, {}, {.complexity = complexity});
    const auto scene = bad->extract(0.0, {}, {.complexity = complexity});
    expectSound(*scene, "");
    ASSERT_EQ(scene->items.size(), 1u);
    const Geometry& geometry = *scene->items[0].geometry;
    EXPECT_FALSE(geometry.colors.empty());
    EXPECT_EQ(geometry.colors, expected->items.at(0).geometry->colors);
    EXPECT_EQ(geometry.texCoords.size(), geometry.positions.size());
    for (const glm::vec2& texCoord : geometry.texCoords) {
      EXPECT_TRUE(std::isfinite(texCoord.x + texCoord.y));
    }
    const auto entries = scene->diagnostics.entries();
    ASSERT_EQ(entries.size(), 1u);
    EXPECT_NE(entries[0].message.find("1 of 4 values of st"), std::string::npos)
        << entries[0].message;
  }
}

TEST(DegenerateGeometry, SimplifiedDrawingIsReported) {
  const std::string points = "point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)]\n";
  const std::string curve = points + "int[] curveVertexCounts = [4]\n}\n";
  const struct {
    std::string text;
    std::string said;
  } cases[] = {
      {"def NurbsPatch \"N\" {\n" + points + "}\n", "dots"},
      {"def NurbsCurves \"N\" {\n" + curve, "control polygon"},
      {"def HermiteCurves \"N\" {\n" + curve, "tangents"},
      {"def BasisCurves \"N\" {\n" + curve, ""},
      {"def Points \"N\" {\n" + points + "}\n", ""},
  };
  for (const auto& c : cases) {
    const auto extractor = extractorOf(c.text);
    ASSERT_TRUE(extractor);
    const auto scene = extractor->extract(TimeCode());
    ASSERT_EQ(scene->items.size(), 1u) << c.text;
    const auto entries = scene->diagnostics.entries();
    ASSERT_EQ(entries.size(), c.said.empty() ? 0u : 1u) << c.text;
    if (c.said.empty()) continue;
    EXPECT_NE(entries[0].message.find(c.said), std::string::npos) << entries[0].message;
    EXPECT_EQ(entries[0].site.path, "/N");
  }
}

TEST(DegenerateGeometry, AJointWithoutAMatrixLeavesTheRestOfTheCharacter) {
  const struct {
    const char* name;
    std::string text;
  } cases[] = {
      {"rotation", armWith("[(0.5, 0, 0, 0.8660254)]", "[(nan, 0, 0, 1)]")},
      {"translation", armWith("[(2, 0, 0)]", "[(inf, 0, 0)]")},
      {"too far away", armWith("[(2, 0, 0)]", "[(1e30, 0, 0)]")},
  };
  for (const auto& c : cases) {
    const auto extractor = extractorOf(c.text);
    ASSERT_TRUE(extractor) << c.name;
    const auto scene = extractor->extract(0.0);
    expectSound(*scene, c.name);
    ASSERT_EQ(scene->items.size(), 1u) << c.name;
    ASSERT_TRUE(scene->items[0].skin) << c.name;
    EXPECT_EQ(scene->palette[1], glm::mat4(1.0f)) << c.name;
    EXPECT_FALSE(scene->bounds.isEmpty()) << c.name;
    EXPECT_GE(entriesOf(*scene), 1u) << c.name;
  }
}

TEST(DegenerateGeometry, NonFiniteNumbersAreReportedAndTheRestOfTheSkinIsDrawn) {
  const char* const bind = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0.5,0,1))";
  const struct {
    const char* name;
    std::string text;
    const char* said;
    bool isSkinned;
  } cases[] = {
      {"weight of a shape", armWith("blendShapeWeights = [0.25]", "blendShapeWeights = [nan]"),
       "not finite", true},
      {"endless weight", armWith("blendShapeWeights = [0.25]", "blendShapeWeights = [inf]"),
       "not finite", true},
      {"offset", armWith("offsets = [(0, 4, 0)]", "offsets = [(0, nan, 0)]"), "they are ignored",
       true},
      {"offset too far", armWith("offsets = [(0, 4, 0)]", "offsets = [(0, 1e30, 0)]"),
       "they are ignored", true},
      {"joint weight", armWith("[1, 0, 0.5, 0.5, 0.25, 0.75]", "[1, 0, 0.5, nan, 0.25, 0.75]"),
       "not finite", true},
      {"geomBindTransform", armWith(bind, "((1,0,0,0),(0,1,0,0),(0,0,1,0),(nan,0.5,0,1))"),
       "geomBindTransform", false},
  };
  for (const auto& c : cases) {
    const auto extractor = extractorOf(c.text);
    ASSERT_TRUE(extractor) << c.name;
    const auto scene = extractor->extract(0.0);
    expectSound(*scene, c.name);
    ASSERT_EQ(scene->items.size(), 1u) << c.name;
    const Item& item = scene->items[0];
    EXPECT_EQ(item.skin && item.skin->influencesPerVertex > 0, c.isSkinned) << c.name;
    EXPECT_TRUE(std::isfinite(glm::length(item.worldBounds.max))) << c.name;
    EXPECT_LT(glm::length(item.worldBounds.max), 100.0) << c.name;
    const auto entries = scene->diagnostics.entries();
    ASSERT_EQ(entries.size(), 1u) << c.name;
    EXPECT_EQ(entries[0].site.path, "/Root/Skin") << c.name;
    EXPECT_NE(entries[0].message.find(c.said), std::string::npos) << entries[0].message;
  }
}

TEST(DegenerateGeometry, PointsThatComeAndGoKeepTheirFaces) {
  const auto extractor = extractorOf(
      "def Mesh \"M\" {\nint[] faceVertexCounts = [3, 3]\n"
      "int[] faceVertexIndices = [0, 1, 2, 0, 2, 3]\n"
      "point3f[] points.timeSamples = { 0: [(0,0,0), (1,0,0), (1,1,0)], "
      "1: [(0,0,0), (1,0,0), (1,1,0), (0,1,0)], 2: [(0,0,0)] }\n}\n");
  ASSERT_TRUE(extractor);
  const std::size_t drawn[] = {1, 2, 0};
  for (const int time : {0, 1, 2, 1, 0}) {
    const auto scene = extractor->extract(double(time));
    expectSound(*scene, "");
    std::size_t count = 0;
    for (const Item& item : scene->items) count += drawnPrimitives(item);
    EXPECT_EQ(count, drawn[time]) << time;
  }
}

TEST(DegenerateGeometry, ASkinIsThatOfThePointsThereAre) {
  // The influences are for three points.
  const auto extractor = extractorOf(
      armWith("point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]",
              "point3f[] points.timeSamples = { 0: [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)], "
              "1: [(1, 0, 0), (2, 0.5, 0), (3, 1, 1), (4, 1, 1)], "
              "2: [(9, 0, 0), (2, 0.5, 0), (3, 1, 1)] }"));
  ASSERT_TRUE(extractor);
  std::shared_ptr<const Skin> skin;
  for (const int time : {0, 1, 2, 0, 1}) {
    const auto scene = extractor->extract(double(time));
    expectSound(*scene, std::to_string(time));
    ASSERT_EQ(scene->items.size(), 1u);
    const Item& item = scene->items[0];
    if (time == 1) {
      EXPECT_FALSE(item.skin && item.skin->influencesPerVertex > 0);
      EXPECT_EQ(entriesOf(*scene), 1u);
      continue;
    }
    ASSERT_TRUE(item.skin) << time;
    EXPECT_EQ(item.skin->influencesPerVertex, 2u);
    // Bounds follow the points at each time. Only the first joint, which does not move, moves the
    // first point.
    EXPECT_EQ(item.worldBounds.max.x >= 9.0, time == 2) << time;
  }
}

TEST(DegenerateGeometry, PointsThatMoveKeepTheSkin) {
  const auto extractor = extractorOf(
      armWith("point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]",
              "point3f[] points.timeSamples = { 0: [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)], "
              "1: [(1, 2, 0), (2, 0.5, 0), (3, 1, 1)] }"));
  ASSERT_TRUE(extractor);
  const auto a = extractor->extract(0.0);
  const auto b = extractor->extract(1.0);
  EXPECT_EQ(a->items[0].skin, b->items[0].skin);
  EXPECT_NE(a->items[0].geometry, b->items[0].geometry);
}

}  // namespace usdscope
