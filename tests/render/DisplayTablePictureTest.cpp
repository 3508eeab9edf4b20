// SPDX-License-Identifier: Apache-2.0
// Pictures whose colours are looked up in a table of the display.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <span>
#include <vector>

#include "engine/image/DisplayTable.h"
#include "engine/image/DisplayValues.h"
#include "engine/render/DisplayColor.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

// The square root of each channel, with red and blue exchanged.
class RootTransform : public DisplayTransform {
 public:
  void apply(std::span<float> rgba) const override {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
      for (std::size_t c = 0; c < 3; ++c) rgba[i + c] = std::sqrt(std::max(rgba[i + c], 0.0f));
      std::swap(rgba[i], rgba[i + 2]);
    }
  }
};

struct DisplayTablePicture : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.width = settings.height = 32;
    settings.shading = ShadingMode::GeomOnly;
    settings.background = displayFromLinear(glm::vec3(0.25f, 0.0f, 0.0f));
    settings.displayTable = makeDisplayTable(RootTransform());
  }
  Picture quad(const glm::vec4& color) {
    Item item = makeItem("/Q", makeQuad());
    item.color = color;
    return draw(makeScene({item}), frontCamera());
  }
  static void expectNear(const glm::ivec3& drawn, const glm::vec3& display, const char* name) {
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(drawn[c], display[c] * 255.0f, 1.0f) << name << ' ' << c;
  }
};

}  // namespace

TEST_F(DisplayTablePicture, ColorsAreThoseOfTheTable) {
  const struct {
    const char* name;
    glm::vec3 color;
    float exposure;
    float gamma;
    glm::vec3 expected;
  } cases[] = {{"plain", {0.36f, 0.16f, 0.04f}, 0.0f, 1.0f, {0.2f, 0.4f, 0.6f}},
               {"dark", {0.001f, 0.0f, 0.01f}, 0.0f, 1.0f, {0.1f, 0.0f, 0.0316f}},
               {"beyond white", {4.0f, 0.25f, 1.0f}, 0.0f, 1.0f, {1.0f, 0.5f, 1.0f}},
               {"beyond the table", {1000.0f, 0.25f, 0.0f}, 0.0f, 1.0f, {0.0f, 0.5f, 1.0f}},
               {"exposure first", {0.09f, 0.04f, 0.01f}, 2.0f, 1.0f, {0.2f, 0.4f, 0.6f}},
               {"gamma first", {0.0256f, 0.0016f, 0.0f}, 0.0f, 2.0f, {0.0f, 0.2f, 0.4f}}};
  for (const int samples : {1, 4}) {
    settings.sampleCount = samples;
    for (const auto& c : cases) {
      settings.exposure = c.exposure;
      settings.gamma = c.gamma;
      expectNear(quad(glm::vec4(c.color, 1.0f)).at(16, 16), c.expected, c.name);
    }
  }
  settings.exposure = 0.0f;
  settings.gamma = 1.0f;
  expectNear(quad(glm::vec4(1.0f)).at(1, 1), {0.0f, 0.0f, 0.5f}, "background");
}

TEST_F(DisplayTablePicture, DataAndPicturesWithoutTableStayAsTheyAre) {
  const auto table = settings.displayTable;
  for (const InspectionViewName& each : inspectionViews()) {
    settings.inspection = each.view;
    settings.displayTable = table;
    const glm::ivec3 with = quad({0.36f, 0.16f, 0.04f, 1.0f}).at(16, 16);
    settings.displayTable = nullptr;
    EXPECT_EQ(with == quad({0.36f, 0.16f, 0.04f, 1.0f}).at(16, 16),
              each.view != InspectionView::Albedo)
        << each.name;
  }
  settings.inspection = InspectionView::None;
  expectNear(quad({0.36f, 0.16f, 0.04f, 1.0f}).at(16, 16),
             displayFromLinear(glm::vec3(0.36f, 0.16f, 0.04f)), "without");
}

// Saved pictures are linear until the transform of the display is applied to them.
TEST_F(DisplayTablePicture, EdgesAreThoseOfALinearPictureThatIsEncodedLater) {
  settings.sampleCount = 4;
  settings.background = glm::vec3(0.0f);
  Item item = makeItem("/Q", makeQuad(), glm::rotate(glm::dmat4(1.0), 0.3, glm::dvec3(0, 0, 1)));
  item.color = {1.0f, 0.25f, 0.64f, 1.0f};
  const Scene scene = makeScene({item});
  for (const float gamma : {1.0f, 2.0f}) {
    settings.gamma = gamma;
    settings.writesLinear = false;
    const Picture shown = draw(scene, frontCamera());
    settings.writesLinear = true;
    OffscreenTarget linear;
    ASSERT_TRUE(linear.resize(settings.width, settings.height, true));
    renderer->draw(scene, frontCamera(), settings, linear.framebuffer());
    const Image saved = linear.readLinear();
    std::vector<float> colors(saved.pixels.size() / sizeof(float));
    std::memcpy(colors.data(), saved.pixels.data(), saved.pixels.size());
    int edgeCount = 0;
    for (std::size_t i = 0; i < colors.size() / 4; ++i) {
      const std::span<float> pixel = std::span(colors).subspan(i * 4, 4);
      if (pixel[0] > 0.05f && pixel[0] < 0.95f) ++edgeCount;
      RootTransform().apply(pixel);
      const int x = int(i) % settings.width;
      const int y = int(i) / settings.width;
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(shown.at(x, y)[c], pixel[std::size_t(c)] * 255.0f, 2.0f)
            << gamma << ": " << x << ' ' << y << ' ' << c;
      }
    }
    EXPECT_GT(edgeCount, 20);
  }
}

TEST_F(DisplayTablePicture, TableIsUploadedOnce) {
  quad(glm::vec4(1.0f));
  EXPECT_GT(renderer->statistics().uploadedBytes, settings.displayTable->colors.size() * 4 - 1);
  quad(glm::vec4(0.5f));
  EXPECT_LT(renderer->statistics().uploadedBytes, 100'000u);
  settings.displayTable = makeDisplayTable(RootTransform());
  quad(glm::vec4(0.5f));
  EXPECT_GT(renderer->statistics().uploadedBytes, 1'000'000u);
}

}  // namespace usdscope
