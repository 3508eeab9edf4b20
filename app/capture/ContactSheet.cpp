// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ContactSheet.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "engine/image/DisplayValues.h"

namespace usdscope {
namespace {

constexpr int kGround = 24;  // A dark grey between the frames, as a display value.
constexpr int kMostCells = 100;

bool parseCount(std::string_view text, int& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size() && count > 0 &&
         count <= kMostCells;
}

}  // namespace

bool parseGrid(std::string_view text, int& columns, int& rows) {
  const std::size_t x = text.find('x');
  return x != std::string_view::npos && parseCount(text.substr(0, x), columns) &&
         parseCount(text.substr(x + 1), rows);
}

void ContactSheet::begin(const Image& like) {
  sheet_ = {layout_.width, layout_.height, like.channelCount, like.type, {}};
  const std::size_t count = std::size_t(layout_.width) * std::size_t(layout_.height);
  sheet_.pixels.resize(sheet_.rowByteSize() * std::size_t(layout_.height));
  // Transparent frames keep a transparent ground.
  if (like.type == PixelType::Unorm8 && like.channelCount == 3) {
    std::ranges::fill(sheet_.pixels, std::byte{kGround});
  } else if (like.type == PixelType::Float && like.channelCount == 4) {
    const float ground = linearFromDisplay(float(kGround) / 255.0f);
    const std::array<float, 4> pixel{ground, ground, ground, 1.0f};
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(sheet_.pixels.data() + i * sizeof pixel, pixel.data(), sizeof pixel);
    }
  }
}

std::string ContactSheet::write(const Image& picture, double frame, const std::stop_token&) {
  if (count_ == 0) {
    first_ = frame;
    begin(picture);
  }
  if (count_ >= layout_.columns * layout_.rows) return {};
  const int column = count_ % layout_.columns;
  const int row = count_ / layout_.columns;
  ++count_;
  const int left = layout_.gap + column * (layout_.cellWidth() + layout_.gap);
  const int top = layout_.gap + row * (layout_.cellHeight() + layout_.gap);
  const std::size_t pixelSize = picture.rowByteSize() / std::size_t(picture.width);
  const int height = std::min(picture.height, layout_.height - top);
  for (int y = 0; y < height; ++y) {
    std::memcpy(sheet_.pixels.data() + std::size_t(top + y) * sheet_.rowByteSize() +
                    std::size_t(left) * pixelSize,
                picture.pixels.data() + std::size_t(y) * picture.rowByteSize(),
                picture.rowByteSize());
  }
  return {};
}

std::string ContactSheet::finish(const std::stop_token& stop) {
  if (count_ == 0) return "A contact sheet needs at least one frame.";
  const std::string problem = writer_->write(sheet_, first_, stop);
  return problem.empty() ? writer_->finish(stop) : problem;
}

}  // namespace usdscope
