// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ScreenMatrix.h"

#include <bit>
#include <cstring>
#include <span>

#include "engine/image/detail/ExrHeader.h"

namespace usdscope {
namespace {

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
  if (!isExr(bytes)) return std::nullopt;
  ExrHeader header(bytes);
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
