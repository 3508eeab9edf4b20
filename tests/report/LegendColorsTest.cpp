// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/LegendColors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/report/clips/ClipLanes.h"
#include "engine/report/explain/Provenance.h"
#include "engine/report/supply/SupplierPaint.h"
#include "engine/report/supply/Trail.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Two meshes whose points come from clips, of a set each: clips of both have the same indices. `C`
// is moved by the layer.
StageResult twoClipSets() {
  const auto set = [](const std::string& name) {
    return "def Mesh \"" + name + R"(" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@)" +
           name + "1.usda@, @" + name + R"(2.usda@]
            double2[] active = [(0, 0), (10, 1)]
            double2[] times = [(0, 0), (20, 20)]
            asset manifestAssetPath = @)" +
           name + R"(1.usda@
            string primPath = "/P"
        }
    }
)
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}
)";
  };
  const std::string clip = R"(
def "P"
{
    point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }
}
)";
  const std::string sphere = R"(
def Sphere "C"
{
    double radius.timeSamples = { 0: 1, 20: 2 }
    double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 20: (8, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)";
  return stageFromTexts({{"/root.usda", set("A") + set("B") + sphere},
                         {"/A1.usda", clip},
                         {"/A2.usda", clip},
                         {"/B1.usda", clip},
                         {"/B2.usda", clip}});
}

// Two characters in folders of their own. Both author the clip `./walk.usda`, one of which may be
// missing.
LayerTexts twoCharacters(bool hasBoth) {
  const std::string character = R"(
def Mesh "C" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@./walk.usda@]
            double2[] active = [(0, 0)]
            asset manifestAssetPath = @./manifest.usda@
            string primPath = "/P"
        }
    }
)
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}
)";
  const std::string clip =
      "def \"P\" { point3f[] points.timeSamples = {0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]}\n}\n";
  const std::string manifest =
      "def \"P\" { point3f[] points = [(0, 0, 0), (2, 0, 0), (0, 2, 0)]\n}\n";
  LayerTexts texts = {{"/root.usda",
                       "def Mesh \"A\" (references = @./a/c.usda@</C>) {\n}\n"
                       "def Mesh \"B\" (references = @./b/c.usda@</C>) {\n}\n"}};
  for (const std::string folder : {"/a/", "/b/"}) {
    texts[folder + "c.usda"] = character;
    texts[folder + "manifest.usda"] = manifest;
    if (hasBoth || folder == "/a/") texts[folder + "walk.usda"] = clip;
  }
  return texts;
}

std::string clipFile(std::size_t i) { return "clip." + std::to_string(i) + ".usda"; }

}  // namespace

TEST(LegendColors, ClipsDifferAsLongAsColorsAreFree) {
  LegendColors colors;
  std::vector<glm::vec3> used;
  // Clips of several sets have the same indices.
  for (std::size_t i = 0; i < kClipColorCount; ++i) {
    const glm::vec3 color = colors.ofClip(clipFile(i), i / 2);
    EXPECT_EQ(std::ranges::find(used, color), used.end()) << i;
    used.push_back(color);
    EXPECT_EQ(colors.ofClip(clipFile(i), i / 2), color) << i;
  }
  EXPECT_EQ(used.front(), colorOfClip(0));
}

TEST(LegendColors, ClipsOfOneSetKeepTheirRowAndOtherSetsStartElsewhere) {
  LegendColors colors;
  constexpr std::size_t kCount = kClipColorCount + 10;
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(colors.ofClip("a/" + clipFile(i), i), colorOfClip(i)) << i;
  }
  // Ten colours have one clip less than the others.
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(colors.ofClip("b/" + clipFile(i), i), colorOfClip(i + 10)) << i;
  }
}

TEST(LegendColors, LayersKeepTheirOwn) {
  LegendColors colors;
  EXPECT_EQ(colors.of({}, {"root.usda", "root.usda", colorOfLayer(3)}), colorOfLayer(3));
}

TEST(LegendColors, LanesRibbonTrailAndPaintAgree) {
  const StageResult result = twoClipSets();
  ASSERT_TRUE(result.stage);
  const auto colors = std::make_shared<LegendColors>();
  const SupplierColors ofLayers(*result.stage);
  // Whoever comes first chooses.
  const Prim b = result.stage->primAt(Path::fromText("/B"));
  const Prim a = result.stage->primAt(Path::fromText("/A"));
  SceneExtractor extractor(result.stage);
  SupplierPaint paint(result.stage, PaintedValue::Shape, {}, colors);
  const auto inPaint = [&](double time, const std::string& name) {
    paint.painted(extractor.extract(TimeCode(time)));
    for (const PaintSwatch& swatch : paint.legend()) {
      if (swatch.text.starts_with(name)) return swatch.color;
    }
    ADD_FAILURE() << name;
    return glm::vec3(-1.0f);
  };
  for (const Prim& prim : {b, a}) {
    const std::string name = prim.name().string();
    SCOPED_TRACE(name);
    TrailRequest request{.from = 0, .to = 20};
    request.legendColors = colors;
    const Trail trail = makeTrail(prim, request, {});
    ASSERT_EQ(trail.suppliers.size(), 2u);
    const std::vector<ClipLane> lanes = clipLanes(prim);
    ASSERT_EQ(lanes.size(), 1u);
    ASSERT_EQ(lanes[0].blocks.size(), 2u);
    std::vector<ProvenanceStretch> stretches;
    visitProvenance(prim.attribute(Token("points")), 0.0, 19.0,
                    [&](const ProvenanceStretch& stretch) { stretches.push_back(stretch); });
    ASSERT_EQ(stretches.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string file = name + std::to_string(i + 1) + ".usda";
      const glm::vec3 color = trail.suppliers[i].color;
      EXPECT_EQ(trail.suppliers[i].name, file);
      const ClipBlock& block = lanes[0].blocks[i];
      EXPECT_EQ(colors->ofClip(block.identifier, block.index), color) << file;
      EXPECT_EQ(stretches[i].clipIndex, i);
      EXPECT_EQ(stretches[i].layer, nullptr);
      EXPECT_EQ(colors->ofClip(stretches[i].clipIdentifier, stretches[i].clipIndex), color) << file;
      EXPECT_EQ(inPaint(10.0 * double(i) + 5.0, file), color) << file;
    }
  }
  EXPECT_NE(inPaint(5.0, "A1.usda"), inPaint(5.0, "B1.usda"));
  // A layer, too.
  TrailRequest request{.from = 0, .to = 20};
  request.legendColors = colors;
  const Prim sphere = result.stage->primAt(Path::fromText("/C"));
  const Trail trail = makeTrail(sphere, request, {});
  ASSERT_EQ(trail.suppliers.size(), 1u);
  EXPECT_EQ(inPaint(5.0, "root.usda"), trail.suppliers[0].color);
  visitProvenance(sphere.attribute(Token("radius")), 0.0, 20.0,
                  [&](const ProvenanceStretch& stretch) {
                    ASSERT_TRUE(stretch.layer);
                    EXPECT_EQ(ofLayers.ofLayer(stretch.layer), trail.suppliers[0].color);
                  });
}

TEST(LegendColors, EqualAuthoredPathsOfDifferentFilesDiffer) {
  for (const bool hasBoth : {true, false}) {
    SCOPED_TRACE(hasBoth);
    const StageResult result = stageFromTexts(twoCharacters(hasBoth));
    ASSERT_TRUE(result.stage);
    const auto colors = std::make_shared<LegendColors>();
    SceneExtractor extractor(result.stage);
    SupplierPaint paint(result.stage, PaintedValue::Shape, {}, colors);
    paint.painted(extractor.extract(TimeCode(0.0)));
    std::vector<PaintSwatch> legend = paint.legend();
    ASSERT_EQ(legend.size(), 2u);
    std::ranges::sort(legend, {}, &PaintSwatch::text);
    EXPECT_EQ(legend[0].text, "a/walk.usda: 1 prim");
    EXPECT_EQ(legend[1].text, "b/walk.usda: 1 prim");
    EXPECT_NE(legend[0].color, legend[1].color);
    std::size_t i = 0;
    for (const char* name : {"/A", "/B"}) {
      const Prim prim = result.stage->primAt(Path::fromText(name));
      const ClipBlock block = clipLanes(prim).at(0).blocks.at(0);
      EXPECT_EQ(block.file, "./walk.usda");
      EXPECT_EQ(colors->ofClip(block.identifier, block.index), legend[i].color) << name;
      visitProvenance(prim.attribute(Token("points")), 0.0, 1.0,
                      [&](const ProvenanceStretch& stretch) {
                        EXPECT_EQ(stretch.clipIdentifier, block.identifier) << name;
                      });
      const ProvenanceReading unread(prim.attribute(Token("points")), 0.0, 1.0);
      EXPECT_EQ(unread.stretches().at(0).clipIdentifier, block.identifier) << name;
      ++i;
    }
  }
}

}  // namespace usdscope
