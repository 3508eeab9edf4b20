// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <string>
#include <vector>

#include "engine/image/detail/ReadPng.h"

namespace usdscope {
namespace {

struct Source {
  std::span<const std::byte> left;
  char problem[128] = {};
};

void takeBytes(png_structp png, png_bytep out, png_size_t byteSize) {
  auto& source = *static_cast<Source*>(png_get_io_ptr(png));
  if (byteSize > source.left.size()) png_error(png, "the file ends too early");
  std::memcpy(out, source.left.data(), byteSize);
  source.left = source.left.subspan(byteSize);
}

[[noreturn]] void onPngError(png_structp png, png_const_charp text) {
  auto& source = *static_cast<Source*>(png_get_error_ptr(png));
  std::strncpy(source.problem, text, sizeof source.problem - 1);
  png_longjmp(png, 1);
}

void onPngWarning(png_structp, png_const_charp) {}

// A file that is being read. libpng fails with longjmp, so the functions that call it have no
// objects with destructors.
struct PngReader {
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit PngReader(Source& source)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, onPngError, onPngWarning)) {
    if (png) info = png_create_info_struct(png);
    if (info) png_set_read_fn(png, &source, takeBytes);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  bool readHeader(Image& image) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Texts and profiles are not used, and can be a thousand times as large as in the file.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_read_info(png, info);
    png_set_expand(png);
    if constexpr (std::endian::native == std::endian::little) png_set_swap(png);
    const png_uint_32 width = png_get_image_width(png, info);
    const png_uint_32 height = png_get_image_height(png, info);
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    return true;
  }

  bool startLines(Image& image) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    image.channelCount = png_get_channels(png, info);
    image.type = png_get_bit_depth(png, info) == 16 ? PixelType::Unorm16 : PixelType::Unorm8;
    return true;
  }

  bool isInterlaced() const { return png_get_interlace_type(png, info) != PNG_INTERLACE_NONE; }

  bool readLine(png_bytep line) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_row(png, line, nullptr);
    return true;
  }

  bool readLines(png_bytepp lines) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_image(png, lines);
    return true;
  }
};

/// The steps of reading a file, in this order. Each returns a sentence that says why it failed;
/// empty on success.
class PngFile {
 public:
  explicit PngFile(std::span<const std::byte> bytes)
      : byteSize_(bytes.size()), source_{.left = bytes}, reader_(source_) {}

  std::string readShape(Image& image) {
    if (!reader_.info || !reader_.readHeader(image)) return failure();
    std::string problem;
    if (!isImageSizeAllowed(image.width, image.height, byteSize_, problem)) return problem;
    return reader_.startLines(image) ? std::string() : failure();
  }

  bool isInterlaced() const { return reader_.isInterlaced(); }

  std::string readPixels(Image& image) {
    image.pixels.resize(image.rowByteSize() * static_cast<std::size_t>(image.height));
    std::vector<png_bytep> lines(static_cast<std::size_t>(image.height));
    for (std::size_t row = 0; row < lines.size(); ++row) {
      lines[row] = reinterpret_cast<png_bytep>(image.pixels.data() + row * image.rowByteSize());
    }
    return reader_.readLines(lines.data()) ? std::string() : failure();
  }

  // Requires: !isInterlaced().
  std::string readRows(const Image& shape, ImageRows& rows) {
    rows.begin(shape);
    std::vector<std::byte> line(shape.rowByteSize());
    for (int y = 0; y < shape.height; ++y) {
      if (!reader_.readLine(reinterpret_cast<png_bytep>(line.data()))) return failure();
      rows.row(line);
    }
    return {};
  }

 private:
  std::string failure() const {
    return std::string("The image cannot be read: ") +
           (source_.problem[0] ? source_.problem : "there is not enough memory") + ".";
  }

  std::size_t byteSize_;
  Source source_;
  PngReader reader_;
};

}  // namespace

bool isPng(std::span<const std::byte> bytes) {
  return bytes.size() >= 8 &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

ImageResult readPng(std::span<const std::byte> bytes) {
  PngFile file(bytes);
  ImageResult result;
  Image image;
  result.problem = file.readShape(image);
  if (result.problem.empty()) result.problem = file.readPixels(image);
  if (result.problem.empty()) result.image = std::move(image);
  return result;
}

std::string readPngRows(std::span<const std::byte> bytes, ImageRows& rows) {
  PngFile file(bytes);
  Image image;
  std::string problem = file.readShape(image);
  if (!problem.empty()) return problem;
  if (!file.isInterlaced()) return file.readRows(image, rows);
  // The rows of interlaced images are known only when all have been read.
  problem = file.readPixels(image);
  if (problem.empty()) sendRows(image, rows);
  return problem;
}

}  // namespace usdscope
