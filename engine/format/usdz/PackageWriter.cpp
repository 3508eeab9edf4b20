// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/PackageWriter.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <unordered_set>

#include "engine/asset/ZipFormat.h"

namespace usdscope {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::uint16_t kNeededVersion = 10;
constexpr std::uint16_t kUtf8Flag = 1 << 11;
constexpr std::uint16_t kFirstDay =
    0x21;  // January 1st, 1980: packages must not depend on the day.
constexpr std::uint16_t kPaddingId = 0x1986;  // The id of an extra field for padding.

void append16(std::string& out, std::size_t number) {
  out += static_cast<char>(number & 0xFF);
  out += static_cast<char>(number >> 8 & 0xFF);
}
void append32(std::string& out, std::size_t number) {
  append16(out, number & 0xFFFF);
  append16(out, number >> 16 & 0xFFFF);
}

// Eight tables, so that eight bytes are processed at a time.
constexpr auto kCrcTables = [] {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
    tables[0][i] = crc;
  }
  for (std::size_t t = 1; t < tables.size(); ++t) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[t - 1][i];
      tables[t][i] = before >> 8 ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}();

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  };
  while (bytes.size() >= 8) {
    const std::uint32_t low = crc ^ (byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24);
    crc = kCrcTables[7][low & 0xFF] ^ kCrcTables[6][low >> 8 & 0xFF] ^
          kCrcTables[5][low >> 16 & 0xFF] ^ kCrcTables[4][low >> 24] ^ kCrcTables[3][byte(4)] ^
          kCrcTables[2][byte(5)] ^ kCrcTables[1][byte(6)] ^ kCrcTables[0][byte(7)];
    bytes.remove_prefix(8);
  }
  for (; !bytes.empty(); bytes.remove_prefix(1)) {
    crc = crc >> 8 ^ kCrcTables[0][(crc ^ byte(0)) & 0xFF];
  }
  return ~crc;
}

// Returns the common part of the local and the central header: from flags to the length of the
// name.
std::string commonHeader(const PackagedFile& file) {
  bool isAscii = true;
  for (const char c : file.name) isAscii = isAscii && static_cast<signed char>(c) >= 0;
  std::string out;
  append16(out, isAscii ? 0 : kUtf8Flag);
  append16(out, 0);  // Stored.
  append16(out, 0);
  append16(out, kFirstDay);
  append32(out, crc32(file.bytes.text()));
  append32(out, file.bytes.byteSize());
  append32(out, file.bytes.byteSize());
  append16(out, file.name.size());
  return out;
}

// Returns an extra field that aligns the data after it to 64 bytes.
std::string paddingAt(std::size_t offset) {
  constexpr std::size_t kHeadSize = 4;
  std::size_t size = (kAlignment - offset % kAlignment) % kAlignment;
  if (size == 0) return {};
  if (size < kHeadSize) size += kAlignment;
  std::string out;
  append16(out, kPaddingId);
  append16(out, size - kHeadSize);
  out.resize(size, '\0');
  return out;
}

}  // namespace

bool isGoodEntryName(std::string_view name) {
  if (name.empty() || name.front() == '/') return false;
  const bool startsWithLetter =
      (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z');
  if (startsWithLetter && name.substr(1).starts_with(':')) return false;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part.find('\\') != part.npos) return false;
    begin = end + 1;
  }
  return true;
}

std::string writePackage(std::span<const PackagedFile> files, std::string& problem) {
  constexpr std::size_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
  constexpr std::size_t kMostFiles = 0xFFFF;
  constexpr std::size_t kMostOverhead = 512;  // For each file, in addition to twice its name.
  std::unordered_set<std::string_view> names;
  std::size_t byteSize = 0;
  for (const PackagedFile& file : files) {
    if (!isGoodEntryName(file.name) || file.name.size() > 0xFFFF) {
      problem = fmt::format("'{}' is not a valid name for a file in a package.", file.name);
      return {};
    }
    if (!names.insert(file.name).second) {
      problem = fmt::format("There are two files '{}' for the package.", file.name);
      return {};
    }
    byteSize += file.bytes.byteSize() + 2 * file.name.size() + kMostOverhead;
  }
  if (files.empty() || files.size() > kMostFiles || byteSize > kMostBytes) {
    problem = files.empty()
                  ? "A package needs at least one file."
                  : "This is more than a package can hold: four gigabytes in 65535 files.";
    return {};
  }

  std::string out;
  std::string directory;
  out.reserve(byteSize);
  for (const PackagedFile& file : files) {
    const std::size_t offset = out.size();
    const std::string common = commonHeader(file);
    const std::string padding = paddingAt(offset + kZipLocalByteSize + file.name.size());
    append32(out, kZipLocalSignature);
    append16(out, kNeededVersion);
    out += common;
    append16(out, padding.size());
    out += file.name;
    out += padding;
    out += file.bytes.text();

    append32(directory, kZipCentralSignature);
    append16(directory, kNeededVersion);
    append16(directory, kNeededVersion);
    directory += common;
    directory.append(12, '\0');  // No extra field, comment, disk number or attributes.
    append32(directory, offset);
    directory += file.name;
  }
  const std::size_t directoryOffset = out.size();
  out += directory;
  append32(out, kZipEndSignature);
  append32(out, 0);
  append16(out, files.size());
  append16(out, files.size());
  append32(out, directory.size());
  append32(out, directoryOffset);
  append16(out, 0);
  return out;
}

}  // namespace usdscope
