// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ScreenMatrix.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "engine/image/detail/ReadExr.h"

namespace usdscope {
namespace {

/// Reads the attributes in the header of an EXR file: a name, a type, a size and that many bytes.
/// The header ends with an empty name.
class HeaderReader {
 public:
  explicit HeaderReader(std::span<const std::byte> bytes) : left_(bytes) {}

  struct Entry {
    std::string_view name;
    std::string_view type;
    std::span<const std::byte> value;
  };

  std::optional<Entry> next() {
    Entry entry;
    if (!readText(entry.name) || entry.name.empty() || !readText(entry.type)) return std::nullopt;
    std::uint32_t size = 0;
    if (left_.size() < sizeof(size)) return std::nullopt;
    std::memcpy(&size, left_.data(), sizeof(size));
    left_ = left_.subspan(sizeof(size));
    if (size > left_.size()) return std::nullopt;
    entry.value = left_.first(size);
    left_ = left_.subspan(size);
    return entry;
  }

 private:
  bool readText(std::string_view& text) {
    const std::string_view all(reinterpret_cast<const char*>(left_.data()), left_.size());
    const std::size_t end = all.find('\0');
    if (end == std::string_view::npos) return false;
    text = all.substr(0, end);
    left_ = left_.subspan(end + 1);
    return true;
  }

  std::span<const std::byte> left_;
};

template <typename T>
std::optional<ScreenMatrix> numbers(std::span<const std::byte> bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::array<T, 16> read{};
  if (bytes.size() != sizeof(read)) return std::nullopt;
  std::memcpy(read.data(), bytes.data(), sizeof(read));
  ScreenMatrix matrix{};
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<double>(read[i]);
  return matrix;
}

}  // namespace

std::optional<ScreenMatrix> readScreenMatrix(std::span<const std::byte> bytes) {
  constexpr std::size_t kStart = 8;  // After the magic number and the version.
  if (!isExr(bytes) || bytes.size() < kStart) return std::nullopt;
  HeaderReader header(bytes.subspan(kStart));
  std::optional<ScreenMatrix> older;
  while (const auto entry = header.next()) {
    const auto matrix = entry->type == "m44f"   ? numbers<float>(entry->value)
                        : entry->type == "m44d" ? numbers<double>(entry->value)
                                                : std::nullopt;
    if (entry->name == "worldtoscreen" && matrix) return matrix;
    if (entry->name == "worldToNDC" && matrix) older = matrix;
  }
  return older;
}

std::optional<ScreenMatrix> readScreenMatrix(const AssetResolver& resolver,
                                             const std::string& identifier) {
  const FileBytesResult file = resolver.open(identifier);
  if (!file.bytes) return std::nullopt;
  return readScreenMatrix(file.bytes->span());
}

}  // namespace usdscope
