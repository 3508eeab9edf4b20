// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinCheck.h"

#include <gtest/gtest.h>

#include <stop_token>

#include "engine/scene/SkinVertices.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

struct TestedArm {
  std::shared_ptr<const Stage> stage;
  SkinnedRig rig;

  explicit TestedArm(const std::string& text, const char* prim = "/Root/Arm")
      : stage(stageFromText(text).stage) {
    EXPECT_TRUE(stage);
    Diagnostics problems;
    const Prim skeleton = stage->primAt(Path::fromText("/Root/Arm"));
    rig = {SkeletonQuery(skeleton, problems),
           findFollowers(skeleton, stage->primAt(Path::fromText(prim)))};
  }
  // The vertices as skinned on the CPU for a picture.
  std::vector<DrawnVertices> drawn(double time, const ExtractOptions& options = {}) const {
    const auto scene = SceneExtractor(stage).extract(time, {}, options);
    std::vector<DrawnVertices> all;
    for (const Item& item : scene->items) {
      if (!item.skin) continue;
      std::vector<SkinnedVertex> vertices(item.geometry->vertexCount());
      SkinVertices job;
      job.geometry = item.geometry.get();
      job.skin = item.skin.get();
      job.palette =
          std::span(scene->palette).subspan(item.firstPaletteMatrix, item.skin->jointCount);
      job.blendWeights = std::span(scene->blendWeights)
                             .subspan(item.firstBlendWeight, item.skin->blendShapes.size());
      job.vertices = vertices;
      EXPECT_TRUE(job.run()) << job.problem();
      DrawnVertices& own = all.emplace_back();
      own.prim = item.path;
      own.geometry = item.geometry;
      own.refined = item.skin->refined;
      for (const SkinnedVertex& vertex : vertices) own.positions.push_back(vertex.position);
    }
    return all;
  }
};

std::string dualArm() { return armWith("\"classicLinear\"", "\"dualQuaternion\""); }

}  // namespace

TEST(SkinCheck, DrawnPointsAreCorrectInAnyPose) {
  ShapeOverrides overrides;
  overrides.set({Path::fromText("/Root/Arm"), Token("smile")}, 0.8f);
  for (const std::string& text : {std::string(kArm), dualArm()}) {
    const TestedArm arm(text);
    for (const ExtractOptions& options : {ExtractOptions{},
                                          {.pose = kBindPose},
                                          {.pose = 1.3},
                                          {.shapes = overrides},
                                          {.shapes = overrides, .complexity = Complexity::High}}) {
      for (const double time : {0.0, 3.5, 10.0}) {
        const SkinCheck check = checkSkin(arm.rig, time, options, arm.drawn(time, options));
        ASSERT_EQ(check.prims.size(), 1u);
        EXPECT_EQ(check.prims[0].whyNot, "");
        EXPECT_EQ(check.pointCount(), 3u);
        EXPECT_GT(check.characterSize, 1.0);
        EXPECT_LT(check.largest(), 1e-6 * check.characterSize) << options.pose << ' ' << time;
      }
    }
  }
}

TEST(SkinCheck, ShapesOfARigidPrimAreTrueInItsOwnSpace) {
  std::string text = armWith("[0, 1, 0, 1, 0, 1] (interpolation = \"vertex\"\nelementSize = 2)",
                             "[1] (interpolation = \"constant\"\nelementSize = 1)");
  const std::string weights =
      "[1, 0, 0.5, 0.5, 0.25, 0.75] (interpolation = \"vertex\"\nelementSize = 2)";
  const std::size_t at = text.find(weights);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, weights.size(), "[1] (interpolation = \"constant\"\nelementSize = 1)");
  const TestedArm arm(text);
  const SkinCheck check = checkSkin(arm.rig, 10.0, {}, arm.drawn(10.0));
  EXPECT_EQ(check.pointCount(), 3u) << check.prims.at(0).whyNot;
  EXPECT_LT(check.largest(), 1e-6);
  // Its extent must contain it where the joint takes it.
  const std::string root = "def SkelRoot \"Root\" {";
  text.replace(text.find(root), root.size(),
               root + "\n float3[] extent = [(-9, -9, -9), (1, 9, 9)]");
  const auto checks = checkExtents(TestedArm(text).rig, std::vector<double>{10.0});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks[0].outside.size(), 1u);
}

TEST(SkinCheck, AMovedVertexIsFound) {
  const TestedArm arm(kArm);
  auto drawn = arm.drawn(0.0);
  for (std::size_t v = 0; v < drawn[0].positions.size(); ++v) {
    if (drawn[0].geometry->vertexPoints[v] == 1) drawn[0].positions[v].z += 0.25f;
  }
  const SkinCheck check = checkSkin(arm.rig, 0.0, {}, drawn);
  EXPECT_NEAR(check.largest(), 0.25, 1e-6);
  EXPECT_EQ(check.prims[0].worstPoint, 1u);
  EXPECT_GT(checkSkin(arm.rig, 10.0, {}, arm.drawn(0.0)).largest(), 0.1) << "of another time";
  drawn[0].positions[0].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(checkSkin(arm.rig, 0.0, {}, drawn).largest(), std::numeric_limits<double>::infinity());
}

TEST(SkinCheck, FailedComparisonsHaveAReason) {
  const TestedArm arm(kArm);
  const SkinCheck check = checkSkin(arm.rig, 0.0, {}, {});
  EXPECT_NE(check.prims.at(0).whyNot, "");
  EXPECT_EQ(check.pointCount(), 0u);
  const TestedArm bad(armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 1, 0, 7]"));
  EXPECT_NE(checkSkin(bad.rig, 0.0, {}, bad.drawn(0.0)).prims.at(0).whyNot, "");
}

TEST(SkinCheck, TimesAtWhichPointsLeaveAnExtentAreFound) {
  // The tip is at (0.87, 2.6, 1) at the start, further up at the end.
  const std::vector<double> times{0.0, 5.0, 10.0};
  const std::string piece = "def SkelRoot \"Root\" {";
  const struct {
    const char* extent;
    std::size_t outside;
  } cases[] = {{"[(-9, -9, -9), (9, 9, 9)]", 0}, {"[(-9, -9, -9), (9, 9, 0.5)]", 3}};
  for (const auto& c : cases) {
    const TestedArm arm(armWith(piece, piece + "\n  float3[] extent = " + std::string(c.extent)));
    const auto checks = checkExtents(arm.rig, times);
    ASSERT_EQ(checks.size(), 1u);
    EXPECT_EQ(checks[0].prim.text(), "/Root");
    EXPECT_EQ(checks[0].timeCount, 3u);
    EXPECT_EQ(checks[0].outside.size(), c.outside) << c.extent;
  }
  // An extent that follows over time; the SkelRoot has none, so the mesh's applies.
  const std::string mesh = "int[] faceVertexCounts = [3]";
  const TestedArm varying(armWith(mesh,
                                  "float3[] extent.timeSamples = { 0: [(-9, -9, -9), (9, 9, 9)],\n"
                                  "10: [(-9, -9, -9), (9, 9, 0.25)] }\n    " +
                                      mesh));
  const auto checks = checkExtents(varying.rig, times);
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks[0].prim.text(), "/Root/Skin");
  EXPECT_EQ(checks[0].outside, std::vector<double>{10.0});
  EXPECT_EQ(checks[0].farthestTime, 10.0);
  EXPECT_GT(checks[0].farthest, 0.5);
  EXPECT_TRUE(checkExtents(TestedArm(kArm).rig, times).empty()) << "none is authored";
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(checkExtents(varying.rig, times, stopped.get_token()).at(0).timeCount, 0u);
}

}  // namespace usdscope
