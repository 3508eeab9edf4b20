// SPDX-License-Identifier: Apache-2.0
// The boxes of a scene that is being opened, before its geometry is there.
#include "app/viewport/FirstBoxes.h"

#include <gtest/gtest.h>

#include <QTest>

#include "engine/scene/Scene.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr std::size_t kMost = 100;

constexpr const char* kBoxes = R"((
    upAxis = "Z"
)
def Xform "Model" (
    kind = "component"
    prepend apiSchemas = ["GeomModelAPI"]
)
{
    float3[] extentsHint = [(-1, -1, -1), (1, 1, 1), (0, 0, 0), (3, 1, 1)]
    double3 xformOp:translate = (10, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Mesh "Inside"
    {
        float3[] extent = [(-9, -9, -9), (9, 9, 9)]
    }
}
def Mesh "Moved"
{
    float3[] extent.timeSamples = { 1: [(0, 0, 0), (1, 1, 1)], 5: [(0, 0, 0), (2, 2, 2)] }
}
def Mesh "Unknown"
{
}
def Mesh "Hidden"
{
    token visibility = "invisible"
    float3[] extent = [(-99, 0, 0), (99, 1, 1)]
}
def Mesh "Helper"
{
    uniform token purpose = "guide"
    float3[] extent = [(-99, 0, 0), (99, 1, 1)]
}
def Mesh "Broken"
{
    float3[] extent = [(inf, 0, 0), (inf, 1, 1)]
}
)";

TEST(FirstBoxes, AuthoredOnesAreCollected) {
  const SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("boxes.usda", kBoxes)));
  const Stage& stage = *open.session.document.value().stage;
  const StageBoxes first = collectBoxes(stage, 1.0, kMost);
  ASSERT_TRUE(first.lines);
  EXPECT_EQ(first.lines->size(), 24u) << "of the model and of the mesh that moves";
  EXPECT_EQ(first.bounds, (Box{{0, -1, -1}, {13, 1, 1}}));
  EXPECT_TRUE(first.isZUp);
  EXPECT_EQ(collectBoxes(stage, 5.0, kMost).bounds, (Box{{0, -1, -1}, {13, 2, 2}}));
  EXPECT_EQ(collectBoxes(stage, 1.0, 1).lines->size(), 12u) << "no more than wanted";
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(collectBoxes(stage, 1.0, kMost, stopped.get_token()).lines);
}

// A mesh of many faces at a height.
std::string gridText(const std::string& z) {
  constexpr int kSide = 120;
  std::string counts;
  std::string indices;
  std::string points;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      points += "(" + std::to_string(x) + "," + std::to_string(y) + "," + z + "),";
      if (x + 1 == kSide || y + 1 == kSide) continue;
      const int at = y * kSide + x;
      counts += "4,";
      for (const int corner : {at, at + 1, at + kSide + 1, at + kSide}) {
        indices += std::to_string(corner) + ",";
      }
    }
  }
  return "def Mesh \"Grid\"\n{\n    float3[] extent = [(0, 0, 0), (119, 119, 99)]\n"
         "    int[] faceVertexCounts = [" +
         counts + "]\n    int[] faceVertexIndices = [" + indices + "]\n    point3f[] points = [" +
         points + "]\n}\n";
}

TEST(FirstBoxes, GeometryReplacesThem) {
  const SceneTexts texts;
  // So many different ones that their triangles take longer than their extents.
  constexpr std::size_t kCount = 16;
  std::string scene;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string number = std::to_string(i);
    texts.write("grid" + number + ".usda", gridText(number));
    scene += "def \"G" + number + "\" (references = @grid" + number + ".usda@</Grid>)\n{\n}\n";
  }
  const std::string file = texts.write("grids.usda", scene);
  std::size_t most = 0;
  // On a busy machine the geometry may be there first, so that one opening is not enough.
  for (int i = 0; i < 10 && most == 0; ++i) {
    Session session;
    FirstBoxes boxes(session, 0);
    bool isBeforeScene = true;
    QObject::connect(&boxes, &FirstBoxes::changed, &session, [&] {
      if (!boxes.boxes().lines) return;
      most = std::max(most, boxes.boxes().lines->size());
      isBeforeScene = isBeforeScene && !session.scene.value();
    });
    session.open(file);
    ASSERT_TRUE(waitUntil([&] { return session.scene.value() && session.isSettled(); }));
    EXPECT_TRUE(isBeforeScene);
    EXPECT_FALSE(boxes.boxes().lines) << "the geometry is there";
    session.close();
    EXPECT_FALSE(boxes.boxes().lines);
  }
  EXPECT_EQ(most, kCount * 12);
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  EXPECT_FALSE(open.window.viewport().firstBoxes().boxes().lines);
  EXPECT_GT(coverage(open.picture()), 0.1) << "the geometry is framed";
}

}  // namespace
}  // namespace usdscope
