// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TextureRows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

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

// Converts a row to four channels. Grey becomes rgb; missing alpha becomes 1. Lowers `minimum` to
// the smallest values.
template <typename T>
void convertRow(std::span<const std::byte> from, std::size_t channels, std::span<std::byte> to,
                std::array<float, 4>& minimum) {
  const bool isGrey = channels <= 2;
  const bool hasAlpha = channels == 2 || channels == 4;
  const auto* pixel = reinterpret_cast<const T*>(from.data());
  auto* out = reinterpret_cast<T*>(to.data());
  const std::size_t width = to.size() / (4 * sizeof(T));
  for (std::size_t x = 0; x < width; ++x, pixel += channels, out += 4) {
    out[0] = pixel[0];
    out[1] = isGrey ? pixel[0] : pixel[1];
    out[2] = isGrey ? pixel[0] : pixel[2];
    out[3] = hasAlpha ? pixel[channels - 1] : opaqueValue<T>();
    for (std::size_t c = 0; c < 4; ++c) minimum[c] = std::min(minimum[c], float(out[c]));
  }
}

float largestValue(PixelType type) {
  if (type == PixelType::Unorm8) return 255.0f;
  return type == PixelType::Unorm16 ? 65535.0f : 1.0f;
}

// A row of the next mipmap of 8-bit pixels, from two rows of `width` pixels. The last pixel of an
// odd row is not used, unless it is the only one.
void halveRow(std::span<const std::byte> lower, std::span<const std::byte> upper, int width,
              bool isSrgb, std::span<std::byte> out) {
  static const SrgbTables kTables;
  const auto* row0 = reinterpret_cast<const std::uint8_t*>(lower.data());
  const auto* row1 = reinterpret_cast<const std::uint8_t*>(upper.data());
  auto* to = reinterpret_cast<std::uint8_t*>(out.data());
  const int halfWidth = std::max(1, width / 2);
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

std::size_t rgbaRowSize(int width) { return static_cast<std::size_t>(width) * 4; }

// The next mipmap of 8-bit pixels.
std::vector<std::byte> halved(std::span<const std::byte> from, int width, int height, bool isSrgb) {
  const std::size_t rowSize = rgbaRowSize(width);
  const std::size_t halfSize = rgbaRowSize(std::max(1, width / 2));
  const auto halfHeight = static_cast<std::size_t>(std::max(1, height / 2));
  std::vector<std::byte> result(halfSize * halfHeight);
  for (std::size_t y = 0; y < halfHeight; ++y) {
    const auto lower = from.subspan(2 * y * rowSize, rowSize);
    const auto upper = height > 1 ? from.subspan((2 * y + 1) * rowSize, rowSize) : lower;
    halveRow(lower, upper, width, isSrgb, std::span(result).subspan(y * halfSize, halfSize));
  }
  return result;
}

}  // namespace

void TextureRows::begin(const Image& shape) {
  shape_ = shape;
  result_.type = shape.type;
  result_.width = shape.width;
  result_.height = shape.height;
  result_.isSrgb = isSrgb(shape, colorSpace_) && shape.type == PixelType::Unorm8;
  result_.minimum.fill(std::numeric_limits<float>::max());
  // The device generates the mipmaps of other types.
  const bool isHalved = shape.type == PixelType::Unorm8;
  int& width = result_.width;
  int& height = result_.height;
  while (isHalved && std::max(width, height) > std::max(maxSize_, 1)) {
    halvings_.push_back({width, height, {}, {}});
    width = std::max(1, width / 2);
    height = std::max(1, height / 2);
    halvings_.back().result.resize(rgbaRowSize(width));
  }
  if (!halvings_.empty()) rgba_.resize(rgbaRowSize(shape.width));
  const std::size_t rowSize = rgbaRowSize(width) * byteSizeOf(shape.type);
  result_.levels.emplace_back(rowSize * static_cast<std::size_t>(height));
}

std::span<std::byte> TextureRows::rowOfLevel(int y) {
  const std::size_t rowSize = rgbaRowSize(result_.width) * byteSizeOf(result_.type);
  return std::span(result_.levels.front()).subspan(static_cast<std::size_t>(y) * rowSize, rowSize);
}

void TextureRows::row(std::span<const std::byte> bytes) {
  // Images have their rows from top to bottom, textures from bottom to top.
  const int y = shape_.height - 1 - rowCount_++;
  const std::span<std::byte> rgba = halvings_.empty() ? rowOfLevel(y) : std::span(rgba_);
  const auto channels = static_cast<std::size_t>(shape_.channelCount);
  switch (shape_.type) {
    case PixelType::Unorm8:
      convertRow<std::uint8_t>(bytes, channels, rgba, result_.minimum);
      break;
    case PixelType::Unorm16:
      convertRow<std::uint16_t>(bytes, channels, rgba, result_.minimum);
      break;
    case PixelType::Half:
      convertRow<Half>(bytes, channels, rgba, result_.minimum);
      break;
    case PixelType::Float:
      convertRow<float>(bytes, channels, rgba, result_.minimum);
      break;
  }
  if (!halvings_.empty()) pass(0, y, rgba);
}

void TextureRows::pass(std::size_t index, int y, std::span<const std::byte> rgba) {
  if (index == halvings_.size()) {
    std::ranges::copy(rgba, rowOfLevel(y).begin());
    return;
  }
  Halving& halving = halvings_[index];
  const int halfHeight = std::max(1, halving.height / 2);
  if (y / 2 >= halfHeight) return;  // The last row of an odd number has no other one.
  if (y % 2 == 1) {
    halving.upper.assign(rgba.begin(), rgba.end());
    return;
  }
  const std::span<const std::byte> upper = halving.height > 1 ? std::span(halving.upper) : rgba;
  halveRow(rgba, upper, halving.width, result_.isSrgb, halving.result);
  pass(index + 1, y / 2, halving.result);
}

TexturePixels TextureRows::take() {
  for (float& value : result_.minimum) value *= 1.0f / largestValue(result_.type);
  if (result_.type != PixelType::Unorm8) return std::move(result_);
  int width = result_.width;
  int height = result_.height;
  while (width > 1 || height > 1) {
    result_.levels.push_back(halved(result_.levels.back(), width, height, result_.isSrgb));
    width = std::max(1, width / 2);
    height = std::max(1, height / 2);
  }
  return std::move(result_);
}

}  // namespace usdscope
