// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ReadImage.h"

#include <stb_image.h>

#include <cstring>
#include <limits>
#include <memory>

#include "engine/image/detail/JpegTables.h"
#include "engine/image/detail/ReadExr.h"
#include "engine/image/detail/ReadPng.h"

namespace usdscope {
namespace {

struct FreeStb {
  void operator()(void* pixels) const { stbi_image_free(pixels); }
};

ImageResult readWithStb(std::span<const std::byte> bytes) {
  ImageResult result;
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    result.problem = "The image file is too large.";
    return result;
  }
  const int byteSize = static_cast<int>(bytes.size());
  Image image;
  const auto explain = [&] {
    const char* reason = stbi_failure_reason();
    result.problem =
        std::string("The image cannot be read: ") + (reason ? reason : "unknown") + ".";
    return result;
  };
  if (!stbi_info_from_memory(data, byteSize, &image.width, &image.height, &image.channelCount)) {
    return explain();
  }
  if (!isImageSizeAllowed(image.width, image.height, bytes.size(), result.problem)) return result;
  if (lacksJpegTables(bytes)) {
    result.problem = "The image cannot be read: a Huffman table is missing.";
    return result;
  }
  std::unique_ptr<void, FreeStb> pixels;
  if (stbi_is_hdr_from_memory(data, byteSize)) {
    image.type = PixelType::Float;
    pixels.reset(stbi_loadf_from_memory(data, byteSize, &image.width, &image.height,
                                        &image.channelCount, 0));
  } else if (stbi_is_16_bit_from_memory(data, byteSize)) {
    image.type = PixelType::Unorm16;
    pixels.reset(stbi_load_16_from_memory(data, byteSize, &image.width, &image.height,
                                          &image.channelCount, 0));
  } else {
    pixels.reset(
        stbi_load_from_memory(data, byteSize, &image.width, &image.height, &image.channelCount, 0));
  }
  if (!pixels) return explain();
  image.pixels.resize(image.rowByteSize() * static_cast<std::size_t>(image.height));
  std::memcpy(image.pixels.data(), pixels.get(), image.pixels.size());
  result.image = std::move(image);
  return result;
}

ImageResult fromFile(const FileBytesResult& file) {
  if (!file.bytes) return {std::nullopt, file.problem};
  return readImage(file.bytes->span());
}

}  // namespace

ImageResult readImage(std::span<const std::byte> bytes) {
  if (bytes.empty()) return {std::nullopt, "The image file is empty."};
  if (isExr(bytes)) return readExr(bytes);
  return isPng(bytes) ? readPng(bytes) : readWithStb(bytes);
}

ImageResult readImageFile(const AssetResolver& resolver, const std::string& identifier) {
  return fromFile(resolver.open(identifier));
}

ImageSource imagesOf(const std::shared_ptr<AssetResolver>& resolver) {
  return {.load = [resolver](const std::string& id) { return readImageFile(*resolver, id); },
          .modificationTime =
              [resolver](const std::string& id) { return resolver->modificationTime(id); },
          .forget = [resolver](const std::string& id) { resolver->forget(id); }};
}

ImageResult readImageFile(const std::string& path) { return fromFile(readFileBytes(path)); }

}  // namespace usdscope
