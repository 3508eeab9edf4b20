// SPDX-License-Identifier: Apache-2.0
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Surfaces = RenderTest;
using Degenerate = RenderTest;

Item coloredQuad(const char* path, const glm::vec4& color, double z) {
  Item item = makeItem(path, makeQuad(), translation(0, 0, z));
  item.color = color;
  return item;
}

}  // namespace

TEST_F(Surfaces, AQuadCoversItsShareOfThePicture) {
  const Picture picture = draw(makeScene({makeItem("/Q", makeQuad())}), frontCamera());
  EXPECT_NEAR(picture.coverage(), 0.25, 0.001);
  EXPECT_EQ(renderer->statistics().triangleCount, 2u);
  EXPECT_EQ(renderer->statistics().drawCount, 1u);
}

TEST_F(Surfaces, EverySampleCountDraws) {
  for (const int count : {0, 1, 2, 4, 64}) {
    settings.sampleCount = count;
    const Picture picture = draw(makeScene({makeItem("/Q", makeQuad())}), frontCamera());
    EXPECT_NEAR(picture.coverage(), 0.25, 0.001) << count;
  }
}

TEST_F(Surfaces, BackgroundHasTheGivenColour) {
  settings.background = glm::vec3(0.118f, 0.122f, 0.133f);
  EXPECT_EQ(draw(Scene(), frontCamera()).at(5, 5), glm::ivec3(30, 31, 34));
}

TEST_F(Surfaces, NearerSurfacesHideFartherOnes) {
  const Item red = coloredQuad("/Red", {1, 0, 0, 1}, 0.0);
  const Item green = coloredQuad("/Green", {0, 1, 0, 1}, 1.0);
  for (const auto& items : {std::vector{red, green}, std::vector{green, red}}) {
    const glm::ivec3 pixel = draw(makeScene(items), frontCamera()).at(32, 32);
    EXPECT_GT(pixel.y, 100);
    EXPECT_NEAR(pixel.x, 91, 2) << "a highlight of 0.1";
  }
}

TEST_F(Surfaces, LightComesFromTheSideOfTheCamera) {
  settings.width = settings.height = 128;
  const Picture picture = draw(makeScene({makeItem("/S", makeSphere())}), frontCamera());
  EXPECT_NEAR(picture.coverage(), 3.14159 / 4.0, 0.01);
  const int middle = picture.at(64, 64).x;
  EXPECT_NEAR(middle, 203, 1) << "0.5 and a highlight of 0.1";
  EXPECT_EQ(picture.at(64, 30).x, picture.at(64, 97).x);
  EXPECT_LT(picture.at(64, 122).x, 150) << "the rim";
}

TEST_F(Surfaces, SkyFollowsTheUpAxis) {
  settings.hasSkyLight = true;
  settings.hasCameraLight = false;
  Scene scene = makeScene({makeItem("/S", makeSphere())});
  const Picture yUp = draw(scene, frontCamera());
  scene.isZUp = true;
  ViewCamera fromMinusY = frontCamera();
  fromMinusY.worldFromView = glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(1, 0, 0)) *
                             fromMinusY.worldFromView;
  EXPECT_LT(differingShare(draw(scene, fromMinusY), yUp, 3), 0.02);
  EXPECT_GT(differingShare(draw(scene, frontCamera()), yUp, 3), 0.1);
}

// The reference draws the inside of the sphere of
// testUsdImagingGLPointInstancer/pi_ni_material2.usda black.
TEST_F(Surfaces, BacksAreLitOnlyIfASurfaceHasTwoSides) {
  const glm::dmat4 turned = glm::rotate(glm::dmat4(1.0), glm::radians(180.0), glm::dvec3(0, 1, 0));
  const glm::dmat4 mirrored = glm::scale(glm::dmat4(1.0), glm::dvec3(-1, 1, 1));
  const auto middle = [&](const glm::dmat4& matrix, bool isDoubleSided) {
    Item item = makeItem("/Q", makeQuad(), matrix);
    item.isDoubleSided = isDoubleSided;
    return draw(makeScene({item}), frontCamera()).at(32, 32).x;
  };
  for (const ShadingMode mode : {ShadingMode::SmoothShaded, ShadingMode::FlatShaded}) {
    settings.shading = mode;
    const int front = middle(glm::dmat4(1.0), false);
    EXPECT_GT(front, 150);
    EXPECT_EQ(middle(mirrored, false), front);
    EXPECT_LT(middle(turned, false), 20);
    EXPECT_LT(middle(turned * mirrored, false), 20);
    EXPECT_EQ(middle(turned, true), front);
    EXPECT_EQ(middle(turned * mirrored, true), front);
  }
}

TEST_F(Surfaces, BacksAreCulledUnlessASurfaceHasTwoSides) {
  const glm::dmat4 turned = glm::rotate(glm::dmat4(1.0), glm::radians(180.0), glm::dvec3(0, 1, 0));
  const glm::dmat4 mirrored = glm::scale(glm::dmat4(1.0), glm::dvec3(-1, 1, 1));
  const struct {
    const char* name;
    glm::dmat4 worldFromLocal;
    bool isDoubleSided;
    bool isSeen;
  } cases[] = {
      {"front", glm::dmat4(1.0), false, true},
      {"back", turned, false, false},
      {"double-sided", turned, true, true},
      {"mirrored front", mirrored, false, true},
      {"mirrored back", turned * mirrored, false, false},
  };
  settings.cullBackfaces = true;
  for (const auto& c : cases) {
    Item item = makeItem("/Q", makeQuad(), c.worldFromLocal);
    item.isDoubleSided = c.isDoubleSided;
    EXPECT_EQ(draw(makeScene({item}), frontCamera()).coverage() > 0.0, c.isSeen) << c.name;
  }
}

TEST_F(Surfaces, MirroredThingsAreLitTheSame) {
  const Picture plain = draw(makeScene({makeItem("/S", makeSphere())}), frontCamera());
  const glm::dmat4 mirrored = glm::scale(glm::dmat4(1.0), glm::dvec3(1, 1, -1));
  const Picture other = draw(makeScene({makeItem("/S", makeSphere(), mirrored)}), frontCamera());
  EXPECT_LT(differingShare(plain, other, 6), 0.02);
}

TEST_F(Surfaces, InstancesAreDrawnWhereTheyAre) {
  Item item = makeItem("/I", makeQuad(0.1f));
  item.instances = {translation(-0.5, 0.5, 0), translation(0.5, -0.5, 0)};
  item.worldBounds = {{-0.6, -0.6, 0}, {0.6, 0.6, 0}};
  const Picture picture = draw(makeScene({item}), frontCamera());
  EXPECT_GT(picture.at(16, 16).x, 50);
  EXPECT_GT(picture.at(48, 48).x, 50);
  EXPECT_EQ(picture.at(32, 32).x, 0);
  EXPECT_EQ(renderer->statistics().triangleCount, 4u);
}

TEST_F(Surfaces, PrecisionHoldsFarFromTheOrigin) {
  const glm::dmat4 far = translation(3e7, -2e7, 4e7);
  ViewCamera camera = frontCamera();
  const Picture near = draw(makeScene({makeItem("/S", makeSphere())}), camera);
  camera.worldFromView = far * camera.worldFromView;
  const Picture picture = draw(makeScene({makeItem("/S", makeSphere(), far)}), camera);
  EXPECT_LT(differingShare(near, picture, 2), 0.002);
}

TEST_F(Surfaces, PurposesAreChosen) {
  const struct {
    Purpose purpose;
    bool RenderSettings::* flag;
  } cases[] = {{Purpose::Render, &RenderSettings::showRender},
               {Purpose::Proxy, &RenderSettings::showProxy},
               {Purpose::Guide, &RenderSettings::showGuides}};
  for (const auto& c : cases) {
    Item item = makeItem("/Q", makeQuad());
    item.purpose = c.purpose;
    const Scene scene = makeScene({item});
    for (const bool isShown : {false, true}) {
      settings.*c.flag = isShown;
      EXPECT_EQ(draw(scene, frontCamera()).coverage() > 0.0, isShown) << int(c.purpose);
    }
  }
}

TEST_F(Surfaces, ItemsOutsideTheFrustumAreNotDrawn) {
  const Item seen = makeItem("/A", makeQuad());
  const Item beside = makeItem("/B", makeQuad(), translation(5, 0, 0));
  Item hidden = makeItem("/C", makeQuad());
  hidden.isVisible = false;
  draw(makeScene({seen, beside, hidden}), frontCamera());
  EXPECT_EQ(renderer->statistics().drawCount, 1u);
}

TEST_F(Surfaces, OnlyWhatIsNewIsUploaded) {
  const Item item = makeItem("/S", makeSphere());
  draw(makeScene({item}), frontCamera());
  const std::size_t first = renderer->statistics().uploadedBytes;
  draw(makeScene({item}), frontCamera());
  const std::size_t second = renderer->statistics().uploadedBytes;
  EXPECT_GT(first, item.geometry->vertexCount() * 24);
  EXPECT_LT(second, 500u);

  // The moved geometry has other positions but shares indices and normals.
  auto moved = std::make_shared<Geometry>(*item.geometry);
  moved->positions = Array<glm::vec3>(
      std::vector<glm::vec3>(item.geometry->positions.begin(), item.geometry->positions.end()));
  draw(makeScene({makeItem("/S", moved)}), frontCamera());
  const std::size_t third = renderer->statistics().uploadedBytes;
  EXPECT_EQ(third, second + moved->positions.size() * 12);
}

TEST_F(Surfaces, ShadingModesDiffer) {
  const Scene scene = makeScene({makeItem("/S", makeSphere())});
  settings.width = settings.height = 128;
  const Picture smooth = draw(scene, frontCamera());
  settings.shading = ShadingMode::FlatShaded;
  EXPECT_GT(differingShare(smooth, draw(scene, frontCamera()), 1), 0.1);
  settings.shading = ShadingMode::WireframeOnSurface;
  const Picture both = draw(scene, frontCamera());
  EXPECT_NEAR(both.coverage(), smooth.coverage(), 0.01);
  EXPECT_GT(differingShare(smooth, both, 20), 0.1);
  settings.shading = ShadingMode::Wireframe;
  EXPECT_GT(draw(scene, frontCamera()).coverage(), 0.05);
  settings.shading = ShadingMode::Points;
  EXPECT_GT(draw(scene, frontCamera()).coverage(), 0.05);
}

TEST_F(Surfaces, WireframeShowsEdgesOfFacesAlone) {
  settings.shading = ShadingMode::Wireframe;
  settings.width = settings.height = 65;
  const Picture face = draw(makeScene({makeItem("/Q", makeQuad())}), frontCamera());
  EXPECT_EQ(face.at(32, 32).x, 0) << "the cut through the face";
  EXPECT_GT(face.coverage(), 0.02);
  auto triangles = std::make_shared<Geometry>(*makeQuad());
  triangles->primitiveFaces = {};
  EXPECT_GT(draw(makeScene({makeItem("/Q", triangles)}), frontCamera()).at(32, 32).x, 0);
}

TEST_F(Degenerate, InvalidInputLeavesOtherPrimsUnchanged) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto quadWith = [&](auto change) {
    auto geometry = std::make_shared<Geometry>(*makeQuad());
    change(*geometry);
    return makeItem("/Bad", geometry);
  };
  Item noMatrix = makeItem("/Bad", makeQuad());
  noMatrix.worldFromLocal[3][0] = double(nan);
  Item noArea = makeItem("/Bad", makeQuad());
  noArea.worldFromLocal = glm::scale(glm::dmat4(1.0), glm::dvec3(0.0));
  Item noGeometry = makeItem("/Bad", makeQuad());
  noGeometry.geometry = nullptr;
  Item wrongPart = makeItem("/Bad", makeQuad());
  wrongPart.parts = {{4, 6, 0}};
  const std::pair<const char*, Item> cases[] = {
      {"no points", quadWith([](Geometry& g) { g = {}; })},
      {"NaN points", quadWith([&](Geometry& g) {
         g.positions = {{nan, nan, nan}, {nan, 0, 0}, {0, nan, 0}, {0, 0, nan}};
       })},
      {"index out of range", quadWith([](Geometry& g) { g.indices = {0, 1, 77}; })},
      {"too few normals", quadWith([](Geometry& g) { g.normals = {{0, 0, 1}}; })},
      {"zero normals", quadWith([](Geometry& g) {
         g.normals = Array<glm::vec3>(std::vector<glm::vec3>(4, glm::vec3(0.0f)));
       })},
      {"NaN matrix", noMatrix},
      {"no area", noArea},
      {"no geometry", noGeometry},
      {"part out of range", wrongPart},
  };
  const Item good = makeItem("/Good", makeQuad(), translation(0, 0, 1));
  const Picture alone = draw(makeScene({good}), frontCamera());
  for (const auto& [name, bad] : cases) {
    const Picture picture = draw(makeScene({bad, good, bad}), frontCamera());
    EXPECT_EQ(differingShare(picture, alone, 0), 0.0) << name;
  }
}

TEST_F(Degenerate, BoundsThatAreNotFiniteLeaveThePictureAsItIs) {
  Scene scene = makeScene({makeItem("/Q", makeQuad())});
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    scene.bounds.max.x = bad;
    scene.items[0].worldBounds.max.y = bad;
    EXPECT_NEAR(draw(scene, frontCamera()).coverage(), 0.25, 0.001);
  }
}

}  // namespace usdscope
