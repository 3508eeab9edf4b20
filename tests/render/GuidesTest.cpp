// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

/// Draws pictures of 64 × 64 pixels that show [-1, 1]²; a pixel is 1/32 wide.
struct Guides : RenderTest {
  static constexpr glm::vec3 kRed{1.0f, 0.0f, 0.0f};
  // The place of the middle of a pixel.
  static double x(int pixel) { return (pixel + 0.5) / 32.0 - 1.0; }
  static double y(int pixel) { return 1.0 - (pixel + 0.5) / 32.0; }

  void show(std::vector<GuideLine> lines) {
    settings.guides = std::make_shared<const std::vector<GuideLine>>(std::move(lines));
  }
};

}  // namespace

TEST_F(Guides, LinesAreWhereTheirEndsProject) {
  show({{{x(16), y(40), 0.0}, {x(48), y(40), 0.0}, kRed}});
  const Picture picture = draw(Scene(), frontCamera());
  for (const int column : {17, 32, 47}) EXPECT_GT(picture.at(column, 40).x, 240) << column;
  for (const int column : {10, 54}) EXPECT_EQ(picture.at(column, 40), glm::ivec3(0)) << column;
  for (const int row : {37, 43}) EXPECT_EQ(picture.at(32, row), glm::ivec3(0)) << row;
}

TEST_F(Guides, LinesHaveTheirWidthAndSquaresNoLength) {
  const glm::dvec3 place(x(32), y(32), 0.0);
  show({{{x(8), y(32), 0.0}, {x(56), y(32), 0.0}, kRed, 3.0f},
        {place, place, {0.0f, 1.0f, 0.0f}, 9.0f}});
  const Picture picture = draw(Scene(), frontCamera());
  EXPECT_GT(picture.at(16, 33).x, 240);
  EXPECT_EQ(picture.at(16, 35), glm::ivec3(0));
  for (const glm::ivec2& pixel :
       {glm::ivec2(29, 29), glm::ivec2(35, 29), glm::ivec2(29, 35), glm::ivec2(35, 35)}) {
    EXPECT_GT(picture.at(pixel.x, pixel.y).y, 240) << pixel.x << ' ' << pixel.y;
  }
  EXPECT_EQ(picture.at(32, 39), glm::ivec3(0));
  EXPECT_LT(picture.at(39, 32).y, 20) << "the line goes on";
}

TEST_F(Guides, SurfacesHideLinesAlmost) {
  const Scene scene = makeScene({makeItem("/Q", makeQuad())});
  const glm::ivec3 bare = draw(scene, frontCamera()).at(32, 40);
  const struct {
    const char* name;
    double z;
    bool isHidden;
  } cases[] = {{"in front", 1.0, false}, {"on the surface", 0.0, false}, {"behind", -1.0, true}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    show({{{-0.9, y(40), c.z}, {0.9, y(40), c.z}, kRed}});
    const Picture picture = draw(scene, frontCamera());
    EXPECT_GT(picture.at(8, 40).x, 240) << "outside of the surface";
    const glm::ivec3 over = picture.at(32, 40);
    if (c.isHidden) {
      EXPECT_NE(over, bare) << "it is faint, but there";
      EXPECT_GT(over.y, bare.y / 2);
    } else {
      EXPECT_GT(over.x, 240);
      EXPECT_LT(over.y, 20);
    }
  }
}

TEST_F(Guides, LinesFromBehindTheCameraAreCutOff) {
  ViewCamera camera;
  camera.worldFromView = translation(0, 0, 10);
  show({{{0, -1, 30}, {0, -1, 0}, kRed}, {{0, 1, 30}, {0, 1, 20}, kRed}});
  const Picture picture = draw(makeScene({makeItem("/Q", makeQuad(0.05f))}), camera);
  int below = 0;
  for (int row = 34; row < 64; ++row) below += picture.at(32, row).x > 100;
  for (int row = 0; row < 30; ++row) EXPECT_EQ(picture.at(32, row), glm::ivec3(0)) << row;
  EXPECT_GT(below, 10);
}

TEST_F(Guides, LinesBeyondTheSceneAreDrawn) {
  show({{{-0.9, y(10), -1000.0}, {0.9, y(10), -1000.0}, kRed}});
  const Picture picture = draw(makeScene({makeItem("/Q", makeQuad())}), frontCamera());
  EXPECT_GT(picture.at(32, 10).x, 240);
}

TEST_F(Guides, NoLinesChangeNothing) {
  const Scene scene = makeScene({makeItem("/Q", makeQuad())});
  const Picture bare = draw(scene, frontCamera());
  show({});
  EXPECT_EQ(differingShare(bare, draw(scene, frontCamera()), 0), 0.0);
}

}  // namespace usdscope
