// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/Header.h"

namespace usdscope::usdc {

/// Reads the parts of a section: counts, which are checked against the size of the rest of the
/// section, and compressed integers. The functions return false and set `problem` when the file is
/// broken.
class SectionReader {
 public:
  SectionReader(std::span<const std::byte> bytes, CrateSection section, std::string_view name,
                CrateProblem& problem);

  /// Reads a count of items. Each item takes `itemByteSize` bytes in the section (0 if compressed)
  /// and `decodedByteSize` bytes in memory.
  bool readCount(std::size_t itemByteSize, std::size_t decodedByteSize, std::size_t& count);
  /// Reads a byte size and the bytes.
  bool readBlock(std::span<const std::byte>& block);
  /// Reads `count` compressed integers.
  bool readIntegers(std::size_t count, std::vector<std::uint32_t>& integers);
  /// Reads `count` uncompressed items.
  template <typename T>
  bool readItems(std::size_t count, std::vector<T>& items) {
    const auto bytes = cursor_.take(count * sizeof(T));
    if (cursor_.hasFailed()) return fail("ends too early");
    items.resize(count);
    if (count > 0) std::memcpy(items.data(), bytes.data(), bytes.size());
    return true;
  }

  /// Sets the problem to a sentence about the section with the verb phrase `what` ("ends too
  /// early"). Returns false.
  bool fail(std::string_view what);

  ByteCursor& cursor() { return cursor_; }
  std::size_t offsetInFile() const { return begin_ + cursor_.at(); }

 private:
  ByteCursor cursor_;
  std::size_t begin_;
  std::uint64_t fileByteSize_;
  std::string_view name_;
  CrateProblem& problem_;
};

}  // namespace usdscope::usdc
