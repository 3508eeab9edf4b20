// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/TranslucencyPass.h"

#include <cmath>
#include <initializer_list>
#include <span>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Translucency = RenderTest;

// A translucent quad of half the size of the picture.
struct Pane {
  float left, right;  // Depths of the edges.
  glm::vec3 color;
};

std::shared_ptr<Geometry> panesOf(std::span<const Pane> panes, float halfSize = 0.5f) {
  auto all = std::make_shared<Geometry>();
  std::vector<glm::vec3> positions;
  std::vector<glm::vec4> colors;
  std::vector<std::uint32_t> indices;
  for (const Pane& pane : panes) {
    const auto first = static_cast<std::uint32_t>(positions.size());
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      const float z = x < 0 ? pane.left : pane.right;
      positions.emplace_back(halfSize * float(x), halfSize * float(y), z);
      all->bounds.add(glm::dvec3(positions.back()));
      colors.emplace_back(pane.color, 0.5f);
    }
    for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + i);
  }
  all->positions = Array<glm::vec3>(std::move(positions));
  all->colors = Array<glm::vec4>(std::move(colors));
  all->indices = Array<std::uint32_t>(std::move(indices));
  return all;
}
std::shared_ptr<Geometry> panesOf(std::initializer_list<Pane> panes) {
  return panesOf(std::span<const Pane>(panes.begin(), panes.size()));
}

// The display values of layers with an opacity of one half on black, from back to front.
glm::ivec3 blended(std::initializer_list<glm::vec3> layers) {
  glm::vec3 color(0.0f);
  for (const glm::vec3& layer : layers) color = 0.5f * layer + 0.5f * color;
  glm::ivec3 display;
  for (int i = 0; i < 3; ++i) {
    const float v = color[i];
    const float encoded = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
    display[i] = static_cast<int>(std::lround(encoded * 255.0f));
  }
  return display;
}

void expectColor(const glm::ivec3& found, const glm::ivec3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1) << what << ' ' << i;
}

}  // namespace

TEST_F(Translucency, LayersAreBlendedByDepthInAnyOrder) {
  settings.shading = ShadingMode::GeomOnly;  // Unlit.
  const glm::vec3 red(1, 0, 0);
  const glm::vec3 green(0, 1, 0);
  const glm::vec3 blue(0, 0, 1);
  const Pane front{0.4f, 0.4f, red};
  const Pane middle{0.2f, 0.2f, green};
  const Pane back{0.0f, 0.0f, blue};
  for (const int samples : {1, 4}) {
    settings.sampleCount = samples;
    for (const auto& panes : {panesOf({front, middle, back}), panesOf({back, front, middle}),
                              panesOf({middle, back, front})}) {
      const Picture picture = draw(makeScene({makeItem("/P", panes)}), frontCamera());
      expectColor(picture.at(32, 32), blended({blue, green, red}), std::to_string(samples));
    }
    // Objects that cut each other: the first is in front on the right, the second on the left.
    const auto first = panesOf({{-0.2f, 0.2f, red}});
    const auto second = panesOf({{0.2f, -0.2f, green}});
    const Picture cut =
        draw(makeScene({makeItem("/A", first), makeItem("/B", second)}), frontCamera());
    expectColor(cut.at(44, 32), blended({green, red}), "right");
    expectColor(cut.at(20, 32), blended({red, green}), "left");
  }
}

TEST_F(Translucency, OpaqueSurfacesHideLayersBehindThem) {
  settings.shading = ShadingMode::GeomOnly;
  const glm::vec3 red(1, 0, 0);
  const glm::vec3 green(0, 1, 0);
  const Item panes = makeItem("/P", panesOf({{0.4f, 0.4f, red}, {-0.4f, -0.4f, green}}));
  Item wall = makeItem("/Wall", makeQuad());
  wall.color = glm::vec4(0, 0, 0, 1);
  const Picture picture = draw(makeScene({wall, panes}), frontCamera());
  expectColor(picture.at(32, 32), blended({red}), "the pane in front of the wall");
}

TEST_F(Translucency, ListsOfLayersGrow) {
  settings.shading = ShadingMode::GeomOnly;
  settings.sampleCount = 1;
  // Each pixel has forty layers, more than the first lists hold; the nearest hide the rest.
  std::vector<Item> items;
  for (int i = 0; i < 40; ++i) {
    const float z = 0.01f * float(i);
    items.push_back(makeItem(("/P" + std::to_string(i)).c_str(),
                             panesOf({{z, z, i == 39 ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0)}})));
  }
  const Picture picture = draw(makeScene(items), frontCamera());
  expectColor(picture.at(32, 32), blended({{0, 2, 0}, {1, 0, 0}}), "forty layers");
  EXPECT_TRUE(renderer->diagnostics().entries().empty());
}

TEST_F(Translucency, PicturesWithTooManyLayersAreDrawnInBands) {
  settings.shading = ShadingMode::GeomOnly;
  settings.sampleCount = 1;
  // More fragments than a storage block of 128 MiB holds. The nearest pane is in the middle.
  std::vector<Pane> panes;
  for (int i = 0; i < 1700; ++i) {
    const float z = i == 850 ? 0.5f : -0.0001f * float((i * 7) % 1700);
    panes.push_back({z, z, i == 850 ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0)});
  }
  const Picture picture = draw(makeScene({makeItem("/P", panesOf(panes, 1.0f))}), frontCamera());
  for (int y = 0; y < 64; ++y) {
    expectColor(picture.at(32, y), blended({{0, 2, 0}, {1, 0, 0}}), "row " + std::to_string(y));
  }
  EXPECT_TRUE(renderer->diagnostics().entries().empty());
}

TEST_F(Translucency, LayersOfEqualDepthAreDrawnAlikeInEveryRun) {
  settings.shading = ShadingMode::GeomOnly;
  const glm::vec3 red(1, 0, 0);
  const glm::vec3 green(0, 1, 0);
  const Scene scene = makeScene({makeItem("/A", panesOf({{0, 0, red}, {0, 0, green}})),
                                 makeItem("/B", panesOf({{0, 0, glm::vec3(0, 0, 1)}}))});
  const Picture first = draw(scene, frontCamera());
  // The later object is in front. Within an object, the order is that of the colours.
  EXPECT_GT(first.at(32, 32).z, first.at(32, 32).x);
  for (int i = 0; i < 4; ++i) {
    Diagnostics diagnostics;
    renderer = Renderer::make(diagnostics, {.textures = textures});
    ASSERT_TRUE(renderer);
    EXPECT_EQ(differingShare(draw(scene, frontCamera()), first, 0), 0.0) << i;
  }
}

}  // namespace usdscope
