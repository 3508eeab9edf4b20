// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TexturePixels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/math/Half.h"

namespace usdscope {
namespace {

// The sRGB transfer function, IEC 61966-2-1.
float linearFromSrgb(float value) {
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

float srgbFromLinear(float value) {
  return value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

// Mipmaps average linear light, so sRGB bytes are converted to 12-bit linear values and back.
struct SrgbTables {
  std::array<std::uint16_t, 256> toLinear{};
  std::array<std::uint8_t, 4096> fromLinear{};

  SrgbTables() {
    for (std::size_t i = 0; i < toLinear.size(); ++i) {
      toLinear[i] =
          static_cast<std::uint16_t>(std::lround(linearFromSrgb(float(i) / 255.0f) * 4095.0f));
    }
    for (std::size_t i = 0; i < fromLinear.size(); ++i) {
      fromLinear[i] =
          static_cast<std::uint8_t>(std::lround(srgbFromLinear(float(i) / 4095.0f) * 255.0f));
    }
  }
};

template <typename T>
T opaqueValue() {
  if constexpr (std::is_same_v<T, float>) return 1.0f;
  if constexpr (std::is_same_v<T, Half>) return Half(1.0f);
  if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::max();
}

// Converts to four channels with rows from bottom to top. Grey becomes rgb; missing alpha becomes
// 1.
template <typename T>
std::vector<std::byte> uprightRgba(const Image& image) {
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  const auto channels = static_cast<std::size_t>(image.channelCount);
  std::vector<std::byte> result(width * height * 4 * sizeof(T));
  const auto* from = reinterpret_cast<const T*>(image.pixels.data());
  auto* to = reinterpret_cast<T*>(result.data());
  const bool isGrey = channels <= 2;
  const bool hasAlpha = channels == 2 || channels == 4;
  for (std::size_t y = 0; y < height; ++y) {
    const T* pixel = from + (height - 1 - y) * width * channels;
    for (std::size_t x = 0; x < width; ++x, pixel += channels, to += 4) {
      to[0] = pixel[0];
      to[1] = isGrey ? pixel[0] : pixel[1];
      to[2] = isGrey ? pixel[0] : pixel[2];
      to[3] = hasAlpha ? pixel[channels - 1] : opaqueValue<T>();
    }
  }
  return result;
}

template <typename T>
std::array<float, 4> minimumOf(const std::vector<std::byte>& rgba) {
  const float scale = std::is_integral_v<T> ? 1.0f / float(std::numeric_limits<T>::max()) : 1.0f;
  std::array<float, 4> minimum;
  minimum.fill(std::numeric_limits<float>::max());
  const auto* values = reinterpret_cast<const T*>(rgba.data());
  const std::size_t count = rgba.size() / sizeof(T);
  for (std::size_t i = 0; i < count; i += 4) {
    for (std::size_t c = 0; c < 4; ++c) minimum[c] = std::min(minimum[c], float(values[i + c]));
  }
  for (float& value : minimum) value *= scale;
  return minimum;
}

// The next mipmap of 8-bit pixels. The last pixel of an odd row or column is used twice.
std::vector<std::byte> halved(const std::vector<std::byte>& from, int width, int height,
                              bool isSrgb) {
  static const SrgbTables kTables;
  const int halfWidth = std::max(1, width / 2);
  const int halfHeight = std::max(1, height / 2);
  std::vector<std::byte> result(static_cast<std::size_t>(halfWidth) *
                                static_cast<std::size_t>(halfHeight) * 4);
  const auto* pixels = reinterpret_cast<const std::uint8_t*>(from.data());
  auto* to = reinterpret_cast<std::uint8_t*>(result.data());
  const auto rowSize = static_cast<std::size_t>(width) * 4;
  for (int y = 0; y < halfHeight; ++y) {
    const std::uint8_t* row0 = pixels + static_cast<std::size_t>(2 * y) * rowSize;
    const std::uint8_t* row1 = 2 * y + 1 < height ? row0 + rowSize : row0;
    for (int x = 0; x < halfWidth; ++x, to += 4) {
      const auto a = static_cast<std::size_t>(2 * x) * 4;
      const std::size_t b = 2 * x + 1 < width ? a + 4 : a;
      for (std::size_t c = 0; c < 4; ++c) {
        if (isSrgb && c < 3) {
          const auto& linear = kTables.toLinear;
          const unsigned sum = unsigned(linear[row0[a + c]]) + linear[row0[b + c]] +
                               linear[row1[a + c]] + linear[row1[b + c]];
          to[c] = kTables.fromLinear[(sum + 2) / 4];
        } else {
          to[c] = static_cast<std::uint8_t>(
              (unsigned(row0[a + c]) + row0[b + c] + row1[a + c] + row1[b + c] + 2) / 4);
        }
      }
    }
  }
  return result;
}

}  // namespace

bool isSrgb(const Image& image, TextureColorSpace colorSpace) {
  if (colorSpace != TextureColorSpace::Auto) return colorSpace == TextureColorSpace::Srgb;
  return image.type == PixelType::Unorm8 && image.channelCount >= 3;
}

TexturePixels makeTexturePixels(const Image& image, bool isSrgb, int maxSize) {
  TexturePixels result;
  result.type = image.type;
  result.width = image.width;
  result.height = image.height;
  result.isSrgb = isSrgb && image.type == PixelType::Unorm8;
  std::vector<std::byte> level;
  switch (image.type) {
    case PixelType::Unorm8:
      level = uprightRgba<std::uint8_t>(image);
      result.minimum = minimumOf<std::uint8_t>(level);
      break;
    case PixelType::Unorm16:
      level = uprightRgba<std::uint16_t>(image);
      result.minimum = minimumOf<std::uint16_t>(level);
      break;
    case PixelType::Half:
      level = uprightRgba<Half>(image);
      result.minimum = minimumOf<Half>(level);
      break;
    case PixelType::Float:
      level = uprightRgba<float>(image);
      result.minimum = minimumOf<float>(level);
      break;
  }
  if (image.type != PixelType::Unorm8) {
    result.levels.push_back(std::move(level));  // The device generates the mipmaps of these types.
    return result;
  }
  int width = image.width;
  int height = image.height;
  while (true) {
    const bool isLast = width == 1 && height == 1;
    const bool fits = std::max(width, height) <= maxSize || isLast;
    std::vector<std::byte> next;
    if (!isLast) next = halved(level, width, height, result.isSrgb);
    if (fits) {
      if (result.levels.empty()) {
        result.width = width;
        result.height = height;
      }
      result.levels.push_back(std::move(level));
    }
    if (isLast) return result;
    level = std::move(next);
    width = std::max(1, width / 2);
    height = std::max(1, height / 2);
  }
}

}  // namespace usdscope
