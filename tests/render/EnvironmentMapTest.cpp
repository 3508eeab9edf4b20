// SPDX-License-Identifier: Apache-2.0
#include "engine/render/EnvironmentMap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace usdscope {
namespace {

EnvironmentMap filled(int width, const glm::vec3& light) {
  return {width, width / 2, std::vector<glm::vec3>(std::size_t(width * width / 2), light)};
}

glm::vec3 sum(const std::array<glm::vec3, 9>& c, const glm::vec3& n) {
  return c[0] + c[1] * n.y + c[2] * n.z + c[3] * n.x + c[4] * n.x * n.y + c[5] * n.y * n.z +
         c[6] * (3.0f * n.z * n.z - 1.0f) + c[7] * n.x * n.z + c[8] * (n.x * n.x - n.y * n.y);
}

const glm::vec3 kDirections[] = {{1, 0, 0},  {0, 1, 0},        {0, 0, 1},
                                 {0, -1, 0}, {0.6f, 0, -0.8f}, {0.48f, 0.6f, 0.64f}};

}  // namespace

TEST(EnvironmentMap, DirectionsAreThoseOfOpenExr) {
  const EnvironmentMap map = filled(64, glm::vec3(0.0f));
  EXPECT_NEAR(map.directionOf(32, 16).z, 1.0f, 0.01f) << "the middle";
  EXPECT_NEAR(map.directionOf(16, 16).x, 1.0f, 0.01f) << "left of it";
  EXPECT_NEAR(map.directionOf(20, 0).y, 1.0f, 0.01f) << "the top";
  EnvironmentMap marked = map;
  marked.pixels[10 * 64 + 5] = glm::vec3(1, 2, 3);
  EXPECT_NEAR(glm::distance(marked.at(marked.directionOf(5, 10)), glm::vec3(1, 2, 3)), 0.0f, 1e-3f);
}

TEST(EnvironmentMap, UniformLightStaysUniform) {
  const EnvironmentMap map = filled(64, glm::vec3(0.5f, 1.0f, 2.0f));
  const auto irradiance = irradianceOf(map);
  for (const glm::vec3& n : kDirections) {
    EXPECT_NEAR(glm::distance(sum(irradiance, n), map.pixels[0]), 0.0f, 0.01f);
  }
  for (const EnvironmentMap& level : reflectionsOf(map, 64, 4)) {
    for (const glm::vec3& pixel : level.pixels) {
      ASSERT_NEAR(glm::distance(pixel, map.pixels[0]), 0.0f, 1e-4f);
    }
  }
}

TEST(EnvironmentMap, IrradianceOfACosineIsExact) {
  // Light of 1 + y gives 1 + 2 y / 3 after blurring with a cosine lobe.
  EnvironmentMap map = filled(128, glm::vec3(0.0f));
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      map.pixels[std::size_t(y * map.width + x)] = glm::vec3(1.0f + map.directionOf(x, y).y);
    }
  }
  const auto irradiance = irradianceOf(map);
  for (const glm::vec3& n : kDirections) {
    EXPECT_NEAR(sum(irradiance, n).x, 1.0f + n.y * 2.0f / 3.0f, 0.01f);
  }
}

TEST(EnvironmentMap, ReflectionsKeepTheEnergyOfASmallLight) {
  EnvironmentMap map = filled(128, glm::vec3(0.0f));
  map.pixels[32 * 128 + 64] = glm::vec3(1000.0f);
  const auto mean = [](const EnvironmentMap& level) {
    double light = 0.0;
    double area = 0.0;
    for (int y = 0; y < level.height; ++y) {
      for (int x = 0; x < level.width; ++x) {
        const double share = std::sqrt(1.0 - std::pow(double(level.directionOf(x, y).y), 2.0));
        light += double(level.pixels[std::size_t(y * level.width + x)].x) * share;
        area += share;
      }
    }
    return light / area;
  };
  const std::vector<EnvironmentMap> levels = reflectionsOf(map, 128, 5);
  for (std::size_t i = 1; i < levels.size(); ++i) {
    EXPECT_NEAR(mean(levels[i]), mean(levels[0]), mean(levels[0]) * 0.25) << i;
  }
}

TEST(EnvironmentMap, TexturesOfAllTypesAreReadFromTheirBottom) {
  TexturePixels pixels;
  pixels.type = PixelType::Float;
  pixels.width = 1;
  pixels.height = 2;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float values[] = {nan, 2.0f, 3.0f, 1.0f, 4.0f, 5.0f, 6.0f, 1.0f};
  pixels.levels.resize(1);
  pixels.levels[0].resize(sizeof values);
  std::memcpy(pixels.levels[0].data(), values, sizeof values);
  const EnvironmentMap map = environmentOf(pixels, 16);
  ASSERT_EQ(map.pixels.size(), 2u);
  EXPECT_EQ(map.pixels[0], glm::vec3(4, 5, 6)) << "the top";
  EXPECT_EQ(map.pixels[1], glm::vec3(0, 2, 3)) << "NaN is black";
  EXPECT_TRUE(environmentOf(TexturePixels(), 16).isEmpty());

  pixels.type = PixelType::Unorm8;
  pixels.isSrgb = true;
  pixels.height = 1;
  pixels.levels[0] = {std::byte(255), std::byte(188), std::byte(0), std::byte(255)};
  EXPECT_NEAR(glm::distance(environmentOf(pixels, 16).pixels[0], glm::vec3(1.0f, 0.503f, 0.0f)),
              0.0f, 0.005f);
}

}  // namespace usdscope
