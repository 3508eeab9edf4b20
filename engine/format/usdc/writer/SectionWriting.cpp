// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/writer/SectionWriting.h"

#include <lz4.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "engine/format/usdc/writer/CrateSink.h"

namespace usdscope::usdc {
namespace {

// Appends one block of LZ4.
void appendBlock(std::string& out, std::string_view bytes) {
  const auto size = static_cast<int>(bytes.size());
  const std::size_t start = out.size();
  out.resize(start + static_cast<std::size_t>(LZ4_compressBound(size)));
  const int made = LZ4_compress_default(bytes.data(), out.data() + start, size,
                                        static_cast<int>(out.size() - start));
  out.resize(start + static_cast<std::size_t>(made));
}

// Returns the most frequent difference; among several the first one.
template <typename Word>
Word mostFrequentDifference(std::span<const Word> integers) {
  struct Entry {
    Word difference = 0;
    std::uint32_t count = 0;
  };
  // A table with one slot for each remainder. On a collision the more frequent difference keeps the
  // slot. This finds all differences that are really frequent, in one pass with little memory.
  constexpr std::size_t kPlaces = 4096;
  std::vector<Entry> table(kPlaces);
  Word before = 0;
  for (const Word integer : integers) {
    const Word difference = integer - before;
    before = integer;
    Entry& entry = table[(difference * 0x9E3779B97F4A7C15ull) >> 52];
    if (entry.count == 0) entry.difference = difference;
    if (entry.difference == difference) {
      ++entry.count;
    } else {
      --entry.count;
    }
  }
  const auto best = std::max_element(
      table.begin(), table.end(), [](const Entry& a, const Entry& b) { return a.count < b.count; });
  return best->difference;
}

template <typename Small, typename Word>
bool fits(Word difference) {
  using Signed = std::make_signed_t<Word>;
  const auto number = static_cast<Signed>(difference);
  return number >= std::numeric_limits<Small>::min() && number <= std::numeric_limits<Small>::max();
}

template <typename Small, typename Word>
char* put(char* at, Word difference) {
  const auto small = static_cast<Small>(difference);
  std::memcpy(at, &small, sizeof small);
  return at + sizeof small;
}

template <typename Word>
void appendCoded(std::string& out, std::span<const Word> integers) {
  constexpr bool kIsWide = sizeof(Word) == 8;
  using Small = std::conditional_t<kIsWide, std::int16_t, std::int8_t>;
  using Medium = std::conditional_t<kIsWide, std::int32_t, std::int16_t>;
  using Large = std::make_signed_t<Word>;

  // No integers have no frequent difference. The reference does not store one.
  if (integers.empty()) return appendCompressed(out, {});
  const std::size_t codesSize = (integers.size() + 3) / 4;
  std::string coded(sizeof(Word) + codesSize + integers.size() * sizeof(Word), '\0');
  const Word common = mostFrequentDifference(integers);
  std::memcpy(coded.data(), &common, sizeof common);
  auto* const codes = reinterpret_cast<unsigned char*>(coded.data()) + sizeof(Word);
  char* at = coded.data() + sizeof(Word) + codesSize;
  Word before = 0;
  for (std::size_t i = 0; i < integers.size(); ++i) {
    const Word difference = integers[i] - before;
    before = integers[i];
    unsigned code = 0;
    if (difference == common) {
    } else if (fits<Small>(difference)) {
      code = 1;
      at = put<Small>(at, difference);
    } else if (fits<Medium>(difference)) {
      code = 2;
      at = put<Medium>(at, difference);
    } else {
      code = 3;
      at = put<Large>(at, difference);
    }
    codes[i / 4] = static_cast<unsigned char>(codes[i / 4] | code << (2 * (i % 4)));
  }
  appendCompressed(out, {coded.data(), static_cast<std::size_t>(at - coded.data())});
}

}  // namespace

void appendCompressed(std::string& out, std::string_view bytes) {
  const std::size_t start = out.size();
  append(out, std::uint64_t{0});  // The size, filled in below.
  constexpr std::size_t kMostInBlock = LZ4_MAX_INPUT_SIZE;
  if (bytes.size() <= kMostInBlock) {
    append(out, std::uint8_t{0});
    appendBlock(out, bytes);  // Also without bytes, because readers expect a block.
  } else {
    append(out, static_cast<std::uint8_t>((bytes.size() + kMostInBlock - 1) / kMostInBlock));
    for (; !bytes.empty(); bytes = bytes.substr(std::min(kMostInBlock, bytes.size()))) {
      const std::size_t sizeAt = out.size();
      append(out, std::int32_t{0});
      appendBlock(out, bytes.substr(0, kMostInBlock));
      const auto size = static_cast<std::int32_t>(out.size() - sizeAt - sizeof(std::int32_t));
      std::memcpy(out.data() + sizeAt, &size, sizeof size);
    }
  }
  const std::uint64_t size = out.size() - start - sizeof(std::uint64_t);
  std::memcpy(out.data() + start, &size, sizeof size);
}

void appendIntegers(std::string& out, std::span<const std::uint32_t> integers) {
  appendCoded(out, integers);
}
void appendIntegers(std::string& out, std::span<const std::uint64_t> integers) {
  appendCoded(out, integers);
}

}  // namespace usdscope::usdc
