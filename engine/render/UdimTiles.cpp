// SPDX-License-Identifier: Apache-2.0
#include "engine/render/UdimTiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "engine/math/Half.h"

namespace usdscope {
namespace {

constexpr std::string_view kMark = "<UDIM>";
constexpr int kFirstTile = 1001;
constexpr int kColumns = 10;
constexpr int kTiles = 100;
constexpr std::size_t kAllowedPixelsOfTile = std::size_t{1} << 24;  // 4096 by 4096.

struct Tile {
  glm::ivec2 at{0};  // Column and row.
  Image image;       // Four channels of 8 bits.
};

float channelAt(const Image& image, std::size_t index) {
  const std::byte* at = image.pixels.data() + index * byteSizeOf(image.type);
  switch (image.type) {
    case PixelType::Unorm8:
      return float(std::to_integer<int>(*at)) / 255.0f;
    case PixelType::Unorm16: {
      std::uint16_t value = 0;
      std::memcpy(&value, at, sizeof value);
      return float(value) / 65535.0f;
    }
    case PixelType::Half: {
      Half value;
      std::memcpy(&value, at, sizeof value);
      return float(value);
    }
    case PixelType::Float: {
      float value = 0.0f;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
  }
  return 0.0f;
}

std::byte byteOf(float value) {
  return std::byte(std::lround(std::clamp(std::isnan(value) ? 0.0f : value, 0.0f, 1.0f) * 255.0f));
}

Image asRgba8(const Image& from) {
  const auto count = static_cast<std::size_t>(from.width) * static_cast<std::size_t>(from.height);
  const auto channels = static_cast<std::size_t>(from.channelCount);
  Image to{from.width, from.height, 4, PixelType::Unorm8, std::vector<std::byte>(count * 4)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      to.pixels[i * 4 + c] = byteOf(channelAt(from, i * channels + (channels >= 3 ? c : 0)));
    }
    const bool hasAlpha = channels == 2 || channels == 4;
    to.pixels[i * 4 + 3] =
        hasAlpha ? byteOf(channelAt(from, i * channels + channels - 1)) : std::byte{255};
  }
  return to;
}

// Scales an image into a rectangle of the whole. Each pixel is the mean of the pixels that it
// covers.
void place(const Image& from, const glm::ivec2& corner, const glm::ivec2& size, Image& whole) {
  const auto spanOf = [](int at, int extent, int cells) {
    const int first = static_cast<int>(std::int64_t{at} * extent / cells);
    const int last = static_cast<int>((std::int64_t{at} + 1) * extent / cells);
    return std::pair(first, std::max(last, first + 1));
  };
  for (int y = 0; y < size.y; ++y) {
    const auto [top, bottom] = spanOf(y, from.height, size.y);
    for (int x = 0; x < size.x; ++x) {
      const auto [left, right] = spanOf(x, from.width, size.x);
      unsigned sums[4] = {};
      for (int j = top; j < bottom; ++j) {
        for (int i = left; i < right; ++i) {
          const auto at = (static_cast<std::size_t>(j) * static_cast<std::size_t>(from.width) +
                           static_cast<std::size_t>(i)) *
                          4;
          for (std::size_t c = 0; c < 4; ++c) {
            sums[c] += std::to_integer<unsigned>(from.pixels[at + c]);
          }
        }
      }
      const auto count = static_cast<unsigned>((bottom - top) * (right - left));
      const auto at =
          (static_cast<std::size_t>(corner.y + y) * static_cast<std::size_t>(whole.width) +
           static_cast<std::size_t>(corner.x + x)) *
          4;
      for (std::size_t c = 0; c < 4; ++c) {
        whole.pixels[at + c] = std::byte((sums[c] + count / 2) / count);
      }
    }
  }
}

Image shrunk(Image image, int limit) {
  const int longest = std::max(image.width, image.height);
  if (longest <= limit) return image;
  const auto scaled = [&](int side) {
    return std::max(1, static_cast<int>(std::int64_t{side} * limit / longest));
  };
  Image small{scaled(image.width), scaled(image.height), 4, PixelType::Unorm8, {}};
  small.pixels.resize(small.rowByteSize() * static_cast<std::size_t>(small.height));
  place(image, glm::ivec2(0), glm::ivec2(small.width, small.height), small);
  return small;
}

}  // namespace

bool isUdim(const std::string& file) { return file.find(kMark) != std::string::npos; }

std::vector<std::string> udimTileFiles(const std::string& file) {
  const std::size_t mark = file.find(kMark);
  if (mark == std::string::npos) return {file};
  std::vector<std::string> files;
  for (int i = 0; i < kTiles; ++i) {
    files.push_back(file);
    files.back().replace(mark, kMark.size(), std::to_string(kFirstTile + i));
  }
  return files;
}

TexturePixels readUdimTiles(const std::string& file, const ImageLoader& load,
                            TextureColorSpace colorSpace, int maxSize, std::size_t allowedPixels) {
  // Tiles are shrunk while reading to the largest size that the columns and rows found so far
  // allow.
  std::vector<Tile> tiles;
  glm::ivec2 first(std::numeric_limits<int>::max());
  glm::ivec2 last(0);
  int size = 1;
  bool areSrgb = false;
  std::size_t pixels = 0;
  std::string problem;
  const std::vector<std::string> files = udimTileFiles(file);
  for (int i = 0; i < static_cast<int>(files.size()); ++i) {
    const ImageResult read = load(files[static_cast<std::size_t>(i)]);
    if (!read.image || read.image->width <= 0 || read.image->height <= 0) continue;
    areSrgb = areSrgb || isSrgb(*read.image, colorSpace);
    const glm::ivec2 at(i % kColumns, i / kColumns);
    first = glm::min(first, at);
    last = glm::max(last, at);
    const int limit = std::max(1, maxSize / (std::max(last.x - first.x, last.y - first.y) + 1));
    tiles.push_back({at, shrunk(asRgba8(*read.image), limit)});
    size = std::max({size, tiles.back().image.width, tiles.back().image.height});
    pixels +=
        static_cast<std::size_t>(read.image->width) * static_cast<std::size_t>(read.image->height);
    if (pixels > allowedPixels + kAllowedPixelsOfTile * tiles.size()) {
      problem = fmt::format(
          "The tiles up to {} have {} pixels, which are too many: the other tiles are not read.",
          kFirstTile + i, pixels);
      break;
    }
  }
  TexturePixels result;
  if (tiles.empty()) {
    result.problem = "There is no tile with a number from 1001 to 1100.";
    return result;
  }

  const glm::ivec2 count = last - first + 1;
  size = std::clamp(size, 1, std::max(1, maxSize / std::max(count.x, count.y)));

  Image whole{count.x * size, count.y * size, 4, PixelType::Unorm8, {}};
  whole.pixels.resize(whole.rowByteSize() * static_cast<std::size_t>(whole.height));
  for (const Tile& tile : tiles) {
    // Rows of tiles go upwards, rows of pixels downwards.
    const glm::ivec2 corner((tile.at.x - first.x) * size, (last.y - tile.at.y) * size);
    place(tile.image, corner, glm::ivec2(size), whole);
  }
  result = makeTexturePixels(whole, areSrgb, maxSize);
  result.tiles = glm::ivec4(first, count);
  if (!problem.empty()) result.problem = std::move(problem);
  return result;
}

}  // namespace usdscope
