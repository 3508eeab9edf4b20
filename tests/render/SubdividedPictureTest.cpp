// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <random>

#include "engine/render/passes/SkinningPass.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/render/SkinnedScene.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using SubdividedPicture = RenderTest;

// A cube around the origin, turned if `isTurned`.
std::string cubeText(const std::string& scheme, bool isTurned) {
  return "def Mesh \"Cube\" {\n"
         "int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n"
         "int[] faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, 7, 0, 6, 5, 1, 4, 7, 3, 2, 0, 3, 7, 6, "
         "4, "
         "2, 1, 5]\n"
         "point3f[] points = [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1), (-1, -1, -1), "
         "(-1, 1, -1), (1, 1, -1), (1, -1, -1)]\n"
         "uniform token subdivisionScheme = \"" +
         scheme + "\"\n" +
         (isTurned ? "float3 xformOp:rotateXYZ = (30, 40, 0)\n"
                     "uniform token[] xformOpOrder = [\"xformOp:rotateXYZ\"]\n"
                   : "") +
         "}\n";
}

std::shared_ptr<const Scene> sceneAt(const std::string& text, Complexity complexity) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  return SceneExtractor(result.stage).extract(0.0, {}, {.complexity = complexity});
}

ViewCamera camera() {
  ViewCamera camera;
  camera.isOrthographic = true;
  camera.verticalSize = 4.0;
  camera.worldFromView = translation(0, 0, 10);
  return camera;
}

// The share of pixels that differ between the silhouette and a disk of equal area.
double distanceFromDisk(const Picture& picture) {
  const int width = picture.image.width;
  const int height = picture.image.height;
  const double radius = std::sqrt(picture.coverage() * width * height / std::numbers::pi);
  int differing = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool isInDisk = std::hypot(x + 0.5 - width / 2.0, y + 0.5 - height / 2.0) < radius;
      differing += isInDisk != (picture.at(x, y) != glm::ivec3(0));
    }
  }
  return double(differing) / (picture.coverage() * width * height);
}

// The refined geometry of an example whose cage has the joints and blend shapes. The weights are
// random.
SkinnedGeometry refinedExample(const SkinnedGeometry& cage, std::size_t vertexCount,
                               std::mt19937& random) {
  const std::size_t rowCount = vertexCount / 2 + 1;
  const std::size_t cageCount = cage.geometry->vertexCount();
  std::vector<std::uint32_t> firsts{0}, sources, rows;
  std::vector<float> weights;
  for (std::size_t row = 0; row < rowCount; ++row) {
    const std::size_t count = 1 + random() % 6;
    for (std::size_t i = 0; i < count; ++i) {
      sources.push_back(std::uint32_t(random() % cageCount));
      weights.push_back(1.0f / float(count));
    }
    firsts.push_back(std::uint32_t(sources.size()));
  }
  for (std::size_t v = 0; v < vertexCount; ++v) rows.push_back(std::uint32_t(random() % rowCount));
  SkinnedGeometry result = cage;
  auto geometry = std::make_shared<Geometry>();
  geometry->positions = Array<glm::vec3>(std::vector<glm::vec3>(vertexCount, glm::vec3(0.0f)));
  geometry->normals = Array<glm::vec3>(std::vector<glm::vec3>(vertexCount, glm::vec3(0, 0, 1)));
  geometry->indices = {0, 0, 0};
  auto skin = std::make_shared<Skin>(*cage.skin);
  skin->refined = std::make_shared<const RefinedCage>(
      RefinedCage{cage.geometry,
                  {Array<std::uint32_t>(std::move(firsts)),
                   Array<std::uint32_t>(std::move(sources)), Array<float>(std::move(weights))},
                  Array<std::uint32_t>(std::move(rows))});
  result.geometry = std::move(geometry);
  result.skin = std::move(skin);
  return result;
}

// Skins a scene with the pass alone.
std::vector<SkinnedVertex> skinned(const Scene& scene, const RenderSettings& settings, bool isOnGpu,
                                   std::uint32_t maxGridWidth = SkinLimits().gridWidth) {
  Diagnostics diagnostics;
  ShaderLibrary shaders;
  GpuCache cache;
  GpuMaterials materials{std::make_shared<TextureStore>(), 1.0f};
  materials.update(Scene(), diagnostics);
  SkinningPass pass(maxGridWidth);
  const CameraFrustum frustum = makeFrustum(camera(), settings.width, settings.height, {});
  const auto table = std::make_shared<const DrawTable>(
      buildDrawTable(scene, frustum, settings, materials, cache, diagnostics));
  const DrawList list =
      buildDrawList(table, scene, SampleGrid::ofCenters(frustum, settings.width, settings.height));
  pass.run(scene, list, isOnGpu, cache, shaders, diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  EXPECT_EQ(pass.run(scene, list, isOnGpu, cache, shaders, diagnostics), 0u) << "the same pose";
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  return pass.read(0, list.skinnedVertexCount);
}

}  // namespace

TEST_F(SubdividedPicture, RefinedCubeLooksRound) {
  settings.width = 256;
  settings.height = 256;
  const auto roundness = [&](Complexity complexity) {
    return distanceFromDisk(draw(*sceneAt(cubeText("catmullClark", false), complexity), camera()));
  };
  EXPECT_GT(roundness(Complexity::Low), 0.1) << "a square";
  EXPECT_LT(roundness(Complexity::High), 0.04);
  EXPECT_LT(roundness(Complexity::VeryHigh), 0.04);
}

TEST_F(SubdividedPicture, SurfaceIsShadedSmoothlyAtLowComplexity) {
  settings.width = 256;
  settings.height = 256;
  settings.sampleCount = 1;      // Pixels that the cube covers in part are excluded.
  settings.encodesSrgb = false;  // The encoding makes steps of dark colours larger.
  // The largest step of brightness between neighbours inside the silhouette.
  const auto largestStep = [&](const char* scheme) {
    const Picture picture = draw(*sceneAt(cubeText(scheme, true), Complexity::Low), camera());
    const auto isCovered = [&](int x, int y) { return picture.at(x, y) != glm::ivec3(0); };
    int largest = 0;
    constexpr int kMargin = 5;  // The silhouette is blended with the background.
    for (int y = kMargin; y < 256 - kMargin; ++y) {
      for (int x = kMargin; x < 256 - kMargin; ++x) {
        if (!isCovered(x - kMargin, y) || !isCovered(x + kMargin, y)) continue;
        if (!isCovered(x, y - kMargin) || !isCovered(x, y + kMargin)) continue;
        largest = std::max(largest, std::abs(picture.at(x - 2, y).x - picture.at(x, y).x));
      }
    }
    return largest;
  };
  EXPECT_LT(largestStep("catmullClark"), largestStep("none") / 2);
}

TEST_F(SubdividedPicture, DeviceRefinesAsTheCpu) {
  std::mt19937 random(3);
  std::vector<SkinnedGeometry> examples;
  const auto linear = makeSkinnedGeometry(60, 5, 3, SkinningMethod::Linear, 2, 1);
  const auto dual = makeSkinnedGeometry(41, 4, 2, SkinningMethod::DualQuaternion, 0, 2);
  const auto shapes = makeSkinnedGeometry(33, 1, 0, SkinningMethod::Linear, 3, 3);
  examples.push_back(refinedExample(linear, 700, random));
  examples.push_back(linear);
  examples.push_back(refinedExample(dual, 333, random));
  examples.push_back(dual);
  examples.push_back(refinedExample(shapes, 65, random));
  examples.push_back(refinedExample(linear, 3, random));
  const Scene scene = sceneOf(examples);
  const auto cpu = skinned(scene, settings, false);
  ASSERT_EQ(cpu.size(), 700u + 60 + 333 + 41 + 65 + 3);
  for (const std::uint32_t gridWidth : {65535u, 3u}) {
    const auto gpu = skinned(scene, settings, true, gridWidth);
    ASSERT_EQ(gpu.size(), cpu.size());
    for (std::size_t i = 0; i < cpu.size(); ++i) {
      ASSERT_LT(glm::distance(gpu[i].position, cpu[i].position), 1e-4f) << i;
      ASSERT_LT(glm::distance(gpu[i].normal, cpu[i].normal), 1e-3f) << i;
    }
  }
  // The vertices of the refined item are sums of those of the item that is its cage.
  const RefinedCage& refined = *examples[0].skin->refined;
  for (std::size_t v = 0; v < 700; ++v) {
    glm::vec3 sum(0.0f);
    const std::uint32_t row = refined.vertexRows[v];
    for (std::size_t i = refined.stencils.firsts[row]; i < refined.stencils.firsts[row + 1]; ++i) {
      sum += cpu[700 + refined.stencils.sources[i]].position * refined.stencils.weights[i];
    }
    ASSERT_LT(glm::distance(cpu[v].position, sum), 1e-4f) << v;
  }
}

TEST_F(SubdividedPicture, WiresFollowTheRefinedFacesOrTheCage) {
  settings.width = settings.height = 256;
  settings.shading = ShadingMode::WireframeOnSurface;
  const auto scene = sceneAt(cubeText("catmullClark", false), Complexity::VeryHigh);
  // The edges of refined faces that cross the middle row.
  const auto countWires = [&] {
    const Picture picture = draw(*scene, camera());
    int count = 0;
    for (int x = 1; x < 256; ++x) {
      const bool isDark = picture.at(x, 126).x < 110 && picture.at(x, 126) != glm::ivec3(0);
      const bool wasDark = picture.at(x - 1, 126).x < 110;
      count += isDark && !wasDark;
    }
    return count;
  };
  EXPECT_GE(countWires(), 8);
  settings.outlinesCage = true;
  EXPECT_LE(countWires(), 4) << "the sides of the face in front, and the shaded rim";
}

}  // namespace usdscope
