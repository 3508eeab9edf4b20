// SPDX-License-Identifier: Apache-2.0
#include "engine/image/detail/ExrHeader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/image/Image.h"

namespace usdscope {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kHeaderStart = 8;  // After the magic number and the version.
// A block of each channel is kept.
constexpr std::size_t kMostChannels = 1024;
constexpr std::uint64_t kMostBlockValues = std::uint64_t{1} << 28;
constexpr std::uint64_t kMostBlockLines = 256;

template <typename T, std::size_t N>
bool readNumbers(std::span<const std::byte> bytes, std::array<T, N>& numbers) {
  if (bytes.size() < sizeof(numbers)) return false;
  std::memcpy(numbers.data(), bytes.data(), sizeof(numbers));
  return true;
}

// Returns the lines in a block, by the number of a compression; the most for an unknown one.
std::uint64_t blockLines(std::size_t compression) {
  // None, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A, DWAA, DWAB.
  static constexpr std::array<std::uint64_t, 10> kLines{1, 1, 1, 16, 32, 16, 32, 32, 32, 256};
  return compression < kLines.size() ? kLines[compression] : kMostBlockLines;
}

// Each channel is a name that ends with a null, and sixteen bytes. A null ends the list.
std::size_t countChannels(std::span<const std::byte> bytes) {
  constexpr std::size_t kFactsSize = 16;
  std::size_t count = 0;
  while (true) {
    const auto end = std::ranges::find(bytes, std::byte{0});
    const auto nameSize = static_cast<std::size_t>(end - bytes.begin());
    if (nameSize == 0 || bytes.size() < nameSize + 1 + kFactsSize) return count;
    bytes = bytes.subspan(nameSize + 1 + kFactsSize);
    ++count;
  }
}

}  // namespace

bool isExr(std::span<const std::byte> bytes) {
  constexpr std::array<std::uint8_t, 4> kMagic{0x76, 0x2f, 0x31, 0x01};
  return bytes.size() >= kMagic.size() &&
         std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

ExrHeader::ExrHeader(std::span<const std::byte> bytes)
    : left_(bytes.subspan(std::min(bytes.size(), kHeaderStart))) {}

std::optional<ExrHeader::Entry> ExrHeader::next() {
  Entry entry;
  isBroken_ = !readText(entry.name);
  if (isBroken_ || entry.name.empty()) return std::nullopt;
  isBroken_ = true;
  std::array<std::uint32_t, 1> size{};
  if (!readText(entry.type) || !readNumbers(left_, size)) return std::nullopt;
  left_ = left_.subspan(sizeof(size));
  if (size[0] > left_.size()) return std::nullopt;
  isBroken_ = false;
  entry.value = left_.first(size[0]);
  left_ = left_.subspan(size[0]);
  return entry;
}

bool ExrHeader::readText(std::string_view& text) {
  const std::string_view all(reinterpret_cast<const char*>(left_.data()), left_.size());
  const std::size_t end = all.find('\0');
  if (end == std::string_view::npos) return false;
  text = all.substr(0, end);
  left_ = left_.subspan(end + 1);
  return true;
}

std::string exrHeaderProblem(std::span<const std::byte> bytes) {
  constexpr std::uint32_t kSeveralParts = 0x1000;
  std::array<std::uint32_t, 1> version{};
  if (!readNumbers(bytes.subspan(sizeof(version)), version)) return "The EXR file is cut off.";
  ExrHeader header(bytes);
  // Several parts have a header each, and an empty one at the end.
  bool hasNextPart = true;
  while (hasNextPart) {
    std::uint64_t width = 1;
    std::uint64_t lines = 1;
    std::size_t channels = 1;
    std::array<std::uint32_t, 2> tile{};
    std::array<std::uint8_t, 1> compression{0xFF};
    bool isEmpty = true;
    while (const auto entry = header.next()) {
      isEmpty = false;
      std::array<std::int32_t, 4> window{};
      if (entry->name == "dataWindow" && readNumbers(entry->value, window)) {
        const long long across = 1LL + window[2] - window[0];
        const long long down = 1LL + window[3] - window[1];
        std::string problem;
        if (!isImageSizeAllowed(across, down, bytes.size(), problem)) return problem;
        width = static_cast<std::uint64_t>(across);
        lines = static_cast<std::uint64_t>(down);
      } else if (entry->name == "channels") {
        channels = countChannels(entry->value);
      } else if (entry->name == "tiles") {
        readNumbers(entry->value, tile);
      } else if (entry->name == "compression") {
        readNumbers(entry->value, compression);
      }
    }
    if (header.isBroken()) return "The header of the EXR file is cut off.";
    const std::uint64_t block =
        tile[0] > 0 ? std::min(std::uint64_t{tile[0]} * tile[1], kMostBlockValues + 1)
                    : width * std::min(lines, blockLines(compression[0]));
    if (channels > kMostChannels || block * channels > kMostBlockValues) {
      return fmt::format("The EXR file has {} channels in blocks of {} pixels, which is too many.",
                         channels, block);
    }
    hasNextPart = (version[0] & kSeveralParts) != 0 && !isEmpty;
  }
  return {};
}

}  // namespace usdscope
