// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace usdscope {

/// The type of one channel of a pixel. Unorm types map their range to [0, 1].
enum class PixelType : std::uint8_t { Unorm8, Unorm16, Half, Float };

constexpr std::size_t byteSizeOf(PixelType type) {
  return type == PixelType::Unorm8 ? 1u : type == PixelType::Float ? 4u : 2u;
}

/// Pixels in rows from top to bottom, without padding. The image does not know its colour space.
struct Image {
  int width = 0;
  int height = 0;
  int channelCount = 0;  ///< 1 grey, 2 grey and alpha, 3 rgb, 4 rgba.
  PixelType type = PixelType::Unorm8;
  std::vector<std::byte> pixels;

  std::size_t rowByteSize() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(channelCount) *
           byteSizeOf(type);
  }
};

struct ImageResult {
  std::optional<Image> image;
  std::string problem;  ///< A sentence that says why there is no image; else empty.
};

/// Returns whether an image of this size may be read from a file of `fileByteSize`; if not,
/// `problem` says why. The limits are 32768 pixels in a row or column, 2^28 pixels in all, and the
/// number of pixels that so many bytes can encode.
bool isImageSizeAllowed(long long width, long long height, std::size_t fileByteSize,
                        std::string& problem);

}  // namespace usdscope
