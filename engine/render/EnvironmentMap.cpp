// SPDX-License-Identifier: Apache-2.0
#include "engine/render/EnvironmentMap.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <span>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/image/DisplayValues.h"

namespace usdscope {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr std::uint32_t kSampleCount = 64;

float channelAt(std::span<const std::byte> bytes, std::size_t index, PixelType type) {
  const auto read = [&]<typename T>(T) {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
  };
  switch (type) {
    case PixelType::Unorm8:
      return float(read(std::uint8_t())) / 255.0f;
    case PixelType::Unorm16:
      return float(read(std::uint16_t())) / 65535.0f;
    case PixelType::Half:
      return Half::fromBits(read(std::uint16_t()));
    case PixelType::Float:
      return read(0.0f);
  }
  return 0.0f;
}

float radicalInverse(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (int i = 0; i < 32; ++i) result |= (bits >> i & 1u) << (31 - i);
  return float(result) * 2.3283064365386963e-10f;
}

/// A half vector of a GGX distribution around +z, and the level of detail at which its sample
/// covers its share of the sky.
struct ReflectionSample {
  glm::vec3 toLight{0.0f};
  float level = 0.0f;
};

// The samples have the view along the normal.
std::vector<ReflectionSample> samplesFor(float roughness, int sourceWidth) {
  const float alpha = std::max(roughness * roughness, 1e-3f);
  const float texel = 4.0f * kPi / (float(sourceWidth) * float(sourceWidth) * 0.5f);
  std::vector<ReflectionSample> samples;
  for (std::uint32_t i = 0; i < kSampleCount; ++i) {
    const float around = 2.0f * kPi * (float(i) + 0.5f) / float(kSampleCount);
    const float u = radicalInverse(i);
    const float cosine2 = (1.0f - u) / (1.0f + (alpha * alpha - 1.0f) * u);
    const float cosine = std::sqrt(cosine2);
    const float sine = std::sqrt(std::max(1.0f - cosine2, 0.0f));
    const glm::vec3 half(sine * std::cos(around), sine * std::sin(around), cosine);
    const glm::vec3 toLight = 2.0f * half.z * half - glm::vec3(0.0f, 0.0f, 1.0f);
    if (toLight.z <= 0.0f) continue;
    const float narrow = cosine2 * (alpha * alpha - 1.0f) + 1.0f;
    const float density = alpha * alpha / (kPi * narrow * narrow) * 0.25f;
    const float share = 1.0f / (float(kSampleCount) * density + 1e-6f);
    samples.push_back({toLight, std::max(0.5f * std::log2(share / texel) + 1.0f, 0.0f)});
  }
  return samples;
}

}  // namespace

glm::vec3 EnvironmentMap::directionOf(int x, int y) const {
  const float around = (float(x) + 0.5f) / float(width) * 2.0f * kPi - 0.5f * kPi;
  const float down = (float(y) + 0.5f) / float(height) * kPi;
  const float level = std::sin(down);
  return {std::cos(around) * level, std::cos(down), std::sin(around) * level};
}

glm::vec3 EnvironmentMap::at(const glm::vec3& direction) const {
  const float u = (std::atan2(direction.z, direction.x) + 0.5f * kPi) / (2.0f * kPi);
  const float v = std::acos(std::clamp(direction.y, -1.0f, 1.0f)) / kPi;
  const float x = (u - std::floor(u)) * float(width) - 0.5f;
  const float y = std::clamp(v * float(height) - 0.5f, 0.0f, float(height - 1));
  const int left = int(std::floor(x));
  const int top = int(y);
  const float right = x - float(left);
  const float below = y - float(top);
  const auto pixel = [&](int column, int row) -> const glm::vec3& {
    const int wrapped = (column % width + width) % width;
    return pixels[std::size_t(std::min(row, height - 1)) * std::size_t(width) +
                  std::size_t(wrapped)];
  };
  return glm::mix(glm::mix(pixel(left, top), pixel(left + 1, top), right),
                  glm::mix(pixel(left, top + 1), pixel(left + 1, top + 1), right), below);
}

EnvironmentMap environmentOf(const TexturePixels& pixels, int maxWidth) {
  EnvironmentMap map;
  if (pixels.levels.empty() || pixels.width <= 0 || pixels.height <= 0) return map;
  map.width = pixels.width;
  map.height = pixels.height;
  const std::span<const std::byte> bytes = pixels.levels[0];
  map.pixels.resize(std::size_t(map.width) * std::size_t(map.height));
  for (int y = 0; y < map.height; ++y) {
    // The rows of a texture run from the bottom to the top.
    const std::size_t row = std::size_t(map.height - 1 - y) * std::size_t(map.width);
    for (int x = 0; x < map.width; ++x) {
      glm::vec3& pixel = map.pixels[std::size_t(y) * std::size_t(map.width) + std::size_t(x)];
      for (int c = 0; c < 3; ++c) {
        float value = channelAt(bytes, (row + std::size_t(x)) * 4 + std::size_t(c), pixels.type);
        if (pixels.isSrgb) value = linearFromDisplay(value);
        pixel[c] = std::isfinite(value) ? std::max(value, 0.0f) : 0.0f;
      }
    }
  }
  while (map.width > maxWidth) map = halved(map);
  return map;
}

EnvironmentMap halved(const EnvironmentMap& map) {
  EnvironmentMap half;
  half.width = std::max(map.width / 2, 1);
  half.height = std::max(map.height / 2, 1);
  half.pixels.resize(std::size_t(half.width) * std::size_t(half.height));
  // A pixel near a pole covers less of the sky.
  const auto addTo = [&](glm::vec3& sum, int x, int y) {
    const int row = std::min(y, map.height - 1);
    const float share = std::sin((float(row) + 0.5f) / float(map.height) * kPi);
    sum += share * map.pixels[std::size_t(row) * std::size_t(map.width) +
                              std::size_t(std::min(x, map.width - 1))];
    return share;
  };
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      glm::vec3 sum(0.0f);
      float share = 0.0f;
      for (const auto& [right, down] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
        share += addTo(sum, 2 * x + right, 2 * y + down);
      }
      half.pixels[std::size_t(y) * std::size_t(half.width) + std::size_t(x)] = sum / share;
    }
  }
  return half;
}

std::array<glm::vec3, 9> irradianceOf(const EnvironmentMap& map) {
  std::array<glm::dvec3, 9> sums{};
  double whole = 0.0;
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const glm::dvec3 d(map.directionOf(x, y));
      const double area = std::sqrt(std::max(1.0 - d.y * d.y, 0.0));
      const glm::dvec3 light(map.pixels[std::size_t(y) * std::size_t(map.width) + std::size_t(x)]);
      whole += area;
      const double terms[] = {1.0,
                              d.y,
                              d.z,
                              d.x,
                              d.x * d.y,
                              d.y * d.z,
                              3.0 * d.z * d.z - 1.0,
                              d.x * d.z,
                              d.x * d.x - d.y * d.y};
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += light * (terms[i] * area);
    }
  }
  // The squared factors of the harmonics times 4 pi, and the share that a cosine lobe keeps of each
  // band, divided by pi.
  constexpr double kFactors[] = {1.0,        3.0 * 2.0 / 3.0, 3.0 * 2.0 / 3.0, 3.0 * 2.0 / 3.0,
                                 15.0 / 4.0, 15.0 / 4.0,      1.25 / 4.0,      15.0 / 4.0,
                                 3.75 / 4.0};
  std::array<glm::vec3, 9> result{};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (whole > 0.0) result[i] = glm::vec3(sums[i] * (kFactors[i] / whole));
  }
  return result;
}

std::vector<EnvironmentMap> reflectionsOf(const EnvironmentMap& map, int width, int levelCount) {
  std::vector<EnvironmentMap> sources{map};
  while (sources.back().width > 1 || sources.back().height > 1) {
    sources.push_back(halved(sources.back()));
  }
  std::vector<EnvironmentMap> levels;
  for (int level = 0; level < levelCount; ++level) {
    EnvironmentMap& made = levels.emplace_back();
    made.width = std::max(width >> level, 1);
    made.height = std::max(width / 2 >> level, 1);
    made.pixels.resize(std::size_t(made.width) * std::size_t(made.height));
    const float roughness = levelCount > 1 ? float(level) / float(levelCount - 1) : 0.0f;
    const std::vector<ReflectionSample> samples = samplesFor(roughness, map.width);
    parallelFor(std::size_t(made.height), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t y = first; y < last; ++y) {
        for (int x = 0; x < made.width; ++x) {
          const glm::vec3 normal = made.directionOf(x, int(y));
          glm::vec3& pixel = made.pixels[y * std::size_t(made.width) + std::size_t(x)];
          if (level == 0) {
            pixel = map.at(normal);
            continue;
          }
          const glm::vec3 side = glm::normalize(glm::cross(
              std::abs(normal.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0), normal));
          const glm::vec3 up = glm::cross(normal, side);
          glm::vec3 sum(0.0f);
          float weight = 0.0f;
          for (const ReflectionSample& sample : samples) {
            const glm::vec3& l = sample.toLight;
            const auto source = std::min(std::size_t(sample.level + 0.5f), sources.size() - 1);
            sum += sources[source].at(side * l.x + up * l.y + normal * l.z) * l.z;
            weight += l.z;
          }
          pixel = weight > 0.0f ? sum / weight : map.at(normal);
        }
      }
    });
  }
  return levels;
}

}  // namespace usdscope
