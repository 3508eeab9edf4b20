// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ImageRows.h"

namespace usdscope {

void sendRows(const Image& image, ImageRows& rows) {
  rows.begin({image.width, image.height, image.channelCount, image.type, {}});
  const std::span<const std::byte> pixels(image.pixels);
  const std::size_t rowByteSize = image.rowByteSize();
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    rows.row(pixels.subspan(y * rowByteSize, rowByteSize));
  }
}

}  // namespace usdscope
