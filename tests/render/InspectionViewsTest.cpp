// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/image/DisplayValues.h"
#include "engine/render/InspectionView.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

class InspectionViews : public RenderTest {
 protected:
  glm::ivec3 middleOf(InspectionView view, std::vector<Item> items,
                      std::vector<Material> materials = {}) {
    settings.inspection = view;
    return draw(makeScene(std::move(items), std::move(materials)), frontCamera()).at(32, 32);
  }
};

Item quadOf(const char* path, const glm::vec4& color, double z) {
  Item item = makeItem(path, makeQuad(), translation(0, 0, z));
  item.color = color;
  return item;
}

// Dots that are 0.4 wide.
Item dotsOf(const char* path, const std::vector<glm::vec3>& points) {
  auto dots = std::make_shared<Geometry>();
  dots->primitive = Primitive::Points;
  std::vector<std::uint32_t> indices;
  for (const glm::vec3& point : points) {
    indices.push_back(static_cast<std::uint32_t>(indices.size()));
    dots->bounds.add(glm::dvec3(point) - 0.2);
    dots->bounds.add(glm::dvec3(point) + 0.2);
  }
  dots->positions = Array<glm::vec3>(points);
  dots->widths = Array<float>(std::vector<float>(points.size(), 0.4f));
  dots->indices = Array<std::uint32_t>(std::move(indices));
  return makeItem(path, dots);
}

// A line from the left to the right, 0.4 wide or one pixel, or its points as dots. The middle of
// the picture is the corner of a pixel; the row lies in the middle of one.
Item rowOf(Primitive primitive, bool hasWidths, double z = 0.0) {
  auto row = std::make_shared<Geometry>();
  row->primitive = primitive;
  row->positions = Array<glm::vec3>({{-0.8f, 0, 0}, {0.8f, 0, 0}, {0, 0, 0}});
  if (hasWidths) row->widths = Array<float>({0.4f, 0.4f, 0.4f});
  row->indices = primitive == Primitive::Lines ? Array<std::uint32_t>({0, 1})
                                               : Array<std::uint32_t>({0, 1, 2});
  row->bounds = {{-1, -0.2, -0.2}, {1, 0.2, 0.2}};
  return makeItem("/Row", row, translation(1.0 / 64.0, 1.0 / 64.0, z));
}

glm::ivec3 displayOf(const glm::vec3& linear) {
  return {std::lround(255.0f * displayFromLinear(linear.x)),
          std::lround(255.0f * displayFromLinear(linear.y)),
          std::lround(255.0f * displayFromLinear(linear.z))};
}

void expectNear(const glm::ivec3& found, const glm::ivec3& expected, const std::string& where) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1) << where << " channel " << i;
}

}  // namespace

TEST_F(InspectionViews, NamesAreUniqueAndFoundAgain) {
  for (const InspectionViewName& each : inspectionViews()) {
    EXPECT_EQ(inspectionViewNamed(each.name), each.view);
    EXPECT_EQ(nameOf(each.view), each.name);
  }
  EXPECT_EQ(inspectionViewNamed("none"), InspectionView::None);
  EXPECT_EQ(nameOf(InspectionView::None), "none");
  EXPECT_FALSE(inspectionViewNamed("nothing"));
}

TEST_F(InspectionViews, AlbedoIsTheColourWithoutLight) {
  const glm::vec3 color(0.2f, 0.4f, 0.6f);
  settings.hasCameraLight = false;
  expectNear(middleOf(InspectionView::Albedo, {quadOf("/Q", glm::vec4(color, 0.5f), 0.0)}),
             displayOf(color), "display colour, opaque");
  Material material;
  material.diffuseColor = color;
  Item item = makeItem("/Q", makeQuad(), glm::dmat4(1.0), 0);
  expectNear(middleOf(InspectionView::Albedo, {item}, {material}), displayOf(color), "material");
}

TEST_F(InspectionViews, NormalsAndTangentsAreDirectionsInTheWorld) {
  const struct {
    const char* name;
    glm::dmat4 matrix;
    glm::ivec3 normal;
    glm::ivec3 tangent;
  } cases[] = {
      {"facing", glm::dmat4(1.0), {128, 128, 255}, {255, 128, 128}},
      {"turned around z",
       glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(0, 0, 1)),
       {128, 128, 255},
       {128, 255, 128}},
      {"tilted",
       glm::rotate(glm::dmat4(1.0), glm::radians(60.0), glm::dvec3(0, 1, 0)),
       {238, 128, 191},
       {191, 128, 17}},
  };
  for (const auto& c : cases) {
    const Item item = makeItem("/Q", makeQuad(), c.matrix);
    expectNear(middleOf(InspectionView::Normals, {item}), c.normal, c.name);
    expectNear(middleOf(InspectionView::Tangents, {item}), c.tangent, c.name);
  }
  settings.encodesSrgb = false;  // Data are display values with and without colour management.
  expectNear(middleOf(InspectionView::Normals, {makeItem("/Q", makeQuad())}), {128, 128, 255},
             "without colour management");
}

TEST_F(InspectionViews, CheckerFollowsTheTextureCoordinates) {
  settings.inspection = InspectionView::UvChecker;
  const Picture picture = draw(makeScene({makeItem("/Q", makeQuad())}), frontCamera());
  // The quad has 32 pixels for a unit, and so four for a field.
  for (int field = 0; field < 7; ++field) {
    const int brightness = picture.at(18 + 4 * field, 18).y;
    const int next = picture.at(22 + 4 * field, 18).y;
    EXPECT_GT(std::abs(brightness - next), 60) << field;
  }
  EXPECT_GT(picture.at(46, 22).x, picture.at(22, 46).x) << "red grows with s";
  auto plain = std::make_shared<Geometry>(*makeQuad());
  plain->texCoords = {};
  expectNear(middleOf(InspectionView::UvChecker, {makeItem("/Q", plain)}), {71, 0, 71},
             "without texture coordinates");
}

TEST_F(InspectionViews, IdsTellPrimsInstancesAndSubsetsApart) {
  Item two = makeItem("/Two", makeQuad(0.2f));
  two.instances = {translation(-0.5, 0, 0), translation(0.5, 0, 0)};
  two.worldBounds = {{-0.7, -0.2, 0}, {0.7, 0.2, 0}};
  Item parts = makeItem("/Parts", makeQuad(0.2f), translation(0, 0.5, 0));
  parts.parts = {{0, 3, -1}, {3, 3, -1}};
  const Item one = makeItem("/One", makeQuad(0.2f), translation(0, -0.5, 0));
  const auto colorsOf = [&](InspectionView view, std::vector<Item> items) {
    settings.inspection = view;
    const Picture picture = draw(makeScene(std::move(items)), frontCamera());
    // Two instances, the lower right and the upper left half of the parts, and the other prim.
    return std::vector{picture.at(16, 32), picture.at(48, 32), picture.at(35, 19),
                       picture.at(29, 13), picture.at(32, 48)};
  };
  const auto prims = colorsOf(InspectionView::Prims, {two, parts, one});
  EXPECT_EQ(prims[0], prims[1]);
  EXPECT_EQ(prims[2], prims[3]);
  EXPECT_NE(prims[0], prims[2]);
  EXPECT_NE(prims[0], prims[4]);
  EXPECT_NE(prims[2], prims[4]);
  EXPECT_EQ(colorsOf(InspectionView::Prims, {one, parts, two}), prims) << "in any order";
  const auto instances = colorsOf(InspectionView::Instances, {two, parts, one});
  EXPECT_NE(instances[0], instances[1]);
  EXPECT_EQ(instances[2], instances[3]);
  const auto subsets = colorsOf(InspectionView::Subsets, {two, parts, one});
  EXPECT_EQ(subsets[0], subsets[1]);
  EXPECT_NE(subsets[2], subsets[3]);
}

TEST_F(InspectionViews, PointsHaveColoursOfTheirOwn) {
  const Item dots = dotsOf("/Dots", {{-0.5f, 0, 0}, {0, 0, 0}, {0.5f, 0, 0}});
  settings.inspection = InspectionView::Points;
  const auto colorsOf = [&](const Item& item, float y) {
    const Picture picture =
        draw(makeScene({item, makeItem("/Quad", makeQuad(0.2f), translation(0, -0.7, 0))}),
             frontCamera());
    const int row = 32 - int(y * 32.0f);
    return std::vector{picture.at(16, row), picture.at(32, row), picture.at(48, row),
                       picture.at(32, 54)};
  };
  const auto points = colorsOf(dots, 0.0f);
  EXPECT_NE(points[0], points[1]);
  EXPECT_NE(points[1], points[2]);
  EXPECT_NE(points[0], points[2]);
  expectNear(points[3], {71, 0, 71}, "a surface has no such points");
  // Neither light nor place changes them, but the prim does.
  settings.hasCameraLight = false;
  const Item higher = dotsOf("/Dots", {{-0.5f, 0.5f, 0}, {0, 0.5f, 0}, {0.5f, 0.5f, 0}});
  EXPECT_EQ(colorsOf(higher, 0.5f), points);
  const Item other = dotsOf("/Other", {{-0.5f, 0, 0}, {0, 0, 0}, {0.5f, 0, 0}});
  EXPECT_NE(colorsOf(other, 0.0f)[0], points[0]);
}

TEST_F(InspectionViews, IdsNormalsAndDepthOfDotsIgnoreTheirMaterial) {
  Material material;
  material.diffuseColor = glm::vec3(0.1f, 0.7f, 0.3f);
  Item dots = dotsOf("/Dots", {{0, 0, 0}});
  const glm::ivec3 plain = middleOf(InspectionView::Prims, {dots});
  dots.parts = {{0, 1, 0}};
  EXPECT_EQ(middleOf(InspectionView::Prims, {dots}, {material}), plain);
  expectNear(middleOf(InspectionView::Albedo, {dots}, {material}), displayOf(material.diffuseColor),
             "albedo");
  expectNear(middleOf(InspectionView::Normals, {dots}, {material}), {128, 128, 255}, "normal");
  const Item far = quadOf("/Far", {1, 0, 0, 1}, -1.0);
  dots.worldFromLocal = translation(0, 0, 1);
  dots.worldBounds = {{-0.2, -0.2, 0.8}, {0.2, 0.2, 1.2}};
  EXPECT_GT(middleOf(InspectionView::Depth, {dots, far}, {material}).x, 200);
}

TEST_F(InspectionViews, LinesAndDotsHaveTheColoursOfEachView) {
  Material material;
  material.diffuseColor = glm::vec3(0.1f, 0.7f, 0.3f);
  settings.hasCameraLight = false;
  const glm::ivec3 clay = middleOf(InspectionView::Matcap, {quadOf("/Q", {1, 0, 0, 1}, 0.0)});
  const glm::ivec3 missing(71, 0, 71);
  const glm::ivec3 front(64, 140, 255);
  const struct {
    const char* name;
    InspectionView view;
    glm::ivec3 line;
    glm::ivec3 dot;
  } cases[] = {
      {"texture coordinates are missing", InspectionView::UvChecker, missing, missing},
      {"a line has its direction", InspectionView::Tangents, {255, 128, 128}, missing},
      {"there is no back", InspectionView::Facing, front, front},
      {"clay", InspectionView::Matcap, clay, clay},
  };
  for (const auto& c : cases) {
    for (const Primitive primitive : {Primitive::Lines, Primitive::Points}) {
      Item item = rowOf(primitive, true);
      const glm::ivec3& expected = primitive == Primitive::Lines ? c.line : c.dot;
      settings.inspection = c.view;
      expectNear(draw(makeScene({item}), frontCamera()).at(32, 31), expected, c.name);
      item.parts = {{0, primitive == Primitive::Lines ? 2u : 3u, 0}};
      expectNear(draw(makeScene({item}, {material}), frontCamera()).at(32, 31), expected, c.name);
    }
  }
}

TEST_F(InspectionViews, OverdrawCountsLinesAndDots) {
  const Item wall = quadOf("/Wall", {1, 0, 0, 1}, 0.5);
  settings.sampleCount = 1;
  for (const Primitive primitive : {Primitive::Lines, Primitive::Points}) {
    for (const bool hasWidths : {true, false}) {
      Item row = rowOf(primitive, hasWidths);
      row.color = {0, 1, 0, 0.5f};  // Opacity makes no difference.
      Item behind = rowOf(primitive, hasWidths, -0.5);
      behind.path = Path::fromText("/Behind");
      const auto most = [&](std::vector<Item> items) {
        settings.inspection = InspectionView::Overdraw;
        const Picture picture = draw(makeScene(std::move(items)), frontCamera());
        glm::ivec3 brightest(0);
        for (int y = 28; y < 36; ++y) brightest = glm::max(brightest, picture.at(32, y));
        return brightest;
      };
      EXPECT_EQ(most({row}), glm::ivec3(24, 10, 4)) << int(primitive) << hasWidths;
      EXPECT_EQ(most({row, behind, wall}), glm::ivec3(72, 30, 12)) << int(primitive) << hasWidths;
    }
  }
  // The mode that shows vertices alone counts these.
  settings.shading = ShadingMode::Points;
  EXPECT_EQ(middleOf(InspectionView::Overdraw, {wall}), glm::ivec3(0));
}

TEST_F(InspectionViews, DepthGoesFromWhiteToBlack) {
  settings.inspection = InspectionView::Depth;
  const auto quadAt = [](const char* path, double x, double z) {
    return makeItem(path, makeQuad(0.2f), translation(x, 0, z));
  };
  for (const bool isOrthographic : {true, false}) {
    ViewCamera camera = frontCamera();
    camera.isOrthographic = isOrthographic;
    const double distance = camera.worldFromView[3].z;
    camera.verticalFovRadians = 2.0 * std::atan(1.0 / distance);
    const Picture picture = draw(
        makeScene({quadAt("/Near", -0.5, 0), quadAt("/Mid", 0, -0.5), quadAt("/Far", 0.5, -1)}),
        camera);
    expectNear(picture.at(16, 32), {255, 255, 255}, "near");
    expectNear(picture.at(32, 32), {128, 128, 128}, "middle");
    EXPECT_LE(picture.at(isOrthographic ? 48 : 45, 32).x, 1) << "far";
  }
}

TEST_F(InspectionViews, FacingTellsFrontsFromBacks) {
  const glm::dmat4 turned = glm::rotate(glm::dmat4(1.0), glm::radians(180.0), glm::dvec3(0, 1, 0));
  const glm::dmat4 mirrored = glm::scale(glm::dmat4(1.0), glm::dvec3(-1, 1, 1));
  const struct {
    const char* name;
    glm::dmat4 matrix;
    bool isFront;
  } cases[] = {{"front", glm::dmat4(1.0), true},
               {"back", turned, false},
               {"mirrored front", mirrored, true},
               {"mirrored back", turned * mirrored, false}};
  for (const auto& c : cases) {
    const glm::ivec3 color =
        middleOf(InspectionView::Facing, {makeItem("/Q", makeQuad(), c.matrix)});
    expectNear(color, c.isFront ? glm::ivec3(64, 140, 255) : glm::ivec3(255, 64, 51), c.name);
  }
}

TEST_F(InspectionViews, OverdrawCountsHiddenAndTranslucentSurfaces) {
  settings.background = glm::vec3(0.5f);
  const Item near = quadOf("/A", {1, 0, 0, 1}, 0.5);
  const Item glass = quadOf("/B", {0, 1, 0, 0.5f}, 0.2);
  const Item far = quadOf("/C", {0, 0, 1, 1}, 0.0);
  EXPECT_EQ(middleOf(InspectionView::Overdraw, {near}), glm::ivec3(24, 10, 4));
  EXPECT_EQ(middleOf(InspectionView::Overdraw, {near, glass, far}), glm::ivec3(72, 30, 12));
  settings.inspection = InspectionView::Overdraw;
  const Picture picture = draw(makeScene({near, glass, far}), frontCamera());
  EXPECT_EQ(picture.at(2, 2), glm::ivec3(0)) << "no background";
}

TEST_F(InspectionViews, MatcapTurnsWithTheCamera) {
  settings.inspection = InspectionView::Matcap;
  const Scene scene = makeScene({makeItem("/S", makeSphere())});
  const Picture front = draw(scene, frontCamera());
  EXPECT_GT(front.at(20, 16).y, front.at(44, 48).y + 60) << "light from above on the left";
  settings.hasCameraLight = false;
  ViewCamera side = frontCamera();
  side.worldFromView =
      glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(0, 1, 0)) * side.worldFromView;
  EXPECT_LT(differingShare(draw(scene, side), front, 8), 0.03);
}

TEST_F(InspectionViews, OverdrawDoesNotCountEdges) {
  const auto pictureOf = [&](ShadingMode shading) {
    settings.inspection = InspectionView::Overdraw;
    settings.shading = shading;
    return draw(makeScene({quadOf("/Q", {1, 0, 0, 1}, 0.0)}), frontCamera());
  };
  const Picture smooth = pictureOf(ShadingMode::SmoothShaded);
  for (const ShadingMode shading : {ShadingMode::WireframeOnSurface, ShadingMode::Wireframe,
                                    ShadingMode::HiddenSurfaceWireframe}) {
    EXPECT_LT(differingShare(pictureOf(shading), smooth, 0), 0.01) << int(shading);
  }
}

TEST_F(InspectionViews, ExposureAndGammaChangeOnlyColours) {
  const std::vector<Item> items = {quadOf("/Q", {0.2f, 0.1f, 0.4f, 1.0f}, 0.0)};
  for (const InspectionViewName& each : inspectionViews()) {
    settings.exposure = 0.0f;
    settings.gamma = 1.0f;
    const glm::ivec3 usual = middleOf(each.view, items);
    settings.exposure = 1.0f;
    settings.gamma = 1.5f;
    const glm::ivec3 adjusted = middleOf(each.view, items);
    EXPECT_EQ(adjusted == usual, each.view != InspectionView::Albedo) << each.name;
  }
}

TEST_F(InspectionViews, ExposureAndGammaApplyToLinearColours) {
  const glm::vec3 color(0.2f, 0.1f, 0.4f);
  const std::vector<Item> items = {quadOf("/Q", glm::vec4(color, 1.0f), 0.0)};
  settings.shading = ShadingMode::GeomOnly;
  const struct {
    const char* name;
    float exposure;
    float gamma;
    glm::vec3 expected;
  } cases[] = {{"one stop", 1.0f, 1.0f, 2.0f * color},
               {"two stops down", -2.0f, 1.0f, 0.25f * color},
               {"beyond white", 2.0f, 1.0f, {0.8f, 0.4f, 1.0f}},
               {"gamma", 0.0f, 2.0f, glm::sqrt(color)},
               {"both", 1.0f, 2.0f, glm::sqrt(2.0f * color)}};
  for (const int samples : {1, 4}) {
    settings.sampleCount = samples;
    for (const auto& c : cases) {
      settings.exposure = c.exposure;
      settings.gamma = c.gamma;
      expectNear(middleOf(InspectionView::None, items), displayOf(c.expected), c.name);
    }
  }
  // Colours brighter than white are kept until the exposure applies.
  settings.exposure = -1.0f;
  settings.gamma = 1.0f;
  expectNear(middleOf(InspectionView::None, {quadOf("/Q", {1.6f, 0.4f, 0.0f, 1.0f}, 0.0)}),
             displayOf({0.8f, 0.2f, 0.0f}), "bright");
}

}  // namespace usdscope
