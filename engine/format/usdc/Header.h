// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace usdscope::usdc {

/// Why a crate file is unreadable, and the offset of the fault.
struct CrateProblem {
  std::size_t byteOffset = 0;
  std::string message;  ///< A sentence.

  /// Sets the problem and returns false, for `return problem.at(...)`.
  bool at(std::size_t offset, std::string text) {
    byteOffset = offset;
    message = std::move(text);
    return false;
  }
};

struct CrateVersion {
  std::uint8_t major = 0;
  std::uint8_t minor = 0;
  std::uint8_t patch = 0;
  auto operator<=>(const CrateVersion&) const = default;
};

/// The newest minor version of major version 0 that the reader knows. Patch versions are
/// equivalent.
inline constexpr std::uint8_t kNewestMinor = 16;

/// A part of the file.
struct CrateSection {
  std::size_t begin = 0;
  std::size_t byteSize = 0;
};

/// The fixed part at the start of a crate file and its table of contents. (AOUSD core
/// specification 16.3.8.)
struct CrateHeader {
  CrateVersion version;
  CrateSection tokens;
  CrateSection strings;
  CrateSection fields;
  CrateSection fieldSets;
  CrateSection paths;
  CrateSection specs;
};

/// Whether the bytes start like a crate file.
bool isCrate(std::span<const std::byte> bytes);

/// Reads and checks the header. All sections of the result are within the bytes.
bool readHeader(std::span<const std::byte> bytes, CrateHeader& header, CrateProblem& problem);

// The memory limit of one decoded table or value of a file of this size. It is far more than normal
// files need, and keeps malicious files, which pack thousands of integers into a byte, from filling
// the memory.
constexpr std::uint64_t tableByteLimit(std::uint64_t fileByteSize) {
  return (std::uint64_t{32} << 20) + 64 * fileByteSize;
}
constexpr std::uint64_t valueByteLimit(std::uint64_t fileByteSize) {
  return (std::uint64_t{48} << 20) + 200 * fileByteSize;
}

}  // namespace usdscope::usdc
