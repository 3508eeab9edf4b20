// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/scene/VolumeFields.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Volumes = RenderTest;

constexpr int kVoxels = 64;

// A grid of equal values in [-halfSize, halfSize]³.
std::shared_ptr<const DenseGrid> evenGrid(std::vector<float> value, double halfSize) {
  DenseGrid grid;
  grid.size = {kVoxels, kVoxels, kVoxels};
  grid.channelCount = int(value.size());
  for (std::size_t i = 0; i < grid.voxelCount(); ++i) {
    grid.values.insert(grid.values.end(), value.begin(), value.end());
  }
  const double voxel = 2.0 * halfSize / kVoxels;
  grid.localFromGrid = {voxel, 0, 0,     0, 0,         voxel,     0,         0,
                        0,     0, voxel, 0, -halfSize, -halfSize, -halfSize, 1};
  return std::make_shared<const DenseGrid>(std::move(grid));
}

std::shared_ptr<VolumeFields> fieldsOf(std::shared_ptr<const DenseGrid> density,
                                       std::shared_ptr<const DenseGrid> emission = nullptr,
                                       double halfSize = 0.5) {
  auto fields = std::make_shared<VolumeFields>();
  fields->density = std::move(density);
  fields->emission = std::move(emission);
  for (int axis = 0; axis < 3; ++axis) {
    fields->localFromBox[axis][axis] = 2.0 * halfSize;
    fields->localFromBox[3][axis] = -halfSize;
    fields->voxelCounts[axis] = kVoxels;
  }
  return fields;
}

Item volumeItem(std::shared_ptr<const VolumeFields> fields,
                const glm::dmat4& worldFromLocal = glm::dmat4(1.0)) {
  Item item = makeItem("/Smoke", buildVolumeBox(*fields), worldFromLocal);
  item.isDoubleSided = true;
  item.volume = std::move(fields);
  return item;
}

Item quadItem(const char* path, double z, const glm::vec4& color, float halfSize = 2.0f) {
  Item item = makeItem(path, makeQuad(halfSize), translation(0, 0, z));
  item.color = color;
  return item;
}

// Linear colours, which a pixel has as 255 times their value.
void drawLinear(RenderSettings& settings) {
  settings.encodesSrgb = false;
  settings.hasCameraLight = false;
  settings.sampleCount = 1;
  settings.background = glm::vec3(1.0f);
}

}  // namespace

TEST_F(Volumes, DensityAbsorbsByItsLength) {
  drawLinear(settings);
  for (const int sampleCount : {1, 4}) {
    settings.sampleCount = sampleCount;
    for (const float density : {0.5f, 1.5f, 4.0f}) {
      const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({density}, 0.5)))});
      const Picture picture = draw(scene, frontCamera());
      EXPECT_EQ(picture.at(2, 2), glm::ivec3(255)) << density;
      EXPECT_NEAR(picture.at(32, 32).x, 255.0 * std::exp(-density), 3.0) << density;
    }
  }
}

TEST_F(Volumes, DensityIsPerUnitOfTheWorld) {
  drawLinear(settings);
  glm::dmat4 stretched(1.0);
  stretched[2][2] = 3.0;
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({0.5f}, 0.5)), stretched)});
  EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x, 255.0 * std::exp(-1.5), 3.0);
}

TEST_F(Volumes, EmissionShines) {
  drawLinear(settings);
  settings.background = glm::vec3(0.0f);
  const Scene scene = makeScene({volumeItem(fieldsOf(nullptr, evenGrid({0.6f, 0.3f, 0.1f}, 0.5)))});
  const glm::ivec3 found = draw(scene, frontCamera()).at(32, 32);
  EXPECT_NEAR(found.x, 153, 3);
  EXPECT_NEAR(found.y, 77, 3);
  EXPECT_NEAR(found.z, 26, 2);
}

// The light at the camera has an irradiance of pi; all of it that is scattered back passes the
// density in front twice.
TEST_F(Volumes, LightIsScattered) {
  drawLinear(settings);
  settings.background = glm::vec3(0.0f);
  settings.hasCameraLight = true;
  const float density = 2.0f;
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({density}, 0.5)))});
  const double expected = 0.18 / 4.0 * (1.0 - std::exp(-2.0 * density)) / 2.0;
  EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x, 255.0 * expected, 1.0);
}

TEST_F(Volumes, LightIsAbsorbedOnItsWay) {
  drawLinear(settings);
  settings.background = glm::vec3(0.0f);
  Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({3.0f}, 0.5)))});
  SceneLight light;
  light.kind = LightKind::Distant;
  light.isNormalized = true;
  light.color = glm::vec3(100.0f);
  // Shines along +x, from the left of the picture.
  light.worldFromLight = glm::dmat4(glm::dvec4(0, 0, 1, 0), glm::dvec4(0, 1, 0, 0),
                                    glm::dvec4(-1, 0, 0, 0), glm::dvec4(0, 0, 0, 1));
  scene.lights.push_back(light);
  const Picture picture = draw(scene, frontCamera());
  EXPECT_GT(picture.at(20, 32).x, 40);
  // The way is longer by half a unit: its density is 3.
  EXPECT_NEAR(double(picture.at(36, 32).x) / picture.at(20, 32).x, std::exp(-1.5), 0.04);
}

TEST_F(Volumes, SurfacesInsideHideWhatIsBehind) {
  drawLinear(settings);
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({2.0f}, 0.5))),
                                 quadItem("/Wall", 0.25, glm::vec4(0, 0, 0, 1))});
  // The wall is black and unlit; in front of it is a quarter of the volume, which emits nothing.
  const Scene bright =
      makeScene({volumeItem(fieldsOf(evenGrid({2.0f}, 0.5), evenGrid({0.5f, 0.5f, 0.5f}, 0.5))),
                 quadItem("/Wall", 0.25, glm::vec4(0, 0, 0, 1))});
  for (const int sampleCount : {1, 4}) {
    settings.sampleCount = sampleCount;
    const double share = (1.0 - std::exp(-2.0 * 0.25)) / 2.0;
    EXPECT_LT(draw(scene, frontCamera()).at(32, 32).x, 5);
    EXPECT_NEAR(draw(bright, frontCamera()).at(32, 32).x, 255.0 * 0.5 * share, 3.0);
  }
}

TEST_F(Volumes, CamerasInsideSeeThem) {
  drawLinear(settings);
  ViewCamera camera;
  camera.nearPlane = 0.01;
  camera.farPlane = 100.0;
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({2.0f}, 0.5)))});
  EXPECT_NEAR(draw(scene, camera).at(32, 32).x, 255.0 * std::exp(-0.98), 4.0);
  // From outside, and mirrored.
  camera.worldFromView = translation(0, 0, 3);
  glm::dmat4 mirrored(1.0);
  mirrored[0][0] = -1.0;
  for (const glm::dmat4& place : {glm::dmat4(1.0), mirrored}) {
    const Scene outside = makeScene({volumeItem(fieldsOf(evenGrid({2.0f}, 0.5)), place)});
    EXPECT_NEAR(draw(outside, camera).at(32, 32).x, 255.0 * std::exp(-2.0), 4.0);
  }
}

TEST_F(Volumes, ClippingPlanesCutThem) {
  drawLinear(settings);
  ViewCamera camera = frontCamera();
  camera.clippingPlanes = {{0, 0, 1, 10}};  // Nothing behind z = 0 of the world.
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({2.0f}, 0.5)))});
  EXPECT_NEAR(draw(scene, camera).at(32, 32).x, 255.0 * std::exp(-1.0), 4.0);
}

TEST_F(Volumes, GlassIsBlendedBeforeOrAfterThem) {
  drawLinear(settings);
  settings.background = glm::vec3(0.0f);
  const auto fields = fieldsOf(evenGrid({100.0f}, 0.5), evenGrid({50.0f, 0.0f, 0.0f}, 0.5));
  for (const double z : {-1.0, 1.0}) {
    const Scene scene =
        makeScene({volumeItem(fields), quadItem("/Glass", z, glm::vec4(0, 0, 0, 0.5))});
    // The volume is opaque and red, 0.5; the glass is black.
    EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x, z < 0.0 ? 127 : 64, 4) << z;
  }
}

TEST_F(Volumes, InstancesArePickedAndShareTextures) {
  drawLinear(settings);
  Item item = volumeItem(fieldsOf(evenGrid({4.0f}, 0.25), nullptr, 0.25));
  item.instances = {translation(-0.5, 0, 0), translation(0.5, 0, 0)};
  item.instancers = {Path::fromText("/Instancer")};
  item.instanceIds = {{0, 0}, {1, 1}};
  item.worldBounds = {{-0.75, -0.25, -0.25}, {0.75, 0.25, 0.25}};
  const Scene scene = makeScene({item});
  const Picture picture = draw(scene, frontCamera());
  for (const int x : {16, 48}) EXPECT_NEAR(picture.at(x, 32).x, 255.0 * std::exp(-2.0), 5.0) << x;
  EXPECT_EQ(picture.at(32, 32).x, 255);
  const auto hit = renderer->pick(48, 32);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->path, item.path);
  EXPECT_EQ(hit->instance, 1);
  EXPECT_FALSE(renderer->pick(32, 32));
  EXPECT_GE(renderer->statistics().uploadedBytes, std::size_t{kVoxels} * kVoxels * kVoxels * 4);
  draw(scene, frontCamera());
  EXPECT_LT(renderer->statistics().uploadedBytes, 100'000u);
}

TEST_F(Volumes, FlatOnesDrawNothing) {
  drawLinear(settings);
  glm::dmat4 flat(1.0);
  flat[2][2] = 0.0;
  const Scene scene = makeScene({volumeItem(fieldsOf(evenGrid({4.0f}, 0.5)), flat)});
  const Picture picture = draw(scene, frontCamera());
  EXPECT_EQ(picture.at(32, 32), glm::ivec3(255));
}

}  // namespace usdscope
