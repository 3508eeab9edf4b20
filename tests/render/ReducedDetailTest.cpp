// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ReducedDetail.h"

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

class ReducedDetailTest : public RenderTest {
 protected:
  // Ten spheres, the first one ten times as large as the others.
  static Scene spheres() {
    std::vector<Item> items;
    for (int i = 0; i < 10; ++i) {
      const double scale = i == 0 ? 0.5 : 0.05;
      glm::dmat4 place = translation(i == 0 ? 0.0 : -0.9 + i * 0.18, i == 0 ? 0.3 : -0.7, 0.0);
      for (int axis = 0; axis < 3; ++axis) place[axis][axis] = scale;
      items.push_back(makeItem(("/S" + std::to_string(i)).c_str(), makeSphere(), place));
    }
    return makeScene(std::move(items));
  }
};

}  // namespace

TEST_F(ReducedDetailTest, LargestItemsAreWholeAndOthersAreBoxes) {
  const Scene scene = spheres();
  const std::size_t triangles = scene.items[0].geometry->indices.size() / 3;
  const CameraFrustum frustum = makeFrustum(frontCamera(), 64, 64, scene.bounds);
  settings.triangleBudget = 2 * triangles + 2;
  const ReducedDetail detail = reduceDetail(scene, frustum, settings);
  ASSERT_EQ(detail.items.size(), scene.items.size());
  EXPECT_EQ(detail.items[0], ReducedDetail::Kind::Whole);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_EQ(detail.items[i], ReducedDetail::Kind::Box) << i;
  EXPECT_EQ(detail.boxStride, (9 * 12 + triangles) / (triangles + 1));
}

TEST_F(ReducedDetailTest, PictureWithABudgetResemblesTheWholeOne) {
  const Scene scene = spheres();
  const Picture whole = draw(scene, frontCamera());
  settings.triangleBudget = 2 * scene.items[0].geometry->indices.size() / 3 + 2 * 12 * 9;
  const Picture reduced = draw(scene, frontCamera());
  EXPECT_LT(renderer->statistics().triangleCount, settings.triangleBudget);
  EXPECT_GT(reduced.coverage(), whole.coverage() * 0.9);
  EXPECT_LT(differingShare(whole, reduced, 60), 0.05);
}

TEST_F(ReducedDetailTest, StoppedPictureIsUnfinishedAndTheNextOneIsWhole) {
  const Scene scene = spheres();
  const Picture whole = draw(scene, frontCamera());
  std::stop_source stop;
  EXPECT_TRUE(
      renderer->draw(scene, frontCamera(), settings, target.framebuffer(), stop.get_token()));
  stop.request_stop();
  EXPECT_FALSE(
      renderer->draw(scene, frontCamera(), settings, target.framebuffer(), stop.get_token()));
  EXPECT_FALSE(renderer->pick(10, 10, stop.get_token()));
  EXPECT_EQ(differingShare(whole, draw(scene, frontCamera()), 0), 0.0);
}

}  // namespace usdscope
