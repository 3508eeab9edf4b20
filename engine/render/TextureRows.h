// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/image/ImageRows.h"
#include "engine/render/TexturePixels.h"

namespace usdscope {

/// Makes TexturePixels from the rows of an image. Images of 8 bits that are larger than the texture
/// may be are halved row by row, so that they are never held as a whole. One thread.
class TextureRows : public ImageRows {
 public:
  TextureRows(TextureColorSpace colorSpace, int maxSize)
      : colorSpace_(colorSpace), maxSize_(maxSize) {}

  void begin(const Image& shape) override;
  void row(std::span<const std::byte> bytes) override;

  /// Returns the texture. Requires: all rows have come. Once only.
  TexturePixels take();

 private:
  // Halves the rows of one level.
  struct Halving {
    int width = 0;  // The size of the level that is halved.
    int height = 0;
    std::vector<std::byte> upper;  // The upper row of a pair, which comes first.
    std::vector<std::byte> result;
  };
  std::span<std::byte> rowOfLevel(int y);
  void pass(std::size_t halving, int y, std::span<const std::byte> rgba);

  const TextureColorSpace colorSpace_;
  const int maxSize_;
  Image shape_;
  int rowCount_ = 0;  // Rows that have come.
  std::vector<std::byte> rgba_;
  std::vector<Halving> halvings_;
  TexturePixels result_;
};

}  // namespace usdscope
