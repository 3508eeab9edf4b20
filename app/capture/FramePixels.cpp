// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FramePixels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/image/DisplayValues.h"
#include "engine/math/Types.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 16384;

// A pixel of the text: display values, multiplied by alpha.
glm::vec4 textAt(std::span<const std::uint32_t> text, std::size_t i) {
  if (text.empty()) return glm::vec4(0.0f);
  const std::uint32_t word = text[i];
  return glm::vec4(float(word >> 16 & 255u), float(word >> 8 & 255u), float(word & 255u),
                   float(word >> 24)) /
         255.0f;
}

std::byte byteOf(float value) {
  return static_cast<std::byte>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
}

glm::vec4 linearOf(const glm::vec4& text) {
  if (text.w <= 0.0f) return glm::vec4(0.0f);
  return {linearFromDisplay(text.x / text.w) * text.w, linearFromDisplay(text.y / text.w) * text.w,
          linearFromDisplay(text.z / text.w) * text.w, text.w};
}

glm::vec4 floatsAt(const Image& image, std::size_t i) {
  std::array<float, 4> pixel{};
  std::memcpy(pixel.data(), image.pixels.data() + i * sizeof pixel, sizeof pixel);
  return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

// 8-bit display values stay as they are where there is no text.
void blendText(Image& picture, std::span<const std::uint32_t> text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 0) continue;
    const glm::vec4 over = textAt(text, i);
    std::byte* pixel = picture.pixels.data() + i * 3;
    for (int c = 0; c < 3; ++c) {
      pixel[c] = byteOf(over[c] + (1.0f - over.w) * float(pixel[c]) / 255.0f);
    }
  }
}

Image asExr(Image picture, std::span<const std::uint32_t> text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 0) continue;
    const glm::vec4 over = linearOf(textAt(text, i));
    const glm::vec4 blended = over + (1.0f - over.w) * floatsAt(picture, i);
    std::memcpy(picture.pixels.data() + i * sizeof blended, &blended.x, sizeof blended);
  }
  return picture;
}

// Encodes linear colours, which are not multiplied by alpha, as the choice says.
void encode(std::span<glm::vec4> colors, const PixelChoice& choice) {
  if (choice.displayTransform) {
    return choice.displayTransform->apply({&colors.front().x, colors.size() * 4});
  }
  if (!choice.encodesDisplay) return;
  for (glm::vec4& color : colors) {
    for (int c = 0; c < 3; ++c) color[c] = displayFromLinear(color[c]);
  }
}

// Returns 8-bit pixels of a linear picture, with alpha if `choice` is transparent.
Image asBytes(const Image& picture, std::span<const std::uint32_t> text,
              const PixelChoice& choice) {
  const std::size_t channels = choice.isTransparent ? 4 : 3;
  Image out{picture.width, picture.height, int(channels), PixelType::Unorm8, {}};
  const std::size_t count = std::size_t(picture.width) * std::size_t(picture.height);
  out.pixels.resize(count * channels);
  parallelFor(count, kGrain, [&](std::size_t first, std::size_t last) {
    // The encoding is for the colour itself, not for its product with alpha.
    std::vector<glm::vec4> colors(last - first, glm::vec4(0.0f, 0.0f, 0.0f, 1.0f));
    for (std::size_t i = first; i < last; ++i) {
      const glm::vec4 linear = floatsAt(picture, i);
      const float alpha = std::clamp(linear.w, 0.0f, 1.0f);
      if (alpha > 0.0f) colors[i - first] = glm::vec4(glm::vec3(linear) / alpha, 1.0f);
    }
    encode(colors, choice);
    for (std::size_t i = first; i < last; ++i) {
      const float alpha = std::clamp(floatsAt(picture, i).w, 0.0f, 1.0f);
      const glm::vec4 over = textAt(text, i);
      const float outAlpha = over.w + (1.0f - over.w) * alpha;
      std::byte* pixel = out.pixels.data() + i * channels;
      for (int c = 0; c < 3; ++c) {
        const float encoded = colors[i - first][c];
        const float color = encoded > 0.0f ? std::min(encoded, 1.0f) : 0.0f;  // NaN is 0.
        const float blended = over[c] + (1.0f - over.w) * alpha * color;
        pixel[c] = byteOf(outAlpha > 0.0f ? blended / outAlpha : 0.0f);
      }
      if (channels == 4) pixel[3] = byteOf(outAlpha);
    }
  });
  return out;
}

}  // namespace

std::optional<PictureFormat> formatOfFile(std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos) return std::nullopt;
  std::string ending(name.substr(point + 1));
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return char(std::tolower(c)); });
  if (ending == "png") return PictureFormat::Png;
  if (ending == "exr") return PictureFormat::Exr;
  if (ending == "mp4") return PictureFormat::Mp4;
  return std::nullopt;
}

Image finishedPicture(Image picture, std::span<const std::uint32_t> text,
                      const PixelChoice& choice) {
  assert(text.empty() || text.size() == std::size_t(picture.width) * std::size_t(picture.height));
  if (choice.format == PictureFormat::Exr) return asExr(std::move(picture), text);
  if (choice.needsLinear()) return asBytes(picture, text, choice);
  blendText(picture, text);
  return picture;
}

}  // namespace usdscope
