// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/skel/Arm.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr int kCopies = 150;

// Arms that are sound, follow dual quaternions, have a bad shape or a bad joint, or move as a
// whole; meshes and curves whose points vary, equal still meshes, and nested point instancers.
std::string busyStage() {
  const std::string arms[] = {
      kArm,
      armWith("\"classicLinear\"", "\"dualQuaternion\""),
      armWith("pointIndices = [2]", "pointIndices = [7]"),
      armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 1, 0, 9]"),
      armWith("int[] faceVertexIndices = [0, 1, 2]", "int[] faceVertexIndices = [0, 1, 5]"),
  };
  std::string text = "(startTimeCode = 0\n endTimeCode = 10)\n";
  const auto replaced = [](std::string from, const std::string& piece, const std::string& by) {
    for (std::size_t at = 0; (at = from.find(piece, at)) != std::string::npos; at += by.size()) {
      from.replace(at, piece.size(), by);
    }
    return from;
  };
  for (int i = 0; i < kCopies; ++i) {
    const std::string name = std::to_string(i);
    text += replaced(replaced(arms[std::size_t(i) % 5], "</Root", "</Root" + name), "\"Root\"",
                     "\"Root" + name + "\"");
    text += "def Mesh \"Wave" + name + R"(" {
  int[] faceVertexCounts = [3]
  int[] faceVertexIndices = [0, 1, 2]
  point3f[] points.timeSamples = { 0: [(0,0,0), (1,0,0), (0,1,0)], 10: [(0,0,0), (1,0,0), (0,1,)" +
            name + R"()] }
})";
    text +=
        "def Sphere \"Ball" + name + "\" { double radius = " + std::to_string(1 + i % 3) + "}\n";
    text += "def BasisCurves \"Line" + name + R"(" {
  uniform token type = "linear"
  int[] curveVertexCounts = [2]
  point3f[] points = [(0,0,0), (1,1,)" +
            std::to_string(i % 2) + ")]\n}\n";
  }
  text += R"(def PointInstancer "Outer" {
  rel prototypes = </Outer/Inner>
  int[] protoIndices = [0, 0, 4]
  point3f[] positions.timeSamples = { 0: [(0,0,0), (1,0,0), (2,0,0)], 10: [(5,0,0), (6,0,0), (7,0,0)] }
  def PointInstancer "Inner" {
    rel prototypes = </Outer/Inner/Ball>
    int[] protoIndices = [0, 0]
    point3f[] positions = [(0,1,0), (0,2,0)]
    color3f[] primvars:displayColor = [(1,0,0), (0,1,0)] (interpolation = "vertex")
    def Sphere "Ball" {}
  }
})";
  return text;
}

// Groups of items that share a pointer, numbered in order of appearance.
template <typename Pointer>
int numberOf(std::map<const void*, int>& numbers, const Pointer& pointer) {
  return numbers.try_emplace(pointer.get(), static_cast<int>(numbers.size())).first->second;
}

void expectEqual(const Scene& a, const Scene& b) {
  ASSERT_EQ(a.items.size(), b.items.size());
  std::map<const void*, int> numbers[2];
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const Item& x = a.items[i];
    const Item& y = b.items[i];
    SCOPED_TRACE(std::string(x.path.text()));
    EXPECT_EQ(x.path, y.path);
    EXPECT_EQ(*x.geometry, *y.geometry);
    EXPECT_EQ(numberOf(numbers[0], x.geometry), numberOf(numbers[1], y.geometry)) << "sharing";
    EXPECT_EQ(bool(x.skin), bool(y.skin));
    if (x.skin && y.skin) {
      EXPECT_EQ(*x.skin, *y.skin);
      EXPECT_EQ(numberOf(numbers[0], x.skin), numberOf(numbers[1], y.skin)) << "sharing";
    }
    EXPECT_EQ(x.firstPaletteMatrix, y.firstPaletteMatrix);
    EXPECT_EQ(x.firstBlendWeight, y.firstBlendWeight);
    EXPECT_EQ(x.worldFromLocal, y.worldFromLocal);
    EXPECT_EQ(x.worldBounds, y.worldBounds);
    EXPECT_EQ(x.instances, y.instances);
    EXPECT_EQ(x.instanceColors, y.instanceColors);
  }
  EXPECT_EQ(a.palette, b.palette);
  EXPECT_EQ(a.blendWeights, b.blendWeights);
  EXPECT_EQ(a.bounds, b.bounds);
  ASSERT_EQ(a.skeletons.size(), b.skeletons.size());
  for (std::size_t i = 0; i < a.skeletons.size(); ++i) {
    EXPECT_EQ(a.skeletons[i].path, b.skeletons[i].path);
    EXPECT_EQ(a.skeletons[i].worldFromJoint, b.skeletons[i].worldFromJoint);
  }
  ASSERT_EQ(a.diagnostics.entries().size(), b.diagnostics.entries().size());
  for (std::size_t i = 0; i < a.diagnostics.entries().size(); ++i) {
    EXPECT_EQ(a.diagnostics.entries()[i].site.path, b.diagnostics.entries()[i].site.path);
    EXPECT_EQ(a.diagnostics.entries()[i].message, b.diagnostics.entries()[i].message);
    EXPECT_EQ(a.diagnostics.entries()[i].count, b.diagnostics.entries()[i].count);
  }
}

}  // namespace

TEST(ExtractionThreads, ScenesAreEqualForAnyNumberOfThreads) {
  const auto stage = stageFromText(busyStage()).stage;
  ASSERT_TRUE(stage);
  const ExtractOptions options{.hasBones = true};
  std::vector<std::shared_ptr<const Scene>> scenes[2];
  for (const std::size_t run : {0u, 1u}) {
    setThreadCount(run == 0 ? 1 : 8);
    SceneExtractor extractor(stage);
    for (const double time : {0.0, 5.0, 10.0, 5.0}) {
      scenes[run].push_back(extractor.extract(time, {}, options));
    }
  }
  setThreadCount(0);
  EXPECT_GT(scenes[0][0]->items.size(), std::size_t(kCopies) * 3);
  EXPECT_FALSE(scenes[0][0]->diagnostics.isEmpty());
  for (std::size_t i = 0; i < scenes[0].size(); ++i) {
    SCOPED_TRACE(i);
    expectEqual(*scenes[0][i], *scenes[1][i]);
  }
}

// While the playhead moves, scenes are made for it and prepared ahead of it at once.
TEST(ExtractionThreads, ScenesThatTwoThreadsAskForInAnyOrderAreThoseOfTheirTimes) {
  const auto stage = stageFromText(busyStage()).stage;
  ASSERT_TRUE(stage);
  constexpr int kTimes = 11;
  constexpr int kScenes = 40;
  std::vector<std::shared_ptr<const Scene>> expected;
  SceneExtractor alone(stage);
  for (int time = 0; time < kTimes; ++time) expected.push_back(alone.extract(double(time)));
  SceneExtractor shared(stage);
  std::vector<std::shared_ptr<const Scene>> made[2];
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 2; ++seed) {
      threads.emplace_back([&shared, &out = made[seed], seed] {
        std::mt19937 random(seed);
        for (int i = 0; i < kScenes; ++i) out.push_back(shared.extract(double(random() % kTimes)));
      });
    }
  }
  for (const auto& scenes : made) {
    ASSERT_EQ(scenes.size(), std::size_t(kScenes));
    for (const auto& scene : scenes) {
      SCOPED_TRACE(scene->time.time());
      expectEqual(*scene, *expected[std::size_t(scene->time.time())]);
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace usdscope
