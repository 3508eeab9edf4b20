// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SamePlace.h"

#include <utility>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

class SamePlaceTest : public RenderTest {
 protected:
  // Spheres in two places, in turn. They are red, with the first one in each place green.
  static Scene crowdedSpheres(std::size_t count) {
    std::vector<glm::dmat4> places;
    std::vector<glm::vec4> colors;
    for (std::size_t i = 0; i < count; ++i) {
      glm::dmat4 place = translation(i % 2 == 0 ? -0.5 : 0.5, 0.0, 0.0);
      for (int axis = 0; axis < 3; ++axis) place[axis][axis] = 0.3;
      places.push_back(place);
      colors.push_back(i < 2 ? glm::vec4(0, 1, 0, 1) : glm::vec4(1, 0, 0, 1));
    }
    Item item = makeItem("/Spheres", makeSphere());
    item.instances = Array<glm::dmat4>(std::move(places));
    item.instanceColors = Array<glm::vec4>(std::move(colors));
    return makeScene({item});
  }
};

ObjectRecord objectAt(float x) {
  ObjectRecord record;
  record.worldFromLocal[3][0] = x;
  return record;
}

}  // namespace

TEST(SamePlace, FirstMemberOfEachPlace) {
  const std::vector<ObjectRecord> objects = {objectAt(1), objectAt(2), objectAt(1),
                                             objectAt(3), objectAt(2), objectAt(1)};
  constexpr std::uint32_t kAlone = kAloneInPlace;
  const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(firstInSamePlace(objects, all),
            (std::vector<std::uint32_t>{kAlone, kAlone, 0, kAlone, 1, 0}));
  const std::vector<std::uint32_t> some = {2, 3, 5};
  EXPECT_EQ(firstInSamePlace(objects, some), (std::vector<std::uint32_t>{kAlone, kAlone, 2}));
  const std::vector<std::uint32_t> apart = {0, 1, 3};
  EXPECT_TRUE(firstInSamePlace(objects, apart).empty());
  EXPECT_TRUE(firstInSamePlace(objects, {}).empty());
}

TEST(SamePlace, LowPartOfTheTranslationCounts) {
  std::vector<ObjectRecord> objects(2, objectAt(1));
  objects[1].translationLow.x = 1e-9f;
  const std::vector<std::uint32_t> all = {0, 1};
  EXPECT_TRUE(firstInSamePlace(objects, all).empty());
}

TEST(SamePlace, ManyPlacesAreFoundAgain) {
  std::vector<ObjectRecord> objects;
  std::vector<std::uint32_t> all;
  constexpr std::uint32_t kCount = 20'000;
  for (std::uint32_t i = 0; i < 2 * kCount; ++i) {
    objects.push_back(objectAt(static_cast<float>(i % kCount)));
    all.push_back(i);
  }
  const std::vector<std::uint32_t> firsts = firstInSamePlace(objects, all);
  ASSERT_EQ(firsts.size(), all.size());
  std::uint32_t missed = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(firsts[i], kAloneInPlace);
    if (firsts[kCount + i] == kAloneInPlace) {
      ++missed;
    } else {
      EXPECT_EQ(firsts[kCount + i], i);
    }
  }
  EXPECT_LT(missed, kCount / 1000);
}

TEST_F(SamePlaceTest, OnlyTheFirstIsDrawnAndAllArePicked) {
  const std::size_t each = makeSphere()->indices.size() / 3;
  const std::size_t count = 1'000'000 / each + 2;
  const Scene few = crowdedSpheres(2);
  const Picture expected = draw(few, frontCamera());
  const Scene crowded = crowdedSpheres(count);
  const Picture picture = draw(crowded, frontCamera());
  EXPECT_EQ(renderer->statistics().triangleCount, 2 * each);
  EXPECT_GT(picture.coverage(), 0.1);
  EXPECT_EQ(differingShare(picture, expected, 0), 0.0);

  const int x = settings.width / 4;
  const int y = settings.height / 2;
  const std::vector<PickResult> hits = renderer->pickAll(x, y, 3, PickUnit::Instances);
  ASSERT_EQ(hits.size(), 3u);
  EXPECT_EQ(hits[0].instance, 0);
  EXPECT_EQ(hits[1].instance, 2);
  EXPECT_EQ(hits[2].instance, 4);

  // Overdraw and wireframes show all of them.
  settings.inspection = InspectionView::Overdraw;
  draw(crowded, frontCamera());
  EXPECT_EQ(renderer->statistics().triangleCount, count * each);
  settings.inspection = InspectionView::None;
  settings.shading = ShadingMode::Wireframe;
  draw(crowdedSpheres(count), frontCamera());
  EXPECT_EQ(renderer->statistics().triangleCount, count * each);
}

}  // namespace usdscope
