// SPDX-License-Identifier: Apache-2.0
#include "engine/image/WriteExr.h"

#include <ImfDoubleAttribute.h>
#include <ImfFramesPerSecond.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include "engine/image/detail/WriteWhole.h"

namespace usdscope {
namespace {

// The library writes through a stream, and goes back to fill in the offsets of its lines.
class BytesSink : public Imf::OStream {
 public:
  BytesSink() : OStream("image") {}

  void write(const char c[], int n) override {
    const auto count = static_cast<std::size_t>(std::max(n, 0));
    if (bytes_.size() < offset_ + count) bytes_.resize(offset_ + count);
    std::memcpy(bytes_.data() + offset_, c, count);
    offset_ += count;
  }
  std::uint64_t tellp() override { return offset_; }
  void seekp(std::uint64_t offset) override { offset_ = static_cast<std::size_t>(offset); }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::size_t offset_ = 0;
};

Imf::Header headerOf(const Image& image, const ExrAttributes& attributes) {
  Imf::Header header(image.width, image.height);
  header.compression() = Imf::ZIP_COMPRESSION;
  if (attributes.frame) header.insert("frame", Imf::DoubleAttribute(*attributes.frame));
  if (attributes.framesPerSecond > 0.0 && std::isfinite(attributes.framesPerSecond)) {
    Imf::addFramesPerSecond(header, Imf::guessExactFps(attributes.framesPerSecond));
  }
  if (!attributes.sourceFile.empty()) {
    header.insert("sourceFile", Imf::StringAttribute(attributes.sourceFile));
  }
  if (!attributes.camera.empty()) {
    header.insert("camera", Imf::StringAttribute(attributes.camera));
  }
  return header;
}

std::vector<Imf::Rgba> halfPixels(const Image& image) {
  std::vector<Imf::Rgba> pixels(static_cast<std::size_t>(image.width) *
                                static_cast<std::size_t>(image.height));
  const std::byte* from = image.pixels.data();
  for (Imf::Rgba& pixel : pixels) {
    float channels[4];
    std::memcpy(channels, from, sizeof channels);
    from += sizeof channels;
    // Halfs end at 65504; larger values would become infinite.
    for (float& each : channels) each = std::clamp(each, -65504.0f, 65504.0f);
    pixel = Imf::Rgba(channels[0], channels[1], channels[2], channels[3]);
  }
  return pixels;
}

}  // namespace

std::optional<std::vector<std::byte>> encodeExr(const Image& image,
                                                const ExrAttributes& attributes) {
  const bool isKnown =
      image.type == PixelType::Float && image.channelCount == 4 && image.width > 0 &&
      image.height > 0 &&
      image.pixels.size() == image.rowByteSize() * static_cast<std::size_t>(image.height);
  if (!isKnown) return std::nullopt;
  try {
    BytesSink stream;
    {
      // Its destructor completes the stream.
      Imf::RgbaOutputFile file(stream, headerOf(image, attributes), Imf::WRITE_RGBA);
      const std::vector<Imf::Rgba> pixels = halfPixels(image);
      file.setFrameBuffer(pixels.data(), 1, static_cast<std::size_t>(image.width));
      file.writePixels(image.height);
    }
    return stream.take();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string writeExrFile(const Image& image, const ExrAttributes& attributes,
                         const std::string& path) {
  const auto bytes = encodeExr(image, attributes);
  if (!bytes) return "The picture cannot be encoded as EXR.";
  return writeWholeFile(*bytes, path);
}

}  // namespace usdscope
