// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "engine/render/CameraFrustum.h"
#include "engine/render/RecordBuffer.h"
#include "engine/render/SampleGrid.h"
#include "engine/render/ShaderInterface.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Uploads = RenderTest;
using Batches = RenderTest;
using KeptPicture = RenderTest;

// Rows of small quads that share a geometry.
std::vector<Item> rowsOf(int side, const std::shared_ptr<const Geometry>& geometry) {
  std::vector<Item> items;
  for (int i = 0; i < side * side; ++i) {
    const double x = (i % side + 0.5) * 2.0 / side - 1.0;
    const double y = (i / side + 0.5) * 2.0 / side - 1.0;
    items.push_back(makeItem(("/Q" + std::to_string(i)).c_str(), geometry, translation(x, y, 0)));
  }
  return items;
}

}  // namespace

TEST_F(Uploads, AFrameBringsOnlyTheTransformsThatChanged) {
  Scene scene = makeScene(rowsOf(32, makeQuad(0.02f)));
  ViewCamera camera = frontCamera();
  draw(scene, camera);
  EXPECT_GE(renderer->statistics().uploadedBytes, 1024 * sizeof(ObjectRecord));
  draw(scene, camera);
  EXPECT_EQ(renderer->statistics().uploadedBytes, 0u) << "nothing has changed";
  scene.items[500].worldFromLocal[3].z = 0.25;
  draw(scene, camera);
  EXPECT_EQ(renderer->statistics().uploadedBytes, sizeof(ObjectRecord)) << "one of them moved";
  camera.worldFromView[3].z += 0.5;
  draw(scene, camera);
  EXPECT_EQ(renderer->statistics().uploadedBytes, 0u) << "records do not depend on the camera";
  camera.worldFromView[3].x += 1.0;
  draw(scene, camera);
  EXPECT_LE(renderer->statistics().uploadedBytes, 1024 * sizeof(std::uint32_t));
}

TEST_F(Uploads, RecordsThatDifferReplaceThoseOnTheDevice) {
  std::mt19937 random(3);
  RecordBuffer<std::uint32_t> buffer;
  std::vector<std::uint32_t> items(1000, 1);
  for (int step = 0; step < 50; ++step) {
    items.resize(std::uniform_int_distribution<std::size_t>(0, 3000)(random), 7);
    const int changes = std::uniform_int_distribution<int>(0, 200)(random);
    for (int i = 0; i < changes && !items.empty(); ++i) {
      items[random() % items.size()] = std::uint32_t(random());
    }
    const auto update = [&] {
      return buffer.update(std::make_shared<const std::vector<std::uint32_t>>(items));
    };
    EXPECT_LE(update(), items.size() * 4);
    std::vector<std::uint32_t> held(items.size());
    if (!held.empty()) {
      glGetNamedBufferSubData(buffer.id(), 0, GLsizeiptr(held.size() * 4), held.data());
    }
    ASSERT_EQ(held, items) << step;
    EXPECT_EQ(update(), 0u);
  }
}

TEST_F(Batches, EqualGeometryIsDrawnByOneCallAndPickedOneByOne) {
  const auto quad = makeQuad(0.05f);
  std::vector<Item> items = rowsOf(8, quad);
  // Mirrored and double-sided items, and another geometry, need calls of their own.
  items[9].worldFromLocal[0].x = -1.0;
  items[10].isDoubleSided = true;
  items[11].geometry = makeQuad(0.06f);
  draw(makeScene(items), frontCamera());
  EXPECT_EQ(renderer->statistics().drawCount, 4u);
  EXPECT_EQ(renderer->statistics().triangleCount, 2u * 64u);
  for (int i = 0; i < 64; ++i) {
    const auto hit = renderer->pick(i % 8 * 8 + 4, 63 - (i / 8 * 8 + 4));
    ASSERT_TRUE(hit) << i;
    EXPECT_EQ(hit->path, items[std::size_t(i)].path);
    EXPECT_EQ(hit->instance, -1);
  }
  EXPECT_EQ(renderer->pickArea({0, 32, 64, 32}, 100, PickUnit::Items, {}).objects.size(), 32u);
}

TEST_F(Batches, PointInstancesAmongEqualItemsKeepTheirIds) {
  const auto quad = makeQuad(0.05f);
  std::vector<Item> items = rowsOf(4, quad);
  Item instanced = makeItem("/Many/Proto", quad);
  instanced.instances = {translation(-0.5, 0, 0), translation(0.5, 0, 0)};
  instanced.instanceIds = {{7, 7}, {4, 4}};
  instanced.instancers = {Path::fromText("/Many")};
  instanced.worldBounds = {{-1, -1, 0}, {1, 1, 0}};
  items.insert(items.begin() + 3, instanced);
  draw(makeScene(items), frontCamera());
  EXPECT_EQ(renderer->statistics().drawCount, 1u);
  const auto left = renderer->pick(16, 32);
  const auto right = renderer->pick(48, 32);
  ASSERT_TRUE(left && right);
  EXPECT_EQ(left->instance, 0);
  EXPECT_EQ(right->instance, 1);
  EXPECT_EQ(left->id.inner, 7u);
  EXPECT_EQ(right->id.inner, 4u);
  EXPECT_EQ(renderer->pick(8, 55)->path.text(), "/Q0");
}

TEST_F(Batches, OutlinesFollowTheChosenItemsOfABatch) {
  const Scene scene = makeScene(rowsOf(4, makeQuad(0.1f)));
  settings.outlines.selected = {Path::fromText("/Q5")};
  settings.outlines.selectionColor = glm::vec3(1, 0, 0);
  const Picture picture = draw(scene, frontCamera());
  settings.outlines = {};
  const Picture plain = draw(scene, frontCamera());
  int outside = 0;
  int inside = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      if (picture.at(x, y) == plain.at(x, y)) continue;
      // /Q5 is the second of the second row from below.
      const bool isNear = x >= 15 && x < 33 && y >= 31 && y < 49;
      ++(isNear ? inside : outside);
    }
  }
  EXPECT_GT(inside, 10);
  EXPECT_EQ(outside, 0);
}

TEST_F(Batches, ItemsBetweenSamplesAreNotDrawnAndThePictureIsTheSame) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-1.2, 1.2);
  std::vector<Item> items;
  const auto sphere = makeSphere();
  for (int i = 0; i < 300; ++i) {
    const double size = i % 10 == 0 ? 0.05 : 0.003;
    glm::dmat4 matrix = translation(place(random), place(random), place(random));
    for (int axis = 0; axis < 3; ++axis) matrix[axis][axis] = size;
    items.push_back(makeItem(("/S" + std::to_string(i)).c_str(), sphere, matrix));
  }
  ViewCamera perspective;
  perspective.worldFromView = translation(0.1, 0.2, 4);
  for (const ViewCamera& camera : {frontCamera(), perspective}) {
    for (const int samples : {1, 4}) {
      settings.sampleCount = samples;
      Scene scene = makeScene(items);
      const Picture culled = draw(scene, camera);
      const std::size_t drawn = renderer->statistics().triangleCount;
      // Without bounds nothing is culled.
      for (Item& item : scene.items) item.worldBounds = {};
      const Picture whole = draw(scene, camera);
      EXPECT_EQ(differingShare(culled, whole, 0), 0.0) << samples;
      EXPECT_GT(culled.coverage(), 0.01);
      EXPECT_LT(drawn * 2, renderer->statistics().triangleCount) << samples;
    }
  }
}

TEST_F(KeptPicture, ASceneThatStaysIsNotDrawnAgain) {
  Scene scene = makeScene({makeItem("/Q", makeQuad())});
  scene.content.renew();
  const auto drawSame = [&](const Scene& of, const ViewCamera& camera) {
    target.resize(settings.width, settings.height);
    renderer->draw(of, camera, settings, target.framebuffer());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    return Picture{target.read()};
  };
  const Picture first = drawSame(scene, frontCamera());
  const Picture again = drawSame(scene, frontCamera());
  EXPECT_EQ(differingShare(first, again, 0), 0.0);
  EXPECT_EQ(renderer->statistics().uploadedBytes, 0u);
  EXPECT_EQ(renderer->statistics().triangleCount, 2u);
  ASSERT_TRUE(renderer->pick(32, 32));

  // Outlines, the camera, the settings and the scene are followed.
  settings.outlines.selected = {Path::fromText("/Q")};
  EXPECT_GT(differingShare(drawSame(scene, frontCamera()), first, 10), 0.01);
  settings.outlines = {};
  EXPECT_EQ(differingShare(drawSame(scene, frontCamera()), first, 0), 0.0);
  ViewCamera beside = frontCamera();
  beside.worldFromView[3].x = 0.5;
  EXPECT_GT(differingShare(drawSame(scene, beside), first, 10), 0.1);
  EXPECT_EQ(differingShare(drawSame(scene, frontCamera()), first, 0), 0.0);
  settings.background = glm::vec3(1.0f);
  EXPECT_GT(differingShare(drawSame(scene, frontCamera()), first, 10), 0.5);
  settings.background = glm::vec3(0.0f);
  Scene changed = scene;
  changed.items[0].isVisible = false;
  EXPECT_EQ(drawSame(changed, frontCamera()).coverage(), 0.0) << "a copy has no content";
  EXPECT_EQ(differingShare(drawSame(scene, frontCamera()), first, 0), 0.0);
  settings.width = settings.height = 32;
  EXPECT_NEAR(drawSame(scene, frontCamera()).coverage(), 0.25, 0.01);
}

// Compares with the projection of points in the box.
TEST(SampleGrid, RejectsOnlyBoxesBetweenSamples) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const std::vector<glm::dvec2> samples = {
      {0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}};
  int rejected = 0;
  for (const bool isOrthographic : {false, true}) {
    ViewCamera camera;
    camera.isOrthographic = isOrthographic;
    camera.verticalSize = 4.0;
    camera.worldFromView = translation(0.3, -0.2, 5);
    const CameraFrustum frustum = makeFrustum(camera, 16, 16, {glm::dvec3(-2), glm::dvec3(2)});
    const SampleGrid grid(frustum, 16, 16, samples);
    for (int i = 0; i < 20000; ++i) {
      Box box;
      const glm::dvec3 corner(unit(random) * 4 - 2, unit(random) * 4 - 2, unit(random) * 4 - 2);
      box.add(corner);
      box.add(corner + glm::dvec3(unit(random), unit(random), unit(random)) * 0.15);
      if (grid.mightCover(box)) continue;
      ++rejected;
      // The pixels of the corners span a rectangle without samples.
      glm::dvec2 low(1e9), high(-1e9);
      for (int k = 0; k < 8; ++k) {
        const glm::dvec3 point(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y,
                               k & 4 ? box.max.z : box.min.z);
        const auto clip = frustum.clipFromWorld(point);
        ASSERT_TRUE(clip);
        const glm::dvec2 pixel = (glm::dvec2(*clip) * 0.5 + 0.5) * 16.0;
        low = glm::min(low, pixel);
        high = glm::max(high, pixel);
      }
      for (int y = -40; y < 60; ++y) {
        for (int x = -40; x < 60; ++x) {
          for (const glm::dvec2& sample : samples) {
            const glm::dvec2 at = glm::dvec2(x, y) + sample;
            ASSERT_FALSE(at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y);
          }
        }
      }
      if (rejected > 300) break;
    }
  }
  EXPECT_GT(rejected, 100);
  const SampleGrid grid(makeFrustum(ViewCamera(), 16, 16, {}), 16, 16, samples);
  EXPECT_TRUE(grid.mightCover({}));
}

}  // namespace usdscope
