// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/IntegerCoding.h"

#include <gtest/gtest.h>
#include <lz4.h>

#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "engine/format/usdc/Compression.h"

namespace usdscope::usdc {
namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) bytes.push_back(static_cast<std::byte>(number));
  return bytes;
}

std::vector<std::byte> lz4Block(std::span<const std::byte> raw) {
  std::vector<std::byte> block(
      static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw.size()))));
  const int size = LZ4_compress_default(
      reinterpret_cast<const char*>(raw.data()), reinterpret_cast<char*>(block.data()),
      static_cast<int>(raw.size()), static_cast<int>(block.size()));
  block.resize(static_cast<std::size_t>(size));
  return block;
}

}  // namespace

TEST(UsdcIntegerCoding, DecodesDifferencesOfEachWidth) {
  using Ints = std::vector<std::uint32_t>;
  const auto minusTwo = static_cast<std::uint32_t>(-2);
  const struct {
    const char* name;
    std::vector<std::byte> coded;
    Ints integers;
  } cases[] = {
      {"none", bytesOf({}), {}},
      {"the frequent difference", bytesOf({1, 0, 0, 0, 0b00000000}), {1, 2, 3, 4}},
      {"five take two code bytes", bytesOf({1, 0, 0, 0, 0, 0}), {1, 2, 3, 4, 5}},
      {"8 bits, negative", bytesOf({0, 0, 0, 0, 0b0001, 0xFE}), {minusTwo, minusTwo}},
      {"16 bits", bytesOf({5, 0, 0, 0, 0b0010, 0xE8, 0x03}), {1000, 1005}},
      {"32 bits", bytesOf({1, 0, 0, 0, 0b11, 0x00, 0x94, 0x35, 0x77}), {2000000000}},
      {"all at once, low bits first",
       bytesOf({7, 0, 0, 0, 0b11100100, 1, 0, 1, 0, 0, 1, 0}),
       {7, 8, 264, 65800}},
  };
  for (const auto& c : cases) {
    Ints integers(c.integers.size());
    EXPECT_TRUE(decodeIntegers(c.coded, std::span(integers))) << c.name;
    EXPECT_EQ(integers, c.integers) << c.name;
    for (std::size_t size = 0; size < c.coded.size(); ++size) {
      EXPECT_FALSE(decodeIntegers(std::span(c.coded).first(size), std::span(integers)))
          << c.name << size;
    }
  }
}

// Long lists are decoded four at a time where the processor can.
TEST(UsdcIntegerCoding, ManyAreAsOneByOne) {
  std::mt19937 random(11);
  constexpr std::size_t kCount = 1003;
  for (const std::uint32_t common : {0u, 1u, 0xFFFFFFFDu}) {
    std::vector<std::byte> codes((kCount + 3) / 4);
    std::vector<std::byte> deltas;
    std::vector<std::uint32_t> expected;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const unsigned code = i < 400 ? random() % 4 : random() % 8 / 7;
      const std::size_t size = std::array<std::size_t, 4>{0, 1, 2, 4}[code];
      const auto bits = static_cast<std::uint32_t>(random());
      const std::uint32_t widths[] = {
          common, static_cast<std::uint32_t>(static_cast<std::int8_t>(bits)),
          static_cast<std::uint32_t>(static_cast<std::int16_t>(bits)), bits};
      codes[i / 4] |= static_cast<std::byte>(code << (2 * (i % 4)));
      for (std::size_t k = 0; k < size; ++k) {
        deltas.push_back(static_cast<std::byte>(bits >> (8 * k)));
      }
      expected.push_back(value += widths[code]);
    }
    std::vector<std::byte> coded(sizeof common);
    std::memcpy(coded.data(), &common, sizeof common);
    coded.insert(coded.end(), codes.begin(), codes.end());
    coded.insert(coded.end(), deltas.begin(), deltas.end());
    // A copy of the exact size, so that a sanitizer sees what is read behind it.
    const std::vector<std::byte> exact(coded.begin(), coded.end());
    std::vector<std::uint32_t> integers(kCount);
    EXPECT_TRUE(decodeIntegers(exact, std::span(integers)));
    EXPECT_EQ(integers, expected);
    for (std::size_t size = 0; size < coded.size(); ++size) {
      const std::vector<std::byte> shorter(coded.begin(), coded.begin() + std::ptrdiff_t(size));
      EXPECT_FALSE(decodeIntegers(shorter, std::span(integers))) << size;
    }
  }
}

TEST(UsdcIntegerCoding, WideDifferencesTakeTwiceTheBytes) {
  const auto coded = bytesOf({1,    0,    0, 0, 0, 0, 0, 0, 0b11100100,  // codes 0 1 2 3
                              0xFF, 0xFF,                                // -1
                              0,    0,    1, 0,                          // 65536
                              0,    0,    0, 0, 1, 0, 0, 0});            // 2^32
  std::vector<std::uint64_t> integers(4);
  EXPECT_TRUE(decodeIntegers(coded, std::span(integers)));
  EXPECT_EQ(integers, (std::vector<std::uint64_t>{1, 0, 65536, 65536 + (1ull << 32)}));
}

TEST(UsdcIntegerCoding, CompressedIntegersMayBeFarSmallerThanTheirCount) {
  const std::size_t count = 100000;
  std::vector<std::byte> coded(4 + count / 4);
  coded[0] = std::byte{1};
  std::vector<std::byte> compressed = lz4Block(coded);
  compressed.insert(compressed.begin(), std::byte{0});
  EXPECT_LE(count, maxIntegerCount(compressed.size()));
  std::vector<std::uint32_t> integers(count);
  EXPECT_TRUE(decompressIntegers(compressed, std::span(integers)));
  EXPECT_EQ(integers.back(), count);
}

TEST(UsdcCompression, ChunksFollowOneAnother) {
  const auto raw = bytesOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  std::vector<std::byte> compressed = bytesOf({2});
  for (const std::size_t begin : {0u, 5u}) {
    const auto block = lz4Block(std::span(raw).subspan(begin, begin == 0 ? 5 : 7));
    const auto size = static_cast<std::int32_t>(block.size());
    compressed.insert(compressed.end(), reinterpret_cast<const std::byte*>(&size),
                      reinterpret_cast<const std::byte*>(&size + 1));
    compressed.insert(compressed.end(), block.begin(), block.end());
  }
  std::vector<std::byte> out(raw.size());
  EXPECT_EQ(decompress(compressed, out), raw.size());
  EXPECT_EQ(out, raw);
  for (std::size_t size = 0; size < compressed.size(); ++size) {
    EXPECT_EQ(decompress(std::span(compressed).first(size), out), 0u) << size;
  }
}

TEST(UsdcCompression, MoreThanThereIsRoomForIsRefused) {
  std::vector<std::byte> compressed = lz4Block(std::vector<std::byte>(1000));
  compressed.insert(compressed.begin(), std::byte{0});
  std::vector<std::byte> out(999);
  EXPECT_EQ(decompress(compressed, out), 0u);
}

}  // namespace usdscope::usdc
