// SPDX-License-Identifier: Apache-2.0
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using ThinLines = RenderTest;

constexpr int kSize = 128;  // Pixels across the picture, which shows two units.

// Lines from side to side, of a width in pixels, at these heights.
std::shared_ptr<Geometry> makeLines(float pixels, const std::vector<float>& heights) {
  auto geometry = std::make_shared<Geometry>();
  geometry->primitive = Primitive::Lines;
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> indices;
  for (const float y : heights) {
    for (const float x : {-1.0f, 1.0f}) {
      indices.push_back(static_cast<std::uint32_t>(positions.size()));
      positions.emplace_back(x, y, 0.0f);
      geometry->bounds.add(glm::dvec3(positions.back()));
    }
  }
  if (pixels > 0.0f) {
    geometry->widths = Array<float>(std::vector<float>(positions.size(), pixels * 2.0f / kSize));
  }
  geometry->vertexPoints = Array<std::uint32_t>(indices);
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->indices = Array<std::uint32_t>(std::move(indices));
  return geometry;
}

// The sum of all pixels, in pixels that are fully covered by white. Display values are averaged.
double brightnessOf(const Picture& picture) {
  double sum = 0.0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) sum += picture.at(x, y).x / 255.0;
  }
  return sum;
}

}  // namespace

TEST_F(ThinLines, FadeBelowAPixel) {
  settings.width = settings.height = kSize;
  const auto brightness = [&](float pixels) {
    Item item = makeItem("/L", makeLines(pixels, {0.25f + 1.0f / kSize}));
    item.color = glm::vec4(1.0f);
    return brightnessOf(draw(makeScene({item}), frontCamera()));
  };
  const double whole = brightness(1.0f);
  EXPECT_NEAR(whole, kSize, kSize * 0.1);
  EXPECT_NEAR(brightness(0.5f), whole * 0.5, whole * 0.1);
  EXPECT_NEAR(brightness(0.125f), whole * 0.125, whole * 0.06);
  EXPECT_NEAR(brightness(0.0f), whole, whole * 0.01) << "Lines without widths are whole.";
}

// Each keeps samples of its own, so that far hair does not vanish behind its first strand.
TEST_F(ThinLines, CoverTheirPixelTogether) {
  settings.width = settings.height = kSize;
  Item item = makeItem("/L", makeLines(0.25f, std::vector<float>(16, 0.25f + 1.0f / kSize)));
  item.color = glm::vec4(1.0f);
  const double together = brightnessOf(draw(makeScene({item}), frontCamera()));
  EXPECT_GT(together, kSize * 0.9);
}

}  // namespace usdscope
