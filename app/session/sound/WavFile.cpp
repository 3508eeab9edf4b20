// SPDX-License-Identifier: Apache-2.0
#include "app/session/sound/WavFile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>

namespace usdscope {
namespace {

constexpr int kMostChannels = 64;
constexpr std::uint32_t kMostRate = 1'000'000;
constexpr std::uint16_t kPcm = 1;
constexpr std::uint16_t kFloat = 3;
constexpr std::uint16_t kExtensible = 0xFFFE;

using Bytes = std::span<const std::byte>;

// Files are little-endian, as is every machine that this runs on.
template <typename T>
T numberAt(Bytes bytes, std::size_t at) {
  T number{};
  std::memcpy(&number, bytes.data() + at, sizeof(T));
  return number;
}

bool isTag(Bytes bytes, std::size_t at, std::string_view tag) {
  return std::memcmp(bytes.data() + at, tag.data(), 4) == 0;
}

}  // namespace

WavResult WavFile::read(FileBytes file) {
  const auto fail = [](const char* problem) { return WavResult{nullptr, problem}; };
  const Bytes bytes = file.span();
  if (bytes.size() < 12 || !isTag(bytes, 0, "RIFF") || !isTag(bytes, 8, "WAVE")) {
    return fail("It is not a WAV file.");
  }
  auto wav = std::make_shared<WavFile>();
  std::uint16_t tag = 0;
  std::uint16_t bits = 0;
  bool hasFormat = false;
  for (std::size_t at = 12; bytes.size() - at >= 8;) {
    const std::size_t begin = at + 8;
    // A writer that was interrupted has left a size of 0 or of the largest number.
    const std::size_t room = bytes.size() - begin;
    const std::size_t byteSize =
        std::min<std::size_t>(numberAt<std::uint32_t>(bytes, at + 4), room);
    if (isTag(bytes, at, "fmt ")) {
      if (byteSize < 16) return fail("Its format is cut short.");
      tag = numberAt<std::uint16_t>(bytes, begin);
      const auto channels = numberAt<std::uint16_t>(bytes, begin + 2);
      const auto rate = numberAt<std::uint32_t>(bytes, begin + 4);
      bits = numberAt<std::uint16_t>(bytes, begin + 14);
      if (tag == kExtensible && byteSize >= 26) tag = numberAt<std::uint16_t>(bytes, begin + 24);
      if (channels == 0 || channels > kMostChannels) return fail("It has no usable channels.");
      if (rate == 0 || rate > kMostRate) return fail("It has no usable sample rate.");
      wav->channels_ = channels;
      wav->rate_ = int(rate);
      hasFormat = true;
    } else if (isTag(bytes, at, "data")) {
      if (!hasFormat) return fail("Its samples come before their format.");
      if (tag == kPcm && bits == 8) {
        wav->format_ = Format::Unsigned8;
      } else if (tag == kPcm && bits == 16) {
        wav->format_ = Format::Signed16;
      } else if (tag == kPcm && bits == 24) {
        wav->format_ = Format::Signed24;
      } else if (tag == kPcm && bits == 32) {
        wav->format_ = Format::Signed32;
      } else if (tag == kFloat && bits == 32) {
        wav->format_ = Format::Float32;
      } else if (tag == kFloat && bits == 64) {
        wav->format_ = Format::Float64;
      } else {
        return fail(
            "Its samples are compressed or have an unusual size. Convert it to 16-bit PCM.");
      }
      wav->sampleSize_ = bits / 8;
      wav->frameSize_ = wav->sampleSize_ * std::size_t(wav->channels_);
      wav->frameCount_ = byteSize / wav->frameSize_;
      if (wav->frameCount_ == 0) return fail("It has no samples.");
      wav->bytes_ = file.slice(begin, wav->frameCount_ * wav->frameSize_);
      return {std::move(wav), {}};
    }
    // Chunks have even sizes.
    if (byteSize + 1 >= room) break;
    at = begin + byteSize + (byteSize & 1);
  }
  return fail("It has no samples.");
}

float WavFile::sample(std::size_t frame, int channel) const {
  if (frame >= frameCount_ || channel < 0 || channel >= channels_) return 0.0f;
  const Bytes bytes = bytes_.span();
  const std::size_t at = frame * frameSize_ + std::size_t(channel) * sampleSize_;
  switch (format_) {
    case Format::Unsigned8:
      return (float(std::to_integer<int>(bytes[at])) - 128.0f) / 128.0f;
    case Format::Signed16:
      return float(numberAt<std::int16_t>(bytes, at)) / 32768.0f;
    case Format::Signed24: {
      const auto low = std::uint32_t(std::to_integer<unsigned>(bytes[at]));
      const auto middle = std::uint32_t(std::to_integer<unsigned>(bytes[at + 1]));
      const auto high = std::uint32_t(std::to_integer<unsigned>(bytes[at + 2]));
      // The sign is in the highest byte.
      const auto shifted = std::int32_t(low << 8 | middle << 16 | high << 24);
      return float(shifted) / 2147483648.0f;
    }
    case Format::Signed32:
      return float(numberAt<std::int32_t>(bytes, at)) / 2147483648.0f;
    case Format::Float32: {
      const float number = numberAt<float>(bytes, at);
      return std::isfinite(number) ? number : 0.0f;
    }
    case Format::Float64: {
      const auto number = float(numberAt<double>(bytes, at));
      return std::isfinite(number) ? number : 0.0f;
    }
  }
  return 0.0f;
}

// The order of more than two channels is left, right, centre, low frequencies, then pairs.
WavFile::Stereo WavFile::frame(std::size_t frame) const {
  if (channels_ == 1) {
    const float mono = sample(frame, 0);
    return {mono, mono};
  }
  Stereo mixed{sample(frame, 0), sample(frame, 1)};
  constexpr float kHalfPower = 0.7071f;
  if (channels_ > 2) {
    const float centre = kHalfPower * sample(frame, 2);
    mixed.left += centre;
    mixed.right += centre;
  }
  for (int pair = 4; pair + 1 < channels_; pair += 2) {
    mixed.left += kHalfPower * sample(frame, pair);
    mixed.right += kHalfPower * sample(frame, pair + 1);
  }
  return mixed;
}

WavFile::Stereo WavFile::at(double seconds) const {
  const double place = seconds * rate_;
  if (!(place >= 0.0) || place >= double(frameCount_)) return {};
  const auto first = std::size_t(place);
  const auto share = float(place - double(first));
  const Stereo a = frame(first);
  if (share == 0.0f) return a;
  const Stereo b = first + 1 < frameCount_ ? frame(first + 1) : a;
  return {a.left + share * (b.left - a.left), a.right + share * (b.right - a.right)};
}

}  // namespace usdscope
