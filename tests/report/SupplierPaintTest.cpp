// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierPaint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <memory>
#include <vector>

#include "engine/scene/SceneExtractor.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// `A` is shaped by clips, `B` by the sublayer and moved by the root, `C` is a sphere whose radius
// the sublayer animates, `D` has no opinion on its size.
StageResult shapes() {
  const std::string clip = R"(
def "P"
{
    point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }
}
)";
  return stageFromTexts({{"/root.usda", R"(
(
    subLayers = [@weak.usda@]
)
def Mesh "A" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@one.usda@, @two.usda@]
            double2[] active = [(0, 0), (10, 1)]
            double2[] times = [(0, 0), (20, 20)]
            asset manifestAssetPath = @one.usda@
            string primPath = "/P"
        }
    }
)
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    color3f[] primvars:displayColor = [(1, 0, 0)]
}
over "B"
{
    double3 xformOp:translate = (1, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)"},
                         {"/weak.usda", R"(
def Mesh "B"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    def Sphere "C"
    {
        double radius.timeSamples = { 0: 1, 10: 2 }
    }
    def Sphere "D"
    {
    }
}
)"},
                         {"/one.usda", clip},
                         {"/two.usda", clip}});
}

struct Painter {
  Painter(PaintedValue value, Token property = {})
      : result(shapes()), extractor(result.stage), paint(result.stage, value, property) {}

  // The suppliers in the order of the legend, each with its number of prims.
  std::vector<std::string> at(double time) {
    scene = extractor.extract(TimeCode(time));
    painted = paint.painted(scene);
    std::vector<std::string> texts;
    for (const PaintSwatch& swatch : paint.legend()) texts.push_back(swatch.text);
    return texts;
  }
  const Item& item(const char* path) const {
    return *std::ranges::find(painted->items, Path::fromText(path), &Item::path);
  }

  StageResult result;
  SceneExtractor extractor;
  SupplierPaint paint;
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Scene> painted;
};

using Texts = std::vector<std::string>;

TEST(SupplierPaint, ShapesHaveTheClipOfTheTimeOrTheLayer) {
  Painter painter(PaintedValue::Shape);
  EXPECT_EQ(painter.at(5.0), (Texts{"weak.usda: 2 prims", "fallback: 1 prim", "one.usda: 1 prim"}));
  const glm::vec4 first = painter.item("/A").color;
  EXPECT_TRUE(painter.item("/A").geometry->colors.empty());
  EXPECT_EQ(painter.item("/B").color, painter.item("/B/C").color);
  EXPECT_EQ(painter.at(15.0),
            (Texts{"weak.usda: 2 prims", "fallback: 1 prim", "two.usda: 1 prim"}));
  EXPECT_NE(painter.item("/A").color, first);
  painter.at(5.0);
  EXPECT_EQ(painter.item("/A").color, first) << "a clip keeps its colour";
}

TEST(SupplierPaint, TransformsAreThoseOfTheNearestAncestorThatHasOps) {
  Painter painter(PaintedValue::Transform);
  EXPECT_EQ(painter.at(5.0), (Texts{"root.usda: 3 prims", "no value: 1 prim"}));
}

TEST(SupplierPaint, PrimsWithoutThePropertyHaveNoSupplier) {
  Painter painter(PaintedValue::Property, Token("primvars:displayColor"));
  EXPECT_EQ(painter.paint.title(), "Suppliers of primvars:displayColor");
  const Texts texts = painter.at(5.0);
  EXPECT_EQ(std::ranges::count(texts, "root.usda: 1 prim"), 1);
}

TEST(SupplierPaint, SceneIsUntouched) {
  Painter painter(PaintedValue::Shape);
  painter.at(5.0);
  const auto item = std::ranges::find(painter.scene->items, Path::fromText("/A"), &Item::path);
  EXPECT_EQ(item->geometry->colors.size(), item->geometry->vertexCount());
  EXPECT_EQ(painter.painted->items.size(), painter.scene->items.size());
}

TEST(SupplierPaint, FilesOfEqualNameHaveTheirFolders) {
  const std::string part = R"(
(
    defaultPrim = "P"
)
def Sphere "P"
{
    double radius = 2
}
)";
  const StageResult result = stageFromTexts({{"/root.usda", R"(
def "A" (
    references = @a/part.usda@
)
{
}
def "B" (
    references = @b/part.usda@
)
{
}
def Sphere "C"
{
    double radius = 1
}
)"},
                                             {"/a/part.usda", part},
                                             {"/b/part.usda", part}});
  SceneExtractor extractor(result.stage);
  SupplierPaint paint(result.stage, PaintedValue::Shape);
  paint.painted(extractor.extract(TimeCode(1.0)));
  Texts texts;
  for (const PaintSwatch& swatch : paint.legend()) texts.push_back(swatch.text);
  EXPECT_EQ(texts, (Texts{"a/part.usda: 1 prim", "b/part.usda: 1 prim", "root.usda: 1 prim"}));
}

// CIE L*a*b* of a colour as people see it who have these cones: the rows of a matrix for linear
// light. (Machado, Oliveira and Fernandes, 2009.)
glm::dvec3 labOf(const glm::vec3& color, const glm::dmat3& seenFromLight) {
  glm::dvec3 light;
  for (int i = 0; i < 3; ++i) {
    const double c = double(color[i]);
    light[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  light = glm::clamp(light * seenFromLight, 0.0, 1.0);
  const glm::dmat3 xyzFromLight{
      {0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}};
  glm::dvec3 f = light * xyzFromLight / glm::dvec3(0.95047, 1.0, 1.08883);
  for (int i = 0; i < 3; ++i) f[i] = f[i] > 0.008856 ? std::cbrt(f[i]) : 7.787 * f[i] + 16 / 116.0;
  return {116.0 * f.y - 16.0, 500.0 * (f.x - f.y), 200.0 * (f.y - f.z)};
}

}  // namespace

TEST(SupplierColors, NeighbouringClipsAreToldApart) {
  const struct {
    const char* name;
    glm::dmat3 seenFromLight;
  } visions[] = {
      {"all cones", glm::dmat3(1.0)},
      {"protanopia",
       {{0.152286, 1.052583, -0.204868},
        {0.114503, 0.786281, 0.099216},
        {-0.003882, -0.048116, 1.051998}}},
      {"deuteranopia",
       {{0.367322, 0.860646, -0.227968},
        {0.280085, 0.672501, 0.047413},
        {-0.011820, 0.042940, 0.968881}}},
      {"tritanopia",
       {{1.255528, -0.076749, -0.178779},
        {-0.078411, 0.930809, 0.147602},
        {0.004733, 0.691367, 0.303900}}},
  };
  // A difference of 2.3 is just noticeable side by side.
  for (const auto& vision : visions) {
    for (std::size_t i = 0; i < kClipColorCount; ++i) {
      for (std::size_t step = 1; step < kClipColorCount; ++step) {
        const double apart = glm::distance(labOf(colorOfClip(i), vision.seenFromLight),
                                           labOf(colorOfClip(i + step), vision.seenFromLight));
        const bool isNear = step <= 5 || step >= kClipColorCount - 5;
        EXPECT_GT(apart, isNear ? 20.0 : 9.0) << vision.name << ' ' << i << ' ' << i + step;
      }
    }
  }
}

TEST(SupplierColors, FirstClipsAreNotGrey) {
  for (std::size_t i = 0; i < 6; ++i) {
    const glm::dvec3 lab = labOf(colorOfClip(i), glm::dmat3(1.0));
    EXPECT_GT(std::hypot(lab.y, lab.z), 50.0) << i;
  }
}

}  // namespace usdscope
