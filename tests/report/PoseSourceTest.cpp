// SPDX-License-Identifier: Apache-2.0
// The layers and clips that pose skinned characters. Sources, values and times in clips are those
// that OpenUSD 26.11 has for tests/assets/museum/SkelClips.
#include "engine/report/skel/PoseSource.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainPath.h"
#include "engine/report/supply/ShapeAttribute.h"
#include "engine/report/supply/SupplierPaint.h"
#include "engine/report/supply/ValueSuppliers.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Words = std::vector<std::string>;

class PoseSourceTest : public testing::Test {
 protected:
  PoseSourceTest() {
    StageRequest request;
    request.rootLayer = (testAssetsPath() / "museum/SkelClips/root.usda").string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    stage_ = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  }

  Prim prim(const std::string& path) const { return stage_->primAt(Path::fromText(path)); }

  std::string poseText(const std::string& path, double time) const {
    return explainPose(prim(path), time).sentence;
  }

  Words suppliers(const std::string& path, double time) const {
    Words texts;
    PoseSources poses;
    for (const ValueSupplier& each : suppliersOfShape(prim(path), time, poses)) {
      texts.push_back(each.name + ": " + each.source);
    }
    return texts;
  }

  std::shared_ptr<const Stage> stage_;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(PoseSourceTest, AttributesAreThoseThatAffectThePrim) {
  ASSERT_TRUE(stage_);
  const struct {
    const char* prim;
    Words attributes;
    bool isCarried;
  } cases[] = {
      {"/Walker/Body", {"rotations", "translations", "scales"}, true},
      {"/Walker/Face", {"blendShapeWeights"}, false},
      {"/Walker/Ball", {}, false},
      {"/Walker/Skeleton", {"rotations", "translations", "scales", "blendShapeWeights"}, true},
      {"/Walker", {"rotations", "translations", "scales", "blendShapeWeights"}, false},
      {"/Walker/Animation", {}, false},
  };
  PoseSources sources;
  for (const auto& c : cases) {
    const PoseSource& source = sources.of(prim(c.prim));
    Words names;
    for (const Attribute& attribute : source.attributes) names.push_back(attribute.name().string());
    EXPECT_EQ(names, c.attributes) << c.prim;
    EXPECT_EQ(source.isCarried, c.isCarried) << c.prim;
    EXPECT_EQ(poseSourceOf(prim(c.prim)).attributes.size(), c.attributes.size()) << c.prim;
  }
  EXPECT_TRUE(sources.of(Prim()).attributes.empty());
}

TEST_F(PoseSourceTest, PoseIsBehindTheShapeOfAStillMesh) {
  ASSERT_TRUE(stage_);
  const struct {
    const char* prim;
    const char* attribute;
  } cases[] = {
      {"/Walker/Body", "/Walker/Animation.rotations"},
      {"/Walker/Face", "/Walker/Animation.blendShapeWeights"},
      {"/Walker/Cloth", "/Walker/Cloth.points"},
      {"/Walker/Ball", "/Walker/Ball.radius"},
      {"/Walker", "/Walker/Animation.rotations"},
      {"/Runner/Body", "/Runner/Animation.rotations"},
      {"/Runner/Ball", "/Runner.xformOp:translate"},
      {"/Statue/Body", "/Statue/Animation.rotations"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(attributeBehindShape(prim(c.prim), 5.0).text(), c.attribute) << c.prim;
  }
}

TEST_F(PoseSourceTest, ExplanationNamesTheClipItsTimeAndTheMapping) {
  ASSERT_TRUE(stage_);
  const std::string first = poseText("/Walker/Body", 5.0);
  EXPECT_TRUE(has(first, "</Walker/Animation>")) << first;
  EXPECT_TRUE(has(first, "rotations: `walk.1.usda` at 5")) << first;
  EXPECT_TRUE(has(first, "translations and scales: the default in `character.usda`")) << first;
  const std::string second = poseText("/Walker/Body", 15.0);
  EXPECT_TRUE(has(second, "rotations: `walk.2.usda` at 5")) << second;
  EXPECT_TRUE(has(second, "Time: 15 (stage")) << second;
  const std::string retimed = poseText("/Runner/Body", 5.0);
  EXPECT_TRUE(has(retimed, "`retimed.usda` at 2")) << retimed;
  EXPECT_TRUE(has(retimed, "offset 4, scale 0.5")) << retimed;
  EXPECT_EQ(explainPose(prim("/Walker/Ball"), 5.0).rows.size(), 0u);
}

TEST_F(PoseSourceTest, OpinionsSayWhyOthersLose) {
  ASSERT_TRUE(stage_);
  const FactExplanation fact = explainPose(prim("/Statue/Body"), 5.0);
  // The layer that overrides the scales of nobody is not there.
  EXPECT_EQ(std::ranges::count(fact.rows, FactEffect::Decides, &FactRow::effect), 3);
  const FactExplanation walker = explainPose(prim("/Walker/Body"), 5.0);
  for (const FactRow& row : walker.rows) EXPECT_FALSE(row.reason.empty()) << row.layer;
  // The attribute in the root layer has no value, the clip has.
  const auto loses = std::ranges::find(walker.rows, FactEffect::Loses, &FactRow::effect);
  ASSERT_NE(loses, walker.rows.end());
  EXPECT_EQ(loses->object.text(), "/Walker/Animation.rotations");
}

TEST_F(PoseSourceTest, PathsAndPartsOfThePoseLeadToIt) {
  ASSERT_TRUE(stage_);
  const PathExplanation body = explainPath(*stage_, "/Walker/Body", 15.0);
  EXPECT_TRUE(has(body.text, "Pose of /Walker/Body")) << body.text;
  EXPECT_TRUE(has(body.text, "`walk.2.usda` at 5")) << body.text;
  const PathExplanation part = explainPath(*stage_, "/Walker/Animation.rotations", 15.0);
  EXPECT_TRUE(has(part.text, "blendShapeWeights: the same source")) << part.text;
  EXPECT_TRUE(has(part.text, "translations and scales: the default in `character.usda`"))
      << part.text;
}

TEST_F(PoseSourceTest, SuppliersNameThePose) {
  ASSERT_TRUE(stage_);
  const Words face = suppliers("/Walker/Face", 15.0);
  ASSERT_FALSE(face.empty());
  EXPECT_TRUE(has(face[0], "pose: ")) << face[0];
  EXPECT_TRUE(has(face[0], "walk.2.usda at 5 (of /Walker/Animation)")) << face[0];
  // The parts of the pose of the body have different sources.
  const Words body = suppliers("/Walker/Body", 5.0);
  ASSERT_GE(body.size(), 3u);
  EXPECT_TRUE(has(body[0], "rotations: ")) << body[0];
  EXPECT_TRUE(has(body[0], "walk.1.usda at 5")) << body[0];
  EXPECT_TRUE(has(body[1], "character.usda")) << body[1];
  // The poses that one prim has found serve the others, at all times.
  PoseSources poses;
  for (const double time : {5.0, 15.0}) {
    const auto varying =
        suppliersOfShape(prim("/Walker/Body"), time, poses, SupplierChoice::Varying);
    ASSERT_EQ(varying.size(), 1u);
    EXPECT_EQ(varying[0].name, "pose");
    const std::string clip = time < 10.0 ? "walk.1.usda" : "walk.2.usda";
    EXPECT_TRUE(has(varying[0].source, clip)) << varying[0].source;
  }
  for (const char* path : {"/Walker/Body", "/Walker"}) {
    Words found;
    for (const ValueSupplier& each : suppliersOfShape(prim(path), 5.0, poses)) {
      found.push_back(each.name + ": " + each.source);
    }
    EXPECT_EQ(found, suppliers(path, 5.0)) << path;
  }
}

TEST_F(PoseSourceTest, PaintShowsTheClipOfThePose) {
  ASSERT_TRUE(stage_);
  SceneExtractor extractor(stage_);
  SupplierPaint paint(stage_, PaintedValue::Shape);
  const auto textsAt = [&](double time) {
    paint.painted(extractor.extract(TimeCode(time)));
    Words texts;
    for (const PaintSwatch& swatch : paint.legend()) texts.push_back(swatch.text);
    std::ranges::sort(texts);
    return texts;
  };
  // The three balls, and the three cloths whose own points vary, are those of the character.
  EXPECT_EQ(textsAt(5.0), (Words{"character.usda: 6 prims", "retimed.usda: 2 prims",
                                 "root.usda: 2 prims", "walk.1.usda: 2 prims"}));
  EXPECT_EQ(textsAt(15.0), (Words{"character.usda: 6 prims", "retimed.usda: 2 prims",
                                  "root.usda: 2 prims", "walk.2.usda: 2 prims"}));
}

TEST_F(PoseSourceTest, PicturesThatShareColorsAgree) {
  ASSERT_TRUE(stage_);
  const auto colors = std::make_shared<LegendColors>();
  SceneExtractor extractor(stage_);
  const auto colorOf = [&](SupplierPaint& paint, double time) {
    const auto painted = paint.painted(extractor.extract(TimeCode(time)));
    return std::ranges::find(painted->items, Path::fromText("/Walker/Body"), &Item::path)->color;
  };
  SupplierPaint first(stage_, PaintedValue::Shape, {}, colors);
  SupplierPaint second(stage_, PaintedValue::Shape, {}, colors);
  const glm::vec4 early = colorOf(first, 5.0);
  const glm::vec4 late = colorOf(second, 15.0);
  EXPECT_NE(early, late);
  EXPECT_EQ(colorOf(second, 5.0), early);
  EXPECT_EQ(colorOf(first, 15.0), late);
}

// The skeleton may leave its ancestors, but they still move the SkelRoot.
TEST(PoseSource, SkelRootsKeepTheirOwnTransform) {
  const StageResult result = stageFromText(R"(#usda 1.0
def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"])
{
    rel skel:skeleton = </Root/Skel>
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 5: (8, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Skeleton "Skel"
    {
        uniform token[] joints = ["A"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))]
        double3 xformOp:translate = (0, 3, 0)
        uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]
    }
    def Mesh "Strip" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (5, 0, 0), (5, 1, 0)]
        int[] primvars:skel:jointIndices = [0] (
            interpolation = "constant"
        )
        float[] primvars:skel:jointWeights = [1] (
            interpolation = "constant"
        )
    }
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* prim;
    const char* skeleton;
    bool isCarried;
    const char* place;
  } cases[] = {
      {"/Root", "/Root/Skel", false, "/Root.xformOp:translate"},
      {"/Root/Skel", "/Root/Skel", true, "/Root/Skel.xformOp:translate"},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.prim));
    const PoseSource source = poseSourceOf(prim);
    EXPECT_EQ(source.skeleton.path().text(), c.skeleton) << c.prim;
    EXPECT_EQ(source.isCarried, c.isCarried) << c.prim;
    EXPECT_EQ(attributeBehindShape(prim, 1.0).text(), c.place) << c.prim;
  }
  const Prim strip = result.stage->primAt(Path::fromText("/Root/Strip"));
  EXPECT_TRUE(poseSourceOf(strip).isCarried);
}

// A prim in an inner SkelRoot may follow a skeleton for the outer one alone, as in the picture.
TEST(PoseSource, OuterSkelRootsCount) {
  const StageResult result = stageFromText(R"(#usda 1.0
def SkelRoot "Outer" (prepend apiSchemas = ["SkelBindingAPI"])
{
    rel skel:skeleton = </Outer/Skel>
    def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        uniform token[] joints = ["A"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))]
        rel skel:animationSource = </Outer/Anim>
    }
    def SkelAnimation "Anim"
    {
        uniform token[] joints = ["A"]
        float3[] translations.timeSamples = { 1: [(0, 0, 0)], 5: [(0, 8, 0)] }
        quatf[] rotations = [(1, 0, 0, 0)]
        half3[] scales = [(1, 1, 1)]
    }
    def SkelRoot "Inner"
    {
        def Mesh "Strip" (prepend apiSchemas = ["SkelBindingAPI"])
        {
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            point3f[] points = [(0, 0, 0), (5, 0, 0), (5, 1, 0)]
            int[] primvars:skel:jointIndices = [0] (
                interpolation = "constant"
            )
            float[] primvars:skel:jointWeights = [1] (
                interpolation = "constant"
            )
        }
    }
}
)");
  ASSERT_TRUE(result.stage);
  const Prim strip = result.stage->primAt(Path::fromText("/Outer/Inner/Strip"));
  EXPECT_EQ(attributeBehindShape(strip, 1.0).text(), "/Outer/Anim.translations");
}

}  // namespace
}  // namespace usdscope
