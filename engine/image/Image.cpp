// SPDX-License-Identifier: Apache-2.0
#include "engine/image/Image.h"

#include <fmt/format.h>

#include "engine/image/detail/ImageSize.h"

namespace usdscope {

bool isImageSizeAllowed(long long width, long long height, std::size_t fileByteSize,
                        std::string& problem) {
  // Deflate, the densest coding, expands one byte to at most 1032; a pixel has at least one bit.
  constexpr std::size_t kMostPixelsPerByte = 1032 * 8;
  return isImageSizeAllowed(width, height, fileByteSize, problem, kMostPixelsPerByte);
}

bool isImageSizeAllowed(long long width, long long height, std::size_t fileByteSize,
                        std::string& problem, std::size_t mostPixelsPerByte) {
  if (width <= 0 || height <= 0) {
    problem = "The image has no pixels.";
    return false;
  }
  constexpr long long kMaxSize = 32768;
  constexpr std::size_t kMaxPixels = std::size_t{1} << 28;
  const bool isSmall = width <= kMaxSize && height <= kMaxSize;
  const std::size_t pixels =
      isSmall ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height) : 0;
  if (isSmall && pixels / mostPixelsPerByte > fileByteSize) {
    problem = fmt::format("The file has too few bytes for {} by {} pixels.", width, height);
    return false;
  }
  if (!isSmall || pixels > kMaxPixels) {
    problem = fmt::format("The image has {} by {} pixels, which is too many.", width, height);
    return false;
  }
  return true;
}

}  // namespace usdscope
