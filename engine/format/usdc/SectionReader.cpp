// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/SectionReader.h"

#include <fmt/format.h>

#include "engine/format/usdc/IntegerCoding.h"

namespace usdscope::usdc {

SectionReader::SectionReader(std::span<const std::byte> bytes, CrateSection section,
                             std::string_view name, CrateProblem& problem)
    : cursor_(bytes.subspan(section.begin, section.byteSize)),
      begin_(section.begin),
      fileByteSize_(bytes.size()),
      name_(name),
      problem_(problem) {}

bool SectionReader::readCount(std::size_t itemByteSize, std::size_t decodedByteSize,
                              std::size_t& count) {
  const auto stored = cursor_.read<std::uint64_t>();
  if (cursor_.hasFailed()) return fail("ends too early");
  const std::uint64_t most =
      itemByteSize == 0 ? maxIntegerCount(cursor_.remaining()) : cursor_.remaining() / itemByteSize;
  if (stored > most) return fail("counts more items than it can hold");
  // Indices have 32 bits, and the highest values are markers.
  if (stored > tableByteLimit(fileByteSize_) / decodedByteSize || stored >= 0x7FFFFFFFu) {
    return fail("is too large");
  }
  count = static_cast<std::size_t>(stored);
  return true;
}

bool SectionReader::readBlock(std::span<const std::byte>& block) {
  block = cursor_.take(cursor_.read<std::uint64_t>());
  return !cursor_.hasFailed() || fail("ends too early");
}

bool SectionReader::readIntegers(std::size_t count, std::vector<std::uint32_t>& integers) {
  std::span<const std::byte> block;
  if (!readBlock(block)) return false;
  if (count > maxIntegerCount(block.size())) return fail("counts more items than it can hold");
  integers.resize(count);
  return decompressIntegers(block, integers) || fail("has integers that cannot be decompressed");
}

bool SectionReader::fail(std::string_view what) {
  return problem_.at(offsetInFile(), fmt::format("Section {} {}.", name_, what));
}

}  // namespace usdscope::usdc
