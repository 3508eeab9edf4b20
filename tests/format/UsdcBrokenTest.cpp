// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdc/ValueRep.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Decodes all that a layer has, two levels deep, and counts the values.
std::size_t decodeAll(const Layer& layer) {
  std::size_t count = 0;
  const auto decode = [&](const auto& spec) {
    for (const Token name : spec.fieldNames()) {
      const Value value = spec.field(name);
      count += value.isEmpty() ? 0 : 1;
      const auto* samples = value.template find<TimeSamples>();
      for (std::size_t i = 0; samples && i < samples->size(); ++i) {
        count += samples->value(i).isEmpty() ? 0 : 1;
      }
    }
  };
  for (std::uint32_t row = 0; row < layer.primRowCount(); ++row) decode(PrimSpec(&layer, row));
  for (std::uint32_t row = 0; row < layer.propertyRowCount(); ++row) {
    decode(PropertySpec(&layer, row));
  }
  return count;
}

// Reads and decodes; bytes that cannot be read give one error.
void readHostile(std::vector<std::byte> bytes, const std::string& what) {
  Diagnostics diagnostics;
  const auto layer =
      readUsdc(FileBytes::fromBuffer(std::move(bytes)), {"hostile.usdc"}, diagnostics);
  if (layer) {
    EXPECT_FALSE(diagnostics.hasErrors()) << what;
    decodeAll(*layer);
  } else {
    EXPECT_EQ(diagnostics.entries().size(), 1u) << what;
    EXPECT_TRUE(diagnostics.hasErrors()) << what;
  }
}

std::vector<std::byte> assetBytes(const char* name) {
  const auto read = readFileBytes((testAssetsPath() / "usdc" / name).string());
  EXPECT_TRUE(read.bytes) << name;
  if (!read.bytes) return {};
  return {read.bytes->span().begin(), read.bytes->span().end()};
}

// A crate file in the plain layout of version 0.3: every number lies open, so that any of them can
// be made wrong. As it is: </A> with the attribute </A.x> = 1.
struct PlainCrate {
  struct Field {
    std::uint32_t padding = 0;
    std::uint32_t name = 0;
    std::uint64_t value = 0;
  };
  struct PathItem {
    std::uint32_t index = 0;
    std::uint32_t token = 0;
    std::uint32_t bits = 0;  // 1: has a child, 2: has a sibling, 4: is a property.
  };
  struct Spec {
    std::uint32_t path = 0;
    std::uint32_t fieldSet = 0;
    std::uint32_t type = 0;
  };
  static constexpr std::uint32_t kEnd = 0xFFFFFFFFu;
  // Where `values` start in the file.
  static constexpr std::uint64_t kValues = 88;

  std::uint8_t minor = 3;
  std::vector<std::uint32_t> values = {1, 0, 1, 1, 0, 3};  // Two lists: [A], [x].
  std::vector<std::string> tokens = {"", "A", "primChildren", "x", "properties", "default"};
  std::vector<std::uint32_t> strings = {1};
  std::vector<Field> fields = {
      {0, 2, rep(usdc::CrateType::TokenVector, kValues)},
      {0, 4, rep(usdc::CrateType::TokenVector, kValues + 12)},
      {0, 5, inlined(usdc::CrateType::Int, 1)},
  };
  std::vector<std::uint32_t> fieldSets = {0, kEnd, 1, kEnd, 2, kEnd};
  std::vector<PathItem> paths = {{0, 0, 1}, {1, 1, 1}, {2, 3, 4}};
  std::vector<Spec> specs = {{0, 0, 7}, {1, 2, 6}, {2, 4, 1}};

  static std::uint64_t rep(usdc::CrateType type, std::uint64_t payload) {
    return std::uint64_t(type) << 48 | payload;
  }
  static std::uint64_t inlined(usdc::CrateType type, std::uint32_t payload) {
    return rep(type, payload) | std::uint64_t{1} << 62;
  }

  std::vector<std::byte> bytes() const {
    std::vector<std::byte> out(kValues);
    std::memcpy(out.data(), "PXR-USDC", 8);
    out[9] = std::byte{minor};
    append(out, values);
    std::vector<std::pair<const char*, std::vector<std::byte>>> sections(6);
    std::string text;
    for (const std::string& token : tokens) text += token + '\0';
    sections[0] = {"TOKENS", {}};
    append(sections[0].second, std::vector<std::uint64_t>{tokens.size(), text.size()});
    append(sections[0].second, std::vector<char>(text.begin(), text.end()));
    sections[1] = {"STRINGS", counted(strings)};
    sections[2] = {"FIELDS", counted(fields)};
    sections[3] = {"FIELDSETS", counted(fieldSets)};
    sections[4] = {"PATHS", counted(paths)};
    sections[5] = {"SPECS", counted(specs)};

    std::vector<std::byte> toc;
    append(toc, std::vector<std::uint64_t>{sections.size()});
    for (const auto& [name, content] : sections) {
      char padded[16] = {};
      std::memcpy(padded, name, std::strlen(name));
      append(toc, std::vector<char>(padded, padded + sizeof padded));
      append(toc, std::vector<std::uint64_t>{out.size(), content.size()});
      append(out, content);
    }
    const std::uint64_t tocOffset = out.size();
    std::memcpy(&out[16], &tocOffset, sizeof tocOffset);
    append(out, toc);
    return out;
  }

 private:
  template <typename T>
  static void append(std::vector<std::byte>& out, const std::vector<T>& items) {
    const auto bytes = std::as_bytes(std::span(items));
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  template <typename T>
  static std::vector<std::byte> counted(const std::vector<T>& items) {
    std::vector<std::byte> out;
    append(out, std::vector<std::uint64_t>{items.size()});
    append(out, items);
    return out;
  }
};

std::shared_ptr<const Layer> read(const PlainCrate& crate, Diagnostics& diagnostics) {
  return readUsdc(FileBytes::fromBuffer(crate.bytes()), {"plain.usdc"}, diagnostics);
}

}  // namespace

TEST(UsdcBroken, EveryPrefix) {
  for (const char* name : {"types.usdc", "splines.usdc", "edits.usdc"}) {
    const auto bytes = assetBytes(name);
    for (std::size_t size = 0; size < bytes.size(); size += size < 1000 ? 1 : 97) {
      readHostile({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)},
                  name + std::to_string(size));
    }
  }
}

TEST(UsdcBroken, EveryByteFlipped) {
  for (const char* name : {"types.usdc", "splines.usdc", "edits.usdc"}) {
    const auto bytes = assetBytes(name);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned mask : {0x01u, 0xFFu}) {
        auto flipped = bytes;
        flipped[at] ^= std::byte(mask);
        readHostile(std::move(flipped), name + std::to_string(at));
      }
    }
  }
}

TEST(UsdcBroken, EveryByteOfAPlainFileFlipped) {
  const auto bytes = PlainCrate().bytes();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned value = 0; value < 256; ++value) {
      auto flipped = bytes;
      flipped[at] = std::byte(value);
      readHostile(std::move(flipped), std::to_string(at));
    }
  }
}

TEST(UsdcBroken, PlainFilesOfOldVersionsRead) {
  Diagnostics diagnostics;
  const auto layer = read({}, diagnostics);
  ASSERT_TRUE(layer && diagnostics.isEmpty());
  EXPECT_EQ(layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault), Value(1));
}

TEST(UsdcBroken, EachKindOfDamageIsNamed) {
  using Crate = PlainCrate;
  const struct {
    std::function<void(Crate&)> damage;
    const char* message;
  } cases[] = {
      {[](Crate& c) { c.minor = 17; }, "newer than 0.16"},
      {[](Crate& c) { c.strings = {99}; }, "STRINGS names a token that is not there"},
      {[](Crate& c) { c.fields[0].name = 99; }, "FIELDS names a token that is not there"},
      {[](Crate& c) { c.fieldSets[0] = 99; }, "FIELDSETS names a field that is not there"},
      {[](Crate& c) { c.fieldSets.pop_back(); }, "FIELDSETS ends within a set"},
      {[](Crate& c) { c.paths[2].token = 99; }, "PATHS names a token that is not there"},
      {[](Crate& c) { c.paths[2].index = 99; }, "PATHS gives a number to a path that is too large"},
      {[](Crate& c) { c.paths[2].index = 1; }, "PATHS does not describe a tree"},
      {[](Crate& c) { c.paths[2].bits = 5; }, "PATHS holds more paths than it counts"},
      {[](Crate& c) { c.tokens[1] = "A/B"; }, "PATHS does not describe a tree"},
      {[](Crate& c) { c.specs[2].path = 99; }, "A spec has a path that is not there"},
      {[](Crate& c) { c.specs[2].path = 1; }, "Two specs have the same path"},
      {[](Crate& c) { c.specs[2].fieldSet = 5; }, "A spec has a field set that is not there"},
      {[](Crate& c) { c.specs[0].type = 6; }, "There is no spec for the root"},
      {[](Crate& c) { c.values = {2, 0, 1, 1, 1, 0, 3}; }, "/ has \"A\" twice"},
      {[](Crate& c) { c.values[2] = 0; }, "/ has \"\", which is no name"},
      {[](Crate& c) { c.values[2] = 99; }, "/ names a token that is not there"},
      {[](Crate& c) { c.values[1] = 99; }, "/ cannot be read"},
  };
  for (const auto& c : cases) {
    PlainCrate crate;
    c.damage(crate);
    Diagnostics diagnostics;
    EXPECT_FALSE(read(crate, diagnostics)) << c.message;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.message;
    EXPECT_NE(diagnostics.entries()[0].message.find(c.message), std::string::npos)
        << diagnostics.entries()[0].message;
  }
}

TEST(UsdcBroken, SpecsThatNoListNamesAreLeftOut) {
  PlainCrate crate;
  crate.values[0] = 0;  // The root lists nothing.
  Diagnostics diagnostics;
  const auto layer = read(crate, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->primRowCount(), 1u);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kUnlistedSpecs);
}

TEST(UsdcBroken, TextThatIsNotUtf8KeepsItsBytes) {
  PlainCrate crate;
  crate.tokens.push_back("caf\xE9!");
  crate.fields[2].value = PlainCrate::inlined(usdc::CrateType::Token, 6);
  Diagnostics diagnostics;
  const auto layer = read(crate, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault),
            Value(Token("caf\xE9!")));
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kTextNotUtf8);
}

// A dictionary whose two entries are the dictionary itself: endless, and doubled at each level.
TEST(UsdcBroken, ValuesThatHoldThemselvesEnd) {
  PlainCrate crate;
  const std::uint32_t dictionaryAt = PlainCrate::kValues + 24;
  const std::uint64_t rep = PlainCrate::rep(usdc::CrateType::Dictionary, dictionaryAt);
  const auto low = static_cast<std::uint32_t>(rep);
  const auto high = static_cast<std::uint32_t>(rep >> 32);
  // Count, then twice: key, offset to the rep that follows, rep.
  crate.values.insert(crate.values.end(), {2, 0, 0, 8, 0, low, high, 0, 8, 0, low, high});
  crate.fields[2].value = rep;
  Diagnostics diagnostics;
  const auto layer = read(crate, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_EQ(decodeAll(*layer), 1u);
}

TEST(UsdcBroken, CountsAreCheckedAgainstTheBytes) {
  const usdc::CrateType types[] = {
      usdc::CrateType::Dictionary,   usdc::CrateType::TokenListOp, usdc::CrateType::TokenVector,
      usdc::CrateType::DoubleVector, usdc::CrateType::TimeSamples, usdc::CrateType::Spline,
      usdc::CrateType::Int,          usdc::CrateType::String,      usdc::CrateType::Matrix4d,
  };
  for (const auto type : types) {
    for (const std::uint64_t flags : {0u, 8u, 10u}) {  // Plain, array, compressed array.
      PlainCrate crate;
      crate.minor = 3;
      crate.values.insert(crate.values.end(), {0x7FFFFFFE, 0x7FFFFFFE, 0x7FFFFFFE, 0x7FFFFFFE});
      crate.fields[2].value = PlainCrate::rep(type, PlainCrate::kValues + 24) | flags << 60;
      Diagnostics diagnostics;
      const auto layer = read(crate, diagnostics);
      ASSERT_TRUE(layer);
      const Value value = layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault);
      const bool isThere =
          flags == 0 && (type == usdc::CrateType::Int || type == usdc::CrateType::Matrix4d);
      EXPECT_EQ(value.isEmpty(), !isThere) << int(type) << " " << flags;
    }
  }
}

}  // namespace usdscope
