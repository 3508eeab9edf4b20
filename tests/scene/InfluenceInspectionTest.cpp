// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/InfluenceInspection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/scene/DrawnPoints.h"
#include "engine/scene/NearestVertex.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/WeightPaint.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

// Two triangles that are not connected: points 0 to 2, and 3 to 5. Two influences each.
std::string armOf(const std::string& joints, const std::string& weights) {
  std::string text = armWith("[0, 1, 0, 1, 0, 1]", joints);
  const auto swap = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  swap("[1, 0, 0.5, 0.5, 0.25, 0.75]", weights);
  swap("[3]", "[3, 3]");
  swap("[0, 1, 2]", "[0, 1, 2, 3, 4, 5]");
  swap("[(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]",
       "[(1, 0, 0), (2, 0.5, 0), (3, 1, 1), (5, 0, 0), (6, 0.5, 0), (7, 1, 1)]");
  return text;
}

constexpr const char* kJoints = "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]";

struct Paint {
  std::shared_ptr<const Stage> stage;
  std::shared_ptr<const Scene> scene;
  InfluenceInspection weights;

  explicit Paint(const std::string& text) : stage(stageFromText(text).stage) {
    EXPECT_TRUE(stage);
    scene = SceneExtractor(stage).extract(0.0);
    const auto found = inspectInfluences(stage->primAt(Path::fromText("/Root/Skin")));
    EXPECT_TRUE(found);
    if (found) weights = *found;
  }
  const Geometry& geometry() const { return *scene->items.at(0).geometry; }
};

}  // namespace

TEST(InfluenceInspection, InfluencesOfAPointAreMarkedSoundOrNot) {
  const Paint arm(armOf("[0, 1, 0, 1, 0, 9, -1, 1, 0, 1, 7, 0]",
                        "[0.25, 0.75, 1, 0, 0.5, 0.5, 0, 1, 0.6, 0.6, 0, 1.5]"));
  ASSERT_EQ(arm.weights.problem(), "");
  EXPECT_EQ(arm.weights.indexOf(Token("Upper/Lower")), 1);
  EXPECT_EQ(arm.weights.indexOf(Token("Lower")), -1);
  const auto first = arm.weights.influencesOf(0);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].joint, 1) << "the largest first";
  EXPECT_EQ(first[0].weight, 0.75f);
  EXPECT_EQ(arm.weights.influencesOf(1).size(), 1u) << "zeros are left out";
  EXPECT_TRUE(arm.weights.influencesOf(6).empty()) << "there is no seventh point";
  const WeightFlags flags[] = {
      0, 0, kWeightOutOfRange, 0, kUnnormalizedWeights, kUnnormalizedWeights | kWeightOutOfRange};
  for (std::size_t point = 0; point < 6; ++point) {
    EXPECT_EQ(arm.weights.flagsOf(point), flags[point]) << point;
  }
  EXPECT_NEAR(arm.weights.sumOf(4), 1.2, 1e-6);
}

TEST(InfluenceInspection, TinyWeightsAreStrayOnlyWhereTheyStandAlone) {
  // The weight of the lower joint fades out on the first triangle and is isolated on the second.
  const Paint arm(armOf(kJoints, "[0.1, 0.9, 0.97, 0.03, 1, 0, 0.97, 0.03, 1, 0, 0.99, 0.01]"));
  const JointWeights lower = arm.weights.weightsOf(1, arm.geometry());
  const float weights[] = {0.9f, 0.03f, 0.0f, 0.03f, 0.0f, 0.01f};
  const bool isStray[] = {false, false, false, true, false, true};
  ASSERT_EQ(lower.weights.size(), 6u);
  for (std::size_t point = 0; point < 6; ++point) {
    EXPECT_EQ(lower.weights[point], weights[point]) << point;
    EXPECT_EQ((lower.flags[point] & kStrayWeight) != 0, isStray[point]) << point;
  }
  EXPECT_EQ(arm.weights.weightsOf(-1, arm.geometry()).weights, std::vector<float>(6, 0.0f));
}

TEST(InfluenceInspection, PointsInOnePlaceAreJoined) {
  // The second triangle begins where the first ends.
  std::string text = armOf(kJoints, "[0.1, 0.9, 1, 0, 0.96, 0.04, 0.97, 0.03, 1, 0, 0.99, 0.01]");
  const std::string apart = "(5, 0, 0)";
  text.replace(text.find(apart), apart.size(), "(3, 1, 1)");
  const Paint arm(text);
  const JointWeights lower = arm.weights.weightsOf(1, arm.geometry());
  for (std::size_t point = 0; point < 6; ++point) {
    EXPECT_EQ(lower.flags[point] & kStrayWeight, 0u) << point;
  }
}

TEST(InfluenceInspection, UnreadableInfluencesAreReportedAndOtherPrimsHaveNone) {
  const auto stage = stageFromText(armWith("[1, 0, 0.5, 0.5, 0.25, 0.75]", "[1, 0, 0.5]") +
                                   "def Mesh \"Plain\" {}\n")
                         .stage;
  ASSERT_TRUE(stage);
  const auto broken = inspectInfluences(stage->primAt(Path::fromText("/Root/Skin")));
  ASSERT_TRUE(broken);
  EXPECT_NE(broken->problem(), "");
  EXPECT_TRUE(broken->influencesOf(0).empty());
  EXPECT_FALSE(inspectInfluences(stage->primAt(Path::fromText("/Plain"))));
  EXPECT_FALSE(inspectInfluences(stage->primAt(Path::fromText("/Root/Arm"))));
}

TEST(WeightPaint, ColoursShowTheWeightsAndMarks) {
  const Paint arm(armOf(kJoints, "[0, 1, 0.5, 0.5, 1, 0, 0.97, 0.03, 0.5, 0.6, 1, 0]"));
  WeightPaint paint(arm.stage, Path::fromText("/Root/Arm"), Token("Upper/Lower"));
  const auto painted = paint.painted(arm.scene);
  ASSERT_EQ(painted->items.size(), 1u);
  const Geometry& geometry = *painted->items[0].geometry;
  ASSERT_EQ(geometry.colors.size(), geometry.vertexCount());
  EXPECT_EQ(geometry.positions.data(), arm.geometry().positions.data()) << "shared";
  EXPECT_TRUE(arm.geometry().colors.empty()) << "the scene itself is as it was";
  EXPECT_EQ(painted->items[0].parts.size(), 1u);
  EXPECT_EQ(painted->items[0].parts[0].material, -1);
  const auto colorOf = [&](std::uint32_t point) {
    for (std::size_t v = 0; v < geometry.vertexCount(); ++v) {
      if (geometry.vertexPoints[v] == point) return glm::vec3(geometry.colors[v]);
    }
    return glm::vec3(-1.0f);
  };
  for (std::uint32_t a = 0; a < 5; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      EXPECT_NE(colorOf(a) == colorOf(b), true) << a << ' ' << b;
    }
  }
  EXPECT_EQ(colorOf(5), colorOf(2)) << "neither follows";
  const auto brightness = [](const glm::vec3& c) { return c.x + c.y + c.z; };
  EXPECT_GT(brightness(colorOf(0)), brightness(colorOf(1)));

  std::string legend;
  for (const PaintSwatch& swatch : paint.legend()) legend += swatch.text + '\n';
  EXPECT_NE(legend.find("stray, at most 0.05: 0"), std::string::npos) << legend;
  EXPECT_NE(legend.find("sum is not 1: 1"), std::string::npos) << legend;
  EXPECT_NE(legend.find("out of range: 0"), std::string::npos) << legend;

  EXPECT_EQ(paint.painted(arm.scene)->items[0].geometry, painted->items[0].geometry) << "kept";
  WeightPaint other(arm.stage, Path::fromText("/Root/Nothing"), Token("Upper"));
  EXPECT_EQ(other.painted(arm.scene)->items[0].geometry, arm.scene->items[0].geometry);
}

TEST(WeightPaint, BrighterMeansMore) {
  float last = -1.0f;
  for (int i = 1; i <= 100; ++i) {
    const glm::vec3 c = heatColor(float(i) / 100.0f);
    const float luminance = 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
    EXPECT_GT(luminance, last) << i;
    last = luminance;
  }
  for (const float none : {0.0f, -1.0f, std::nanf("")}) {
    EXPECT_EQ(heatColor(none), heatColor(0.0f));
  }
  EXPECT_EQ(heatColor(2.0f), heatColor(1.0f));
}

TEST(NearestVertex, VerticesAreFoundInThePose) {
  const Paint arm(kArm);
  NearestVertex nearest;
  const Item& item = arm.scene->items[0];
  // Points at rest in skeleton space: y is half a unit higher. The first follows the upper joint.
  const auto hit = nearest.find(arm.scene, item, -1, {1.0, 0.6, 0.0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(item.geometry->vertexPoints[*hit], 0u);
  // The third point has turned away from its bind position with the lower joint.
  const auto scene = SceneExtractor(arm.stage).extract(0.0, {}, {.pose = kBindPose});
  EXPECT_EQ(scene->items[0]
                .geometry->vertexPoints[*nearest.find(scene, scene->items[0], -1, {3.0, 1.5, 1.0})],
            2u);
  EXPECT_EQ(item.geometry->vertexPoints[*nearest.find(arm.scene, item, -1, {3.0, 1.0, 0.4})], 1u);
  EXPECT_FALSE(nearest.find(arm.scene, item, 3, {0, 0, 0})) << "it has no instances";
}

TEST(DrawnPoints, PointsAreWhereThePictureShowsThem) {
  const Paint arm(kArm);
  const auto bound = SceneExtractor(arm.stage).extract(0.0, {}, {.pose = kBindPose});
  for (const auto& scene : {arm.scene, std::shared_ptr<const Scene>(bound)}) {
    const Item& item = scene->items[0];
    const std::vector<std::uint32_t> wanted = {0, 2, 1, 77};
    const auto points = drawnPoints(*scene, item, wanted);
    ASSERT_EQ(points.size(), 3u) << "there is no point 77";
    EXPECT_EQ(points[1].point, 2u);
    NearestVertex nearest;
    for (const DrawnPoint& point : points) {
      const auto vertex = nearest.find(scene, item, -1, point.world);
      ASSERT_TRUE(vertex);
      EXPECT_EQ(item.geometry->vertexPoints[*vertex], point.point);
    }
  }
  const auto turned = drawnPoints(*arm.scene, arm.scene->items[0], std::vector<std::uint32_t>{2});
  const auto rest = drawnPoints(*bound, bound->items[0], std::vector<std::uint32_t>{2});
  EXPECT_GT(glm::length(turned[0].world - rest[0].world), 0.1) << "the lower joint turns it";
  EXPECT_TRUE(drawnPoints(*bound, bound->items[0], {}).empty());
}

}  // namespace usdscope
