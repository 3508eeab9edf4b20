// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/Tables.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>

#include "engine/base/Parallel.h"
#include "engine/base/Utf8.h"
#include "engine/format/usdc/Compression.h"
#include "engine/format/usdc/SectionReader.h"

namespace usdscope::usdc {
namespace {

// Since this version sections are compressed, column by column. Before, they are rows.
constexpr CrateVersion kCompressedSince{0, 4, 0};
// Rows of the first version start with a padding word.
constexpr CrateVersion kPackedSince{0, 1, 0};

constexpr std::size_t kTokenGrain = 4096;

bool refersTo(std::span<const std::uint32_t> numbers, std::size_t count) {
  std::uint32_t largest = 0;
  for (const std::uint32_t number : numbers) largest = std::max(largest, number);
  return numbers.empty() || largest < count;
}

// Makes tokens from `texts`, which has one text for each of `tokens`, each ended by a zero.
bool splitTokens(std::string_view texts, std::vector<Token>& tokens) {
  std::vector<std::string_view> parts(tokens.size());
  for (std::string_view& part : parts) {
    const std::size_t end = texts.find('\0');
    if (end == std::string_view::npos) return false;
    part = texts.substr(0, end);
    texts.remove_prefix(end + 1);
  }
  parallelFor(parts.size(), kTokenGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) tokens[i] = Token(parts[i]);
  });
  return true;
}

bool readFieldsCompressed(SectionReader& in, std::size_t count, FieldTables& fields) {
  if (!in.readIntegers(count, fields.names)) return false;
  std::span<const std::byte> block;
  if (!in.readBlock(block)) return false;
  const std::size_t byteSize = count * sizeof(std::uint64_t);
  if (byteSize > maxDecompressedSize(block.size())) return in.fail("holds too few values");
  fields.values.resize(count);
  if (count > 0 &&
      decompress(block, std::as_writable_bytes(std::span(fields.values))) != byteSize) {
    return in.fail("has values that cannot be decompressed");
  }
  return true;
}

bool readFieldsPlain(SectionReader& in, std::size_t count, FieldTables& fields) {
  struct Row {
    std::uint32_t padding;
    std::uint32_t name;
    std::uint64_t value;
  };
  std::vector<Row> rows;
  if (!in.readItems(count, rows)) return false;
  fields.names.reserve(count);
  fields.values.reserve(count);
  for (const Row& row : rows) {
    fields.names.push_back(row.name);
    fields.values.push_back(row.value);
  }
  return true;
}

bool readSpecsPlain(SectionReader& in, std::size_t count, std::size_t columnCount,
                    SpecTable& specs) {
  std::vector<std::uint32_t> cells;
  if (!in.readItems(count * columnCount, cells)) return false;
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint32_t* lastThree = &cells[(row + 1) * columnCount - 3];
    specs.paths.push_back(lastThree[0]);
    specs.fieldSets.push_back(lastThree[1]);
    specs.types.push_back(lastThree[2]);
  }
  return true;
}

}  // namespace

bool readTokens(std::span<const std::byte> bytes, const CrateHeader& header,
                std::vector<Token>& tokens, std::size_t& notUtf8Count, CrateProblem& problem) {
  SectionReader in(bytes, header.tokens, "TOKENS", problem);
  const bool isCompressed = header.version >= kCompressedSince;
  std::size_t count = 0;
  // A token takes at least the zero that ends it.
  if (!in.readCount(isCompressed ? 0 : 1, sizeof(Token) + sizeof(std::string_view), count)) {
    return false;
  }
  const auto textSize = in.cursor().read<std::uint64_t>();
  std::span<const std::byte> block;
  std::unique_ptr<std::byte[]> decompressed;
  if (isCompressed) {
    if (!in.readBlock(block)) return false;
    if (textSize > maxDecompressedSize(block.size()) || textSize > tableByteLimit(bytes.size())) {
      return in.fail("counts more text than it can hold");
    }
    const auto size = static_cast<std::size_t>(textSize);
    decompressed = std::make_unique_for_overwrite<std::byte[]>(size);
    if (size > 0 && decompress(block, {decompressed.get(), size}) != size) {
      return in.fail("cannot be decompressed");
    }
    block = {decompressed.get(), size};
  } else {
    block = in.cursor().take(textSize);
    if (in.cursor().hasFailed()) return in.fail("ends too early");
  }
  const std::string_view texts(reinterpret_cast<const char*>(block.data()), block.size());
  if (count > texts.size()) return in.fail("counts more tokens than it holds");
  tokens.resize(count);
  if (!splitTokens(texts, tokens)) return in.fail("holds fewer tokens than it counts");
  if (!isUtf8(texts)) {
    notUtf8Count = static_cast<std::size_t>(
        std::ranges::count_if(tokens, [](const Token& token) { return !isUtf8(token.text()); }));
  }
  return true;
}

bool readStrings(std::span<const std::byte> bytes, const CrateHeader& header,
                 std::size_t tokenCount, std::vector<std::uint32_t>& strings,
                 CrateProblem& problem) {
  SectionReader in(bytes, header.strings, "STRINGS", problem);
  std::size_t count = 0;
  if (!in.readCount(4, 4, count) || !in.readItems(count, strings)) return false;
  return refersTo(strings, tokenCount) || in.fail("names a token that is not there");
}

bool readFieldRows(std::span<const std::byte> bytes, const CrateHeader& header,
                   std::size_t tokenCount, FieldTables& fields, CrateProblem& problem) {
  const bool isCompressed = header.version >= kCompressedSince;
  SectionReader in(bytes, header.fields, "FIELDS", problem);
  std::size_t count = 0;
  if (!in.readCount(isCompressed ? 0 : 16, 12, count)) return false;
  if (!(isCompressed ? readFieldsCompressed(in, count, fields)
                     : readFieldsPlain(in, count, fields))) {
    return false;
  }
  return refersTo(fields.names, tokenCount) || in.fail("names a token that is not there");
}

bool readFields(std::span<const std::byte> bytes, const CrateHeader& header, std::size_t tokenCount,
                FieldTables& fields, CrateProblem& problem) {
  if (!readFieldRows(bytes, header, tokenCount, fields, problem)) return false;
  const bool isCompressed = header.version >= kCompressedSince;
  const std::size_t count = fields.names.size();
  SectionReader sets(bytes, header.fieldSets, "FIELDSETS", problem);
  std::size_t setsSize = 0;
  if (!sets.readCount(isCompressed ? 0 : 4, 4, setsSize)) return false;
  if (!(isCompressed ? sets.readIntegers(setsSize, fields.sets)
                     : sets.readItems(setsSize, fields.sets))) {
    return false;
  }
  for (const std::uint32_t field : fields.sets) {
    if (field >= count && field != kSetEnd) return sets.fail("names a field that is not there");
  }
  if (!fields.sets.empty() && fields.sets.back() != kSetEnd) {
    return sets.fail("ends within a set");
  }
  return true;
}

bool readSpecs(std::span<const std::byte> bytes, const CrateHeader& header, SpecTable& specs,
               CrateProblem& problem) {
  SectionReader in(bytes, header.specs, "SPECS", problem);
  const bool isCompressed = header.version >= kCompressedSince;
  const std::size_t columnCount = header.version >= kPackedSince ? 3 : 4;
  std::size_t count = 0;
  if (!in.readCount(isCompressed ? 0 : columnCount * 4, 12, count)) return false;
  if (!isCompressed) return readSpecsPlain(in, count, columnCount, specs);
  return in.readIntegers(count, specs.paths) && in.readIntegers(count, specs.fieldSets) &&
         in.readIntegers(count, specs.types);
}

}  // namespace usdscope::usdc
