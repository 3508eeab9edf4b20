// SPDX-License-Identifier: Apache-2.0
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Picking = RenderTest;
using Outline = RenderTest;
using Grid = RenderTest;
using LinesAndDots = RenderTest;

std::shared_ptr<Geometry> makeLine(std::initializer_list<glm::vec3> points, float width) {
  auto line = std::make_shared<Geometry>();
  line->primitive = Primitive::Lines;
  line->positions = Array<glm::vec3>(points);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i + 1 < points.size(); ++i) {
    indices.push_back(i);
    indices.push_back(i + 1);
  }
  line->indices = Array<std::uint32_t>(std::move(indices));
  if (width > 0.0f) line->widths = Array<float>(std::vector<float>(points.size(), width));
  for (const glm::vec3& p : points) line->bounds.add(glm::dvec3(p));
  return line;
}

}  // namespace

TEST_F(Picking, FindsTheVisiblePrimAndItsPlace) {
  const Item left = makeItem("/World/Left", makeQuad(0.2f), translation(-0.5, 0.5, 0.25));
  const Item right = makeItem("/World/Right", makeQuad(0.2f), translation(0.5, 0.5, 0));
  draw(makeScene({left, right}), frontCamera());
  const auto hit = renderer->pick(16, 16);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->path, left.path);
  EXPECT_EQ(hit->instance, -1);
  EXPECT_NEAR(hit->worldPosition.x, -0.5, 0.05);
  EXPECT_NEAR(hit->worldPosition.y, 0.5, 0.05);
  EXPECT_NEAR(hit->worldPosition.z, 0.25, 0.001);
  const auto other = renderer->pick(48, 16);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->path, right.path);
  EXPECT_FALSE(renderer->pick(32, 50));
  EXPECT_FALSE(renderer->pick(-1, 5));
  EXPECT_FALSE(renderer->pick(64, 5));
}

TEST_F(Picking, WorksInPerspectiveAndAfterAnotherFrame) {
  ViewCamera camera;
  camera.worldFromView = translation(0, 0, 4);
  draw(makeScene({makeItem("/Far", makeQuad(2.0f), translation(0, 0, -3)),
                  makeItem("/Near", makeQuad(0.3f), translation(0, 0, 1))}),
       camera);
  const auto near = renderer->pick(32, 32);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->path, Path::fromText("/Near"));
  EXPECT_NEAR(near->worldPosition.z, 1.0, 1e-4);
  const auto far = renderer->pick(20, 32);
  ASSERT_TRUE(far);
  EXPECT_EQ(far->path, Path::fromText("/Far"));
  EXPECT_NEAR(far->worldPosition.z, -3.0, 1e-3);
  draw(Scene(), camera);
  EXPECT_FALSE(renderer->pick(32, 32));
}

TEST_F(Picking, NamesTheInstance) {
  Item item = makeItem("/I", makeQuad(0.1f));
  // The instance in the middle is mirrored, so it has a draw call of its own.
  glm::dmat4 mirrored(1.0);
  mirrored[0][0] = -1.0;
  item.instances = {translation(-0.5, 0, 0), mirrored, translation(0.5, 0, 0)};
  item.worldBounds = {{-1, -1, 0}, {1, 1, 0}};
  draw(makeScene({item}), frontCamera());
  for (const auto& [x, instance] : {std::pair{16, 0}, {32, 1}, {48, 2}}) {
    const auto hit = renderer->pick(x, 32);
    ASSERT_TRUE(hit) << x;
    EXPECT_EQ(hit->instance, instance);
  }
}

TEST_F(Picking, AThinLineIsMetBesideIt) {
  draw(makeScene({makeItem("/L", makeLine({{-1, 0, 0}, {1, 0, 0}}, 0.0f))}), frontCamera());
  EXPECT_TRUE(renderer->pick(32, 33));
  EXPECT_FALSE(renderer->pick(32, 40));
}

TEST_F(Picking, HolesOfCutoutsLetThrough) {
  Image image{4, 1, 4, PixelType::Unorm8, std::vector<std::byte>(16, std::byte{255})};
  image.pixels[11] = image.pixels[15] = std::byte{0};
  images = {{"alpha.png", image}};
  Material material;
  material.opacityTexture.file = "alpha.png";
  material.opacityTexture.channel = 3;
  material.opacityTexture.wrapS = TextureWrap::Clamp;
  material.opacityThreshold = 0.5f;
  draw(makeScene({makeItem("/Fence", makeQuad(1.0f), translation(0, 0, 1), 0),
                  makeItem("/Wall", makeQuad(1.0f))},
                 {material}),
       frontCamera());
  for (const auto& [x, path] : {std::pair{10, "/Fence"}, {54, "/Wall"}}) {
    const auto hit = renderer->pick(x, 32);
    ASSERT_TRUE(hit) << x;
    EXPECT_EQ(hit->path, Path::fromText(path));
  }
}

TEST_F(Outline, SurroundsWhatIsSelectedAndAllBelow) {
  const Scene scene =
      makeScene({makeItem("/World/Hero/Body", makeQuad(0.25f)),
                 makeItem("/World/Other", makeQuad(0.1f), translation(0.7, 0.7, 0))});
  const Picture before = draw(scene, frontCamera());
  settings.outlines.selected = {Path::fromText("/World/Hero")};
  const Picture after = draw(scene, frontCamera());
  // The outline is two pixels wide around a square of 16 pixels; the square itself is unchanged.
  EXPECT_NEAR(differingShare(before, after, 4) * 64 * 64, 20 * 20 - 16 * 16, 16.0);
  EXPECT_EQ(before.at(32, 32), after.at(32, 32));
  EXPECT_EQ(after.at(32, 23), glm::ivec3(189, 155, 84));
}

TEST_F(Outline, MarkedItemsHaveAColourOfTheirOwn) {
  const Scene scene =
      makeScene({makeItem("/World/Hero", makeQuad(0.25f)),
                 makeItem("/World/Hero/Below", makeQuad(0.1f), translation(0.7, 0.7, 0))});
  const Picture before = draw(scene, frontCamera());
  settings.outlines.marked = std::make_shared<const std::unordered_set<Path>>(
      std::unordered_set<Path>{Path::fromText("/World/Hero")});
  const Picture marked = draw(scene, frontCamera());
  EXPECT_EQ(marked.at(32, 23), glm::ivec3(106, 169, 255));
  EXPECT_NEAR(differingShare(before, marked, 4) * 64 * 64, 20 * 20 - 16 * 16, 16.0)
      << "items below are not marked with it";
  settings.outlines.selected = {Path::fromText("/World/Hero")};
  EXPECT_EQ(draw(scene, frontCamera()).at(32, 23), glm::ivec3(189, 155, 84));
}

TEST_F(Outline, VisibleThroughNearerSurfaces) {
  const Scene scene = makeScene({makeItem("/Hidden", makeQuad(0.25f)),
                                 makeItem("/Wall", makeQuad(0.9f), translation(0, 0, 1))});
  const Picture before = draw(scene, frontCamera());
  settings.outlines.selected = {Path::fromText("/Hidden")};
  EXPECT_GT(differingShare(before, draw(scene, frontCamera()), 4), 0.01);
}

// Lines thinner than a pixel fade: see ThinLinesTest.cpp.
TEST_F(LinesAndDots, WidthIsAuthoredOrAPixel) {
  const struct {
    float width;
    double pixels;
  } cases[] = {{0.0f, 1.0}, {0.04f, 1.3}, {0.25f, 8.0}};
  for (const auto& c : cases) {
    Item item = makeItem("/L", makeLine({{-0.5, 0, 0}, {0.5, 0, 0}}, c.width));
    item.color = glm::vec4(1.0f);
    const Picture picture = draw(makeScene({item}), frontCamera());
    double sum = 0.0;
    for (int y = 0; y < 64; ++y) sum += picture.at(32, y).x > 0 ? 1.0 : 0.0;
    EXPECT_NEAR(sum, c.pixels, 1.1) << c.width;
    EXPECT_GE(sum, 1.0) << c.width;
  }
}

TEST_F(LinesAndDots, ALineThatPassesTheCameraIsCutThere) {
  ViewCamera camera;
  camera.worldFromView = translation(0, 0.2, 0);
  camera.nearPlane = 0.1;
  camera.farPlane = 100.0;
  const Picture picture =
      draw(makeScene({makeItem("/L", makeLine({{0, 0, 5}, {0, 0, -50}}, 0.05f))}), camera);
  EXPECT_GT(picture.at(32, 60).x, 50) << "near the camera, at the bottom";
  EXPECT_EQ(picture.at(32, 4).x, 0) << "not above the horizon";
}

TEST_F(Picking, NamesThePointOfADot) {
  auto dots = std::make_shared<Geometry>();
  dots->primitive = Primitive::Points;
  dots->positions = {{-0.5f, 0, 0}, {0, 0, 0}, {0.5f, 0, 0}};
  dots->indices = {0, 1, 2};
  dots->widths = {0.3f, 0.3f, 0.3f};
  dots->bounds = {{-0.65, -0.15, -0.15}, {0.65, 0.15, 0.15}};
  for (const bool hasPoints : {false, true}) {
    if (hasPoints) dots->vertexPoints = {7, 5, 9};
    const Item quad = makeItem("/Q", makeQuad(0.2f), translation(0, 0.6, 0));
    draw(makeScene({makeItem("/D", std::make_shared<Geometry>(*dots)), quad}), frontCamera());
    const std::vector<std::uint32_t> expected =
        hasPoints ? std::vector<std::uint32_t>{7, 5, 9} : std::vector<std::uint32_t>{0, 1, 2};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto hit = renderer->pick(16 + int(i) * 16, 32);
      ASSERT_TRUE(hit) << i;
      EXPECT_EQ(hit->path, Path::fromText("/D"));
      EXPECT_EQ(hit->point, expected[i]) << i;
    }
    const auto surface = renderer->pick(32, 13);
    ASSERT_TRUE(surface);
    EXPECT_EQ(surface->path, quad.path);
    EXPECT_FALSE(surface->point);
  }
}

TEST_F(LinesAndDots, DotsAreRound) {
  auto dots = std::make_shared<Geometry>();
  dots->primitive = Primitive::Points;
  dots->positions = {{0, 0, 0}};
  dots->indices = {0};
  dots->widths = {1.0f};
  dots->bounds = {glm::dvec3(-0.5), glm::dvec3(0.5)};
  settings.width = settings.height = 128;
  const Picture picture = draw(makeScene({makeItem("/D", dots)}), frontCamera());
  EXPECT_NEAR(picture.coverage(), 3.14159 / 16.0, 0.01);
}

TEST_F(Grid, LiesOnTheGroundAndIsHiddenByThings) {
  settings.width = settings.height = 128;
  const Box box{glm::dvec3(-1.0), glm::dvec3(1.0)};
  const Scene scene = makeScene({makeItem("/S", makeSphere())});
  const ViewCamera camera = framing(box, false, 1.0);
  const Picture without = draw(scene, camera);
  settings.showGrid = true;
  const Picture with = draw(scene, camera);
  EXPECT_EQ(without.at(64, 50), with.at(64, 50)) << "the sphere's upper half hides the grid";
  EXPECT_GT(differingShare(without, with, 4), 0.05);
}

TEST_F(Grid, LiesTheSameWhicheverAxisIsUp) {
  settings.showGrid = true;
  const Box box{glm::dvec3(-1.0), glm::dvec3(1.0)};
  Scene scene;
  const Picture yUp = draw(scene, framing(box, false, 1.0));
  EXPECT_GT(yUp.coverage(), 0.03);
  scene.isZUp = true;
  const Picture zUp = draw(scene, framing(box, true, 1.0));
  // Only the colours of the axes differ.
  EXPECT_LT(differingShare(yUp, zUp, 20), 0.05);
}

}  // namespace usdscope
