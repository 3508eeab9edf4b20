// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ReadImage.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

#include "engine/image/detail/ExrHeader.h"
#include "engine/image/detail/ImageSize.h"
#include "engine/image/detail/JpegTables.h"
#include "engine/image/detail/ReadExr.h"
#include "engine/image/detail/ReadPng.h"

namespace usdscope {
namespace {

struct FreeStb {
  void operator()(void* pixels) const { stbi_image_free(pixels); }
};

// The decoder makes black pixels of bytes that a file does not have, so the coding of a format says
// how many there can be for each byte.
std::size_t mostPixelsPerByte(std::span<const std::byte> bytes) {
  struct Coding {
    std::string_view start;
    std::size_t pixelsPerByte;
  };
  static constexpr Coding kCodings[] = {
      {"\xFF\xD8", 512},  // JPEG: a bit for each block of 64 pixels.
      {"GIF8", 4096},     // GIF: at most 12 bits for a run of up to 4096.
      {"#?", 16},         // HDR: two bytes for a run of 127 in each of four channels.
      {"BM", 8},          // Bitmaps: a bit for each pixel.
      {"P5", 8},
      {"P6", 8},
      {"\x53\x80\xF6\x34", 16384},  // PIC: four bytes for a run of up to 65,535.
  };
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Coding& coding : kCodings) {
    if (text.starts_with(coding.start)) return coding.pixelsPerByte;
  }
  return 128;  // TGA and PSD have runs of at most 128 pixels.
}

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
  if (!isImageSizeAllowed(image.width, image.height, bytes.size(), result.problem,
                          mostPixelsPerByte(bytes))) {
    return result;
  }
  const JpegScans scans = jpegScansOf(bytes);
  if (scans.lackTables) {
    result.problem = "The image cannot be read: a Huffman table is missing.";
    return result;
  }
  // Each of them visits all pixels, and needs a few bytes.
  constexpr std::size_t kMostScans = 100;
  if (scans.count > kMostScans) {
    result.problem =
        fmt::format("The image has more than {} scans, which is too many.", kMostScans);
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

std::string readImageRows(std::span<const std::byte> bytes, ImageRows& rows) {
  if (isPng(bytes)) return readPngRows(bytes, rows);
  const ImageResult read = readImage(bytes);
  if (read.image) sendRows(*read.image, rows);
  return read.problem;
}

std::string loadRowsOf(const ImageSource& source, const std::string& identifier, ImageRows& rows) {
  if (source.loadRows) return source.loadRows(identifier, rows);
  const ImageResult read = source.load(identifier);
  if (read.image) sendRows(*read.image, rows);
  return read.problem;
}

ImageResult readImageFile(const AssetResolver& resolver, const std::string& identifier) {
  return fromFile(resolver.open(identifier));
}

ImageSource imagesOf(const std::shared_ptr<AssetResolver>& resolver) {
  return {.load = [resolver](const std::string& id) { return readImageFile(*resolver, id); },
          .loadRows = [resolver](const std::string& id, ImageRows& rows) -> std::string {
            const FileBytesResult file = resolver->open(id);
            return file.bytes ? readImageRows(file.bytes->span(), rows) : file.problem;
          },
          .modificationTime =
              [resolver](const std::string& id) { return resolver->modificationTime(id); },
          .forget = [resolver](const std::string& id) { resolver->forget(id); }};
}

ImageResult readImageFile(const std::string& path) { return fromFile(readFileBytes(path)); }

}  // namespace usdscope
