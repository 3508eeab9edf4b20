// SPDX-License-Identifier: Apache-2.0
#include "app/cli/thumbnail/Preview.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/image/ReadImage.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Prim.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

constexpr std::array<std::string_view, 3> kCameraNames = {"ThumbnailGenerator", "thumbnail",
                                                          "main_cam"};

// The channel of a pixel, from 0 to 65535.
std::uint32_t channelAt(const Image& image, int x, int y, int channel) {
  const std::size_t at = (std::size_t(y) * std::size_t(image.width) + std::size_t(x)) *
                             std::size_t(image.channelCount) +
                         std::size_t(channel);
  if (image.type == PixelType::Unorm8) return std::uint32_t(image.pixels[at]) * 257u;
  std::uint16_t value = 0;
  std::memcpy(&value, &image.pixels[at * 2], 2);
  return value;
}

}  // namespace

Image reduced(const Image& image, int size) {
  if (image.width <= size && image.height <= size) return image;
  const double scale = double(size) / std::max(image.width, image.height);
  Image out;
  out.width = std::max(1, int(std::lround(image.width * scale)));
  out.height = std::max(1, int(std::lround(image.height * scale)));
  out.channelCount = image.channelCount;
  out.pixels.reserve(std::size_t(out.width) * std::size_t(out.height) *
                     std::size_t(out.channelCount));
  for (int y = 0; y < out.height; ++y) {
    const int top = int(std::int64_t(y) * image.height / out.height);
    const int bottom = std::max(top + 1, int(std::int64_t(y + 1) * image.height / out.height));
    for (int x = 0; x < out.width; ++x) {
      const int left = int(std::int64_t(x) * image.width / out.width);
      const int right = std::max(left + 1, int(std::int64_t(x + 1) * image.width / out.width));
      for (int channel = 0; channel < image.channelCount; ++channel) {
        std::uint64_t sum = 0;
        for (int v = top; v < bottom; ++v) {
          for (int u = left; u < right; ++u) sum += channelAt(image, u, v, channel);
        }
        const auto count = std::uint64_t(right - left) * std::uint64_t(bottom - top);
        out.pixels.push_back(std::byte((sum / count) >> 8));
      }
    }
  }
  return out;
}

std::optional<Image> previewImage(const Stage& stage, int size) {
  const Prim prim = stage.defaultPrim();
  if (!prim) return std::nullopt;
  Value value = prim.metadata(fields::kAssetInfo);
  for (const char* key : {"previews", "thumbnails", "default", "defaultImage"}) {
    const auto* dictionary = value.find<Dictionary>();
    const Value* next = dictionary ? dictionary->find(key) : nullptr;
    if (!next) return std::nullopt;
    value = Value(*next);
  }
  const auto* path = value.find<AssetPath>();
  if (!path) return std::nullopt;
  const std::string file =
      path->resolved.empty()
          ? stage.resolver().resolve(path->path(), stage.rootLayer()->identifier())
          : path->resolved;
  if (file.empty()) return std::nullopt;
  const ImageResult read = readImageFile(stage.resolver(), file);
  const bool isReducible = read.image && (read.image->type == PixelType::Unorm8 ||
                                          read.image->type == PixelType::Unorm16);
  return isReducible ? std::optional(reduced(*read.image, size)) : std::nullopt;
}

std::string previewCamera(const Stage& stage) {
  std::array<std::string, kCameraNames.size()> found;
  traverse(stage.pseudoRoot(), PrimFilter(), [&](const Prim& prim) {
    const auto* name = std::ranges::find(kCameraNames, prim.name().text());
    if (name != kCameraNames.end() && prim.typeName() == std::string_view("Camera")) {
      std::string& camera = found[std::size_t(name - kCameraNames.begin())];
      if (camera.empty()) camera = prim.path().text();
    }
    return true;
  });
  for (const std::string& camera : found) {
    if (!camera.empty()) return camera;
  }
  return {};
}

}  // namespace usdscope
