// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/Header.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>

#include "engine/format/usdc/ByteCursor.h"

namespace usdscope::usdc {
namespace {

constexpr std::string_view kMagic = "PXR-USDC";
constexpr std::size_t kBootstrapSize = 88;
constexpr std::size_t kEntrySize = 32;

struct NamedSection {
  std::string_view name;
  CrateSection CrateHeader::* section;
};
constexpr NamedSection kSections[] = {
    {"TOKENS", &CrateHeader::tokens}, {"STRINGS", &CrateHeader::strings},
    {"FIELDS", &CrateHeader::fields}, {"FIELDSETS", &CrateHeader::fieldSets},
    {"PATHS", &CrateHeader::paths},   {"SPECS", &CrateHeader::specs},
};

}  // namespace

bool isCrate(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagic.size() &&
         std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

bool readHeader(std::span<const std::byte> bytes, CrateHeader& header, CrateProblem& problem) {
  if (!isCrate(bytes))
    return problem.at(0, "This is not a crate file: it does not start with PXR-USDC.");
  if (bytes.size() < kBootstrapSize) return problem.at(0, "The file ends within its header.");

  ByteCursor in(bytes, kMagic.size());
  const auto version = in.read<std::array<std::uint8_t, 8>>();
  header.version = {version[0], version[1], version[2]};
  if (version[0] != 0 || version[1] > kNewestMinor) {
    return problem.at(kMagic.size(),
                      fmt::format("Version {}.{}.{} of the crate format is newer than 0.{}, the "
                                  "newest that can be read.",
                                  version[0], version[1], version[2], kNewestMinor));
  }

  const std::size_t tocPointer = in.at();
  const auto tocOffset = in.read<std::uint64_t>();
  if (tocOffset < kBootstrapSize || tocOffset >= bytes.size()) {
    return problem.at(tocPointer, "The table of contents lies outside the file.");
  }
  in.seek(tocOffset);
  const auto count = in.read<std::uint64_t>();
  if (in.hasFailed() || count > in.remaining() / kEntrySize) {
    return problem.at(tocOffset, "The file ends within its table of contents.");
  }

  std::array<bool, std::size(kSections)> isThere{};
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t entry = in.at();
    const auto name = in.read<std::array<char, 16>>();
    const auto begin = in.read<std::uint64_t>();
    const auto byteSize = in.read<std::uint64_t>();
    const std::string_view text(name.data(), strnlen(name.data(), name.size()));
    for (std::size_t s = 0; s < std::size(kSections); ++s) {
      if (text != kSections[s].name) continue;
      if (begin > bytes.size() || byteSize > bytes.size() - begin) {
        return problem.at(entry, fmt::format("Section {} lies outside the file.", text));
      }
      if (isThere[s]) return problem.at(entry, fmt::format("There are two sections {}.", text));
      isThere[s] = true;
      header.*kSections[s].section = {begin, byteSize};
    }
  }
  for (std::size_t s = 0; s < std::size(kSections); ++s) {
    if (!isThere[s]) {
      return problem.at(tocOffset, fmt::format("There is no section {}.", kSections[s].name));
    }
  }
  return true;
}

}  // namespace usdscope::usdc
