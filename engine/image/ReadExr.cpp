// SPDX-License-Identifier: Apache-2.0
#include <ImfIO.h>
#include <ImfRgbaFile.h>

#include <cstring>
#include <exception>
#include <stdexcept>

#include "engine/image/detail/ExrHeader.h"
#include "engine/image/detail/ReadExr.h"

namespace usdscope {
namespace {

// The library reads through a stream and reports by exceptions, which stay in this file.
class BytesStream : public Imf::IStream {
 public:
  explicit BytesStream(std::span<const std::byte> bytes) : IStream("image"), bytes_(bytes) {}

  bool read(char c[], int n) override {
    const auto count = static_cast<std::size_t>(n);
    if (n < 0 || count > bytes_.size() - offset_) throw std::runtime_error("The file is cut off.");
    std::memcpy(c, bytes_.data() + offset_, count);
    offset_ += count;
    return offset_ < bytes_.size();
  }
  std::uint64_t tellg() override { return offset_; }
  void seekg(std::uint64_t offset) override {
    if (offset > bytes_.size()) throw std::runtime_error("The file is cut off.");
    offset_ = static_cast<std::size_t>(offset);
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t offset_ = 0;
};

}  // namespace

ImageResult readExr(std::span<const std::byte> bytes) {
  ImageResult result;
  result.problem = exrHeaderProblem(bytes);
  if (!result.problem.empty()) return result;
  try {
    BytesStream stream(bytes);
    Imf::RgbaInputFile file(stream);
    const auto window = file.dataWindow();
    const long long width = static_cast<long long>(window.max.x) - window.min.x + 1;
    const long long height = static_cast<long long>(window.max.y) - window.min.y + 1;
    if (!isImageSizeAllowed(width, height, bytes.size(), result.problem)) return result;
    Image image{static_cast<int>(width), static_cast<int>(height), 4, PixelType::Half, {}};
    std::vector<Imf::Rgba> pixels(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height));
    const auto stride = static_cast<std::ptrdiff_t>(width);
    file.setFrameBuffer(pixels.data() - window.min.x - window.min.y * stride, 1,
                        static_cast<std::size_t>(stride));
    file.readPixels(window.min.y, window.max.y);
    static_assert(sizeof(Imf::Rgba) == 8);
    image.pixels.resize(pixels.size() * sizeof(Imf::Rgba));
    std::memcpy(image.pixels.data(), pixels.data(), image.pixels.size());
    result.image = std::move(image);
  } catch (const std::exception& exception) {
    result.problem = std::string("The EXR file cannot be read: ") + exception.what();
  }
  return result;
}

}  // namespace usdscope
