// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/scene/SceneExtractor.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/BakeSkinning.h"
#include "tests/scene/DrawnVertices.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

// The arm with pieces of its text replaced, a piece and its replacement in turns.
std::string armWithAll(const std::vector<std::string>& pieces) {
  std::string text = kArm;
  for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
    const std::size_t at = text.find(pieces[i]);
    EXPECT_NE(at, std::string::npos) << pieces[i];
    if (at != std::string::npos) text.replace(at, pieces[i].size(), pieces[i + 1]);
  }
  return text;
}

// Bakes a prim and returns its points in world space.
std::vector<glm::dvec3> bakedPoints(const Stage& stage, const Prim& prim, double time) {
  Diagnostics problems;
  const BakedSkinning baked = bakeSkinning(stage, {.frames = {time}}, problems);
  auto points =
      readValue<Array<glm::vec3>>(prim, Token("points"), time).value_or(Array<glm::vec3>());
  glm::dmat4 worldFromPrim = computeWorldFromLocal(prim, time);
  for (const BakedPrim& own : baked.prims) {
    if (own.prim.path() != prim.path()) continue;
    const Deformed& deformed = own.deformed.at(0);
    if (deformed.points) points = *deformed.points;
    // Without samples there is no baked transform.
    if (own.changesTransform) {
      worldFromPrim = computeWorldFromLocal(prim.parent(), time) *
                      deformed.parentFromLocal.value_or(glm::dmat4(1.0));
    }
  }
  std::vector<glm::dvec3> places;
  for (const glm::vec3& point : points) {
    places.emplace_back(worldFromPrim * glm::dvec4(glm::dvec3(point), 1.0));
  }
  return places;
}

const std::string kIndices = "[0, 1, 0, 1, 0, 1] (interpolation = \"vertex\"\nelementSize = 2)";
const std::string kWeights =
    "[1, 0, 0.5, 0.5, 0.25, 0.75] (interpolation = \"vertex\"\nelementSize = 2)";
const std::string kBind = "geomBindTransform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0.5,0,1))";
// The mesh has a transform of its own, so that the test shows whether it applies.
const std::vector<std::string> kPlace = {
    "int[] faceVertexCounts",
    "double3 xformOp:translate = (7, 0, 0)\n    uniform token[] xformOpOrder = "
    "[\"xformOp:translate\"]\n    int[] faceVertexCounts"};
const std::string kMethod = "\"classicLinear\"";
const std::string kOffsets = "offsets = [(0, 4, 0)]";
const std::string kPointIndices = "pointIndices = [2]";

}  // namespace

TEST(DrawnAsBaked, UnusualBindings) {
  const std::string varyingBind =
      "geomBindTransform.timeSamples = { 0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0.5,0,1)),\n"
      "10: ((2,0,0,0),(0,1,0,0),(0,0,1,0),(3,0.5,0,1)) }";
  const std::string meta = " (interpolation = \"vertex\"\nelementSize = 2)\n";
  const struct {
    const char* name;
    std::vector<std::string> pieces;
  } cases[] = {
      {"as it is", {}},
      {"a bind transform that moves", {kBind, varyingBind}},
      {"the same with dual quaternions", {kBind, varyingBind, kMethod, "\"dualQuaternion\""}},
      {"weights that move",
       {" = " + kWeights, meta +
                              "float[] primvars:skel:jointWeights.timeSamples = { 0: [1, 0, 0.5, "
                              "0.5, 0.25, 0.75], 10: [0, 1, 0, 1, 0, 1] }"}},
      {"indices that move",
       {" = " + kIndices, meta + "int[] primvars:skel:jointIndices.timeSamples = { 0: [0, 1, 0, 1, "
                                 "0, 1], 5: [1, 0, 1, 0, 1, 0], 10: [1, 0, 1, 9, 1, 0] }"}},
      {"a shape that names a point that is not there",
       {kPointIndices, "pointIndices = [2, 9]", kOffsets, "offsets = [(0, 4, 0), (5, 5, 0)]",
        "inbetweens:half = [(0, 1, 1)]", "inbetweens:half = [(0, 1, 1), (0, 1, 1)]"}},
      {"a negative point", {kPointIndices, "pointIndices = [-1]"}},
      {"too few indices", {kPointIndices, "pointIndices = []"}},
      {"too many indices", {kPointIndices, "pointIndices = [2, 1]"}},
      {"no such method", {kMethod, "\"smooth\""}},
      {"too many constant influences",
       {kIndices, "[0, 1, 0, 1, 0, 1] (interpolation = \"constant\"\nelementSize = 2)", kWeights,
        "[1, 0, 0.5, 0.5, 0.25, 0.75] (elementSize = 2)"}},
      {"a constant influence of no joint",
       {kIndices, "[9] (interpolation = \"constant\")", kWeights,
        "[1] (interpolation = \"constant\")"}},
      {"an influence of no joint", {kIndices, "[0, 1, 0, 9, 0, 1]" + meta}},
      {"influences of too few points",
       {kIndices, "[0, 1, 0, 1]" + meta, kWeights, "[1, 0, 0.5, 0.5]" + meta}},
      {"too few weights", {kWeights, "[1, 0, 0.5, 0.5]" + meta}},
      {"rigid, with a bind transform that moves",
       {kIndices, "[1] (interpolation = \"constant\")", kWeights,
        "[1] (interpolation = \"constant\")", kBind, varyingBind}},
      {"rigid by no such method",
       {kIndices, "[1] (interpolation = \"constant\")", kWeights,
        "[1] (interpolation = \"constant\")", kMethod, "\"smooth\""}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> pieces = c.pieces;
    pieces.insert(pieces.end(), kPlace.begin(), kPlace.end());
    const auto stage = stageFromText(armWithAll(pieces)).stage;
    ASSERT_TRUE(stage) << c.name;
    const Prim skin = stage->primAt(Path::fromText("/Root/Skin"));
    SceneExtractor extractor(stage);
    EXPECT_TRUE(extractor.isAnimated()) << c.name;
    // Times go back and forth: cached results of one time must not apply at another.
    for (const double time : {0.0, 7.0, 10.0, 3.0}) {
      const auto scene = extractor.extract(time);
      ASSERT_EQ(scene->items.size(), 1u) << c.name;
      const Item& item = scene->items[0];
      const auto drawn = drawnVertices(*scene, item);
      const auto baked = bakedPoints(*stage, skin, time);
      for (std::size_t v = 0; v < drawn.size(); ++v) {
        const glm::dvec3 expected = baked.at(item.geometry->vertexPoints[v]);
        EXPECT_LT(glm::distance(drawn[v], expected), 1e-5)
            << c.name << " at " << time << ": " << drawn[v].x << ' ' << drawn[v].y << ' '
            << drawn[v].z << " for " << expected.x << ' ' << expected.y << ' ' << expected.z;
      }
    }
  }
}

// (UsdSkelBakeSkinning replaces the transform of the rigid prim; the other prims are below it.)
TEST(DrawnAsBaked, DescendantsOfARigidPrimMoveWithIt) {
  const auto stage =
      stageFromText(armWithAll({kIndices, "[1] (interpolation = \"constant\")", kWeights,
                                "[1] (interpolation = \"constant\")", "def BlendShape \"Smile\"",
                                "def Cube \"Kid\" {\n double3 xformOp:translate = (0, 3, 0)\n "
                                "uniform token[] xformOpOrder "
                                "= [\"xformOp:translate\"]\n }\n"
                                "def Cube \"Away\" {\n double3 xformOp:translate = (0, 3, 0)\n "
                                "uniform token[] xformOpOrder "
                                "= [\"!resetXformStack!\", \"xformOp:translate\"]\n }\n"
                                "def Camera \"Eye\" {}\n"
                                "def BlendShape \"Smile\""}))
          .stage;
  ASSERT_TRUE(stage);
  Diagnostics problems;
  const BakedSkinning baked = bakeSkinning(*stage, {.frames = {10.0}}, problems);
  ASSERT_EQ(baked.prims.size(), 1u);
  const glm::dmat4 worldFromSkin = baked.prims[0].deformed.at(0).parentFromLocal.value();
  const auto scene = SceneExtractor(stage).extract(10.0);
  const auto at = [&](const char* path) {
    const auto item = std::ranges::find(scene->items, std::string_view(path),
                                        [](const Item& i) { return i.path.text(); });
    return item == scene->items.end() ? glm::dmat4(0.0) : item->worldFromLocal;
  };
  EXPECT_LT(glm::distance(at("/Root/Skin/Kid")[3], worldFromSkin * glm::dvec4(0, 3, 0, 1)), 1e-9);
  EXPECT_EQ(at("/Root/Skin/Away")[3], glm::dvec4(0, 3, 0, 1));
  ASSERT_EQ(scene->cameras.size(), 1u);
  EXPECT_LT(glm::distance(scene->cameras[0].worldFromView[3], worldFromSkin[3]), 1e-9);
}

// Baking does not change widths, so they are in the prim's own space.
TEST(DrawnAsBaked, WidthsAreNotScaledByTheSkeleton) {
  const auto stage =
      stageFromText(
          armWithAll({"def Mesh \"Skin\"", "def Points \"Skin\"", "uniform token[] joints",
                      "double3 xformOp:scale = (4, 4, 4)\n    uniform token[] xformOpOrder = "
                      "[\"xformOp:scale\"]\n"
                      "    uniform token[] joints",
                      "point3f[] points",
                      "float[] widths = [1, 1, 1]\n    double3 xformOp:scale = (2, 2, 2)\n    "
                      "uniform token[] "
                      "xformOpOrder = [\"xformOp:scale\"]\n    point3f[] points"}))
          .stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0);
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_FLOAT_EQ(scene->items[0].widthScale, 0.5f);
}

}  // namespace usdscope
