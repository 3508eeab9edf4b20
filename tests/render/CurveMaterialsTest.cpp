// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/image/DisplayValues.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using CurveMaterials = RenderTest;

// A line across the picture, or dots along it, half a unit wide, in green.
std::shared_ptr<Geometry> makeThick(Primitive primitive) {
  auto geometry = std::make_shared<Geometry>();
  geometry->primitive = primitive;
  geometry->positions = Array<glm::vec3>({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}});
  geometry->widths = Array<float>({0.5f, 0.5f, 0.5f});
  geometry->colors = Array<glm::vec4>(std::vector<glm::vec4>(3, {0, 1, 0, 1}));
  geometry->vertexPoints = Array<std::uint32_t>({0, 1, 2});
  geometry->indices = primitive == Primitive::Lines ? Array<std::uint32_t>({0, 1, 1, 2})
                                                    : Array<std::uint32_t>({0, 1, 2});
  geometry->bounds = {{-1.25, -0.25, -0.25}, {1.25, 0.25, 0.25}};
  return geometry;
}

}  // namespace

TEST_F(CurveMaterials, LinesAndDotsHaveTheColourOfTheirMaterial) {
  // These reflect nothing towards a camera in front of them but their diffuse colour.
  Material painted;
  painted.usesSpecularWorkflow = true;
  painted.diffuseColor = {0.1f, 0.2f, 0.7f};
  Material glowing = painted;
  glowing.emissiveColor = {0.3f, 0.0f, 0.0f};
  Material plain = painted;
  plain.usesDisplayColor = true;
  Material textured = painted;
  textured.diffuseTexture.isUsed = true;  // Without a file: the fallback.
  textured.diffuseTexture.fallback = {0.4f, 0.4f, 0.0f, 1.0f};
  const struct {
    const char* name;
    std::int32_t material;
    glm::vec3 expected;
  } cases[] = {{"no material", -1, {0.102f, 1, 0.102f}},  // With the highlight of plain surfaces.
               {"diffuse colour", 0, {0.1f, 0.2f, 0.7f}},
               {"emission", 1, {0.4f, 0.2f, 0.7f}},
               {"display colour", 2, {0, 1, 0}},
               {"texture without a file", 3, {0.4f, 0.4f, 0.0f}}};
  for (const Primitive primitive : {Primitive::Lines, Primitive::Points}) {
    for (const auto& c : cases) {
      const Item item = makeItem("/C", makeThick(primitive), glm::dmat4(1.0), c.material);
      const Scene scene = makeScene({item}, {painted, glowing, plain, textured});
      const glm::ivec3 found = draw(scene, frontCamera()).at(32, 32);
      for (const Diagnostic& entry : renderer->diagnostics().entries()) {
        ADD_FAILURE() << toText(entry);
      }
      for (int i = 0; i < 3; ++i) {
        // The middle of a dot is a little off the middle of the pixel.
        EXPECT_NEAR(found[i], int(std::lround(255.0f * displayFromLinear(c.expected[i]))), 6)
            << c.name << ' ' << i;
      }
    }
  }
}

// (Storm: ExtractAverageScaleFromMatrix.)
TEST_F(CurveMaterials, WidthsUseTheScaleAlongTheDiagonal) {
  auto dot = std::make_shared<Geometry>(*makeThick(Primitive::Points));
  dot->indices = Array<std::uint32_t>({1});
  const struct {
    glm::dvec3 scale;
    double expected;
  } cases[] = {{{1, 1, 1}, 0.5}, {{2, 2, 2}, 1.0}, {{1, 2, 2}, 0.866}, {{-1, 2, 2}, 0.866}};
  for (const auto& c : cases) {
    const Item item = makeItem("/P", dot, glm::scale(glm::dmat4(1.0), c.scale));
    const Picture picture = draw(makeScene({item}), frontCamera());
    int covered = 0;
    for (int x = 0; x < settings.width; ++x) covered += picture.at(x, settings.height / 2).y > 0;
    EXPECT_NEAR(covered, c.expected * settings.width / 2, 1.5) << c.scale.x << ' ' << c.scale.y;
  }
}

// The light is at the camera, so a tube is as bright as the cosine of its tilt.
TEST_F(CurveMaterials, TiltedLinesAreDarker) {
  Material painted;
  painted.usesSpecularWorkflow = true;
  painted.diffuseColor = {0.1f, 0.2f, 0.7f};
  for (const float depth : {0.0f, 0.5f, 1.0f, -2.0f}) {
    auto geometry = makeThick(Primitive::Lines);
    geometry->positions = Array<glm::vec3>({{-1, 0, -depth}, {0, 0, 0}, {1, 0, depth}});
    geometry->bounds = {{-2, -2, -3}, {2, 2, 3}};
    const Item item = makeItem("/C", geometry, glm::dmat4(1.0), 0);
    const glm::ivec3 found = draw(makeScene({item}, {painted}), frontCamera()).at(32, 32);
    const float cosine = 1.0f / std::sqrt(1.0f + depth * depth);
    for (int i = 0; i < 3; ++i) {
      const float expected = displayFromLinear(painted.diffuseColor[i] * cosine);
      EXPECT_NEAR(found[i], 255.0f * expected, 3) << depth << ' ' << i;
    }
  }
}

TEST_F(CurveMaterials, OpacityKeepsAShareOfTheSamples) {
  settings.sampleCount = 4;
  Material opaque;
  opaque.usesSpecularWorkflow = true;
  opaque.diffuseColor = {0.1f, 0.2f, 0.7f};
  Material half = opaque;
  half.opacity = 0.5f;
  Material clear = opaque;
  clear.opacity = 0.0f;
  Material above = half;
  above.opacityThreshold = 0.4f;
  Material below = half;
  below.opacityThreshold = 0.6f;
  Material display = opaque;
  display.usesDisplayOpacity = true;
  Material displayBelow = display;
  displayBelow.opacityThreshold = 0.6f;
  // The display colour has an opacity of one half.
  const struct {
    const char* name;
    std::int32_t material;
    double expected;
  } cases[] = {{"opaque", 0, 1.0},
               {"half", 1, 0.5},
               {"clear", 2, 0.0},
               {"above the threshold", 3, 1.0},
               {"below the threshold", 4, 0.0},
               {"display opacity", 5, 0.5},
               {"display opacity below the threshold", 6, 0.0}};
  for (const Primitive primitive : {Primitive::Lines, Primitive::Points}) {
    auto geometry = makeThick(primitive);
    geometry->colors = Array<glm::vec4>(std::vector<glm::vec4>(3, {0, 1, 0, 0.5f}));
    for (const auto& c : cases) {
      const Item item = makeItem("/C", geometry, translation(0.25, 0, 0), c.material);
      const Scene scene =
          makeScene({item}, {opaque, half, clear, above, below, display, displayBelow});
      // The middle of a dot, and of a segment of the line.
      const int x = primitive == Primitive::Points ? 40 : 24;
      const glm::ivec3 found = draw(scene, frontCamera()).at(x, 32);
      for (int i = 0; i < 3; ++i) {
        const double whole = 255.0 * displayFromLinear(opaque.diffuseColor[i]);
        EXPECT_NEAR(found[i], c.expected * whole, 3) << c.name << ' ' << i;
      }
    }
  }
}

}  // namespace usdscope
