// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "engine/format/Limits.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdc/ValueCheck.h"
#include "engine/format/usdc/ValueRep.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Decodes all values of a layer, two levels deep, and counts them.
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

// Reads and decodes a layer. Unreadable bytes give one error.
void readHostile(std::vector<std::byte> bytes, const std::string& what) {
  Diagnostics diagnostics;
  const auto layer =
      readUsdc(FileBytes::fromBuffer(std::move(bytes)), {"hostile.usdc"}, diagnostics);
  if (layer) {
    for (const Diagnostic& entry : diagnostics.entries()) {
      EXPECT_TRUE(entry.code == kBrokenValue || entry.code.severity != Severity::Error) << what;
    }
    decodeAll(*layer);
    checkValues(*layer, diagnostics);
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

// A crate file in the uncompressed layout of version 0.3, so that a test can change any number. It
// has </A> with the attribute </A.x> = 1.
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
  // Offset of `values` in the file.
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

std::shared_ptr<const Layer> readPlain(const PlainCrate& crate, Diagnostics& diagnostics) {
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
  const auto layer = readPlain({}, diagnostics);
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
      {[](Crate& c) { c.specs[2].type = 99; }, "The spec /A.x has the type 99"},
      {[](Crate& c) { c.specs[0].type = 6; }, "There is no spec for the root"},
      {[](Crate& c) { c.values = {2, 0, 1, 1, 1, 0, 3}; }, "/ has \"A\" twice"},
      {[](Crate& c) { c.values[2] = 0; }, "/ has \"\", which is not a name"},
      {[](Crate& c) { c.values[2] = 99; }, "/ names a token that is not there"},
      {[](Crate& c) { c.values[1] = 99; }, "/ cannot be read"},
  };
  for (const auto& c : cases) {
    PlainCrate crate;
    c.damage(crate);
    Diagnostics diagnostics;
    EXPECT_FALSE(readPlain(crate, diagnostics)) << c.message;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.message;
    EXPECT_NE(diagnostics.entries()[0].message.find(c.message), std::string::npos)
        << diagnostics.entries()[0].message;
  }
}

TEST(UsdcBroken, SpecsThatNoListNamesAreLeftOut) {
  PlainCrate crate;
  crate.values[0] = 0;  // The root lists nothing.
  Diagnostics diagnostics;
  const auto layer = readPlain(crate, diagnostics);
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
  const auto layer = readPlain(crate, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault),
            Value(Token("caf\xE9!")));
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kTextNotUtf8);
}

// One error each, with the offset, the path and the field: when the file is opened if the rep shows
// the fault, otherwise when all values are checked. The value is empty.
TEST(UsdcBroken, EachBrokenValueIsNamed) {
  using Crate = PlainCrate;
  using Type = usdc::CrateType;
  constexpr std::uint64_t kArray = std::uint64_t{1} << 63;
  constexpr std::uint64_t kCompressed = std::uint64_t{1} << 61;
  constexpr std::uint64_t kAt = Crate::kValues + 24;  // Offset of the words.
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const auto dictionary = [&](std::uint64_t value) {  // Has one entry, followed by its rep.
    return std::vector<std::uint32_t>{1, 0, 0, 8, 0, low(value), high(value)};
  };
  const std::uint64_t samples = Crate::rep(Type::TimeSamples, kAt);
  const std::uint64_t times = Crate::rep(Type::DoubleVector, kAt + 40);
  const std::uint64_t token = Crate::inlined(Type::Token, 99);
  // One sample, at time 0, with this rep.
  const auto sampled = [&](std::uint64_t value) {
    return std::vector<std::uint32_t>{8, 0,          low(times),  high(times), 8, 0, 1,
                                      0, low(value), high(value), 1,           0, 0, 0};
  };
  const struct {
    std::uint64_t rep;
    std::vector<std::uint32_t> words;
    const char* message;
    bool isSeenAtOnce = false;
  } cases[] = {
      {Crate::rep(Type::Int, 0x7FFFFFFFFFFF) | kArray, {}, "outside of the file", true},
      {Crate::rep(Type::Matrix4d, 1 << 20), {}, "outside of the file", true},
      {Crate::rep(Type(200), kAt), {}, "type is not known", true},
      {Crate::rep(Type(0), kAt), {}, "type is not known", true},
      {Crate::inlined(Type::String, 77), {}, "a string that is not there", true},
      {token, {}, "a token that is not there", true},
      {Crate::inlined(Type::Asset, 99), {}, "a token that is not there", true},
      {Crate::inlined(Type::Int, 1) | kArray, {}, "arrays are never inlined"},
      {Crate::inlined(Type::Specifier, 9), {}, "do not form a value of its type"},
      {Crate::rep(Type::Int, kAt) | kArray, {0, 9999, 5, 6}, "more items than there are bytes"},
      {Crate::rep(Type::Int, kAt) | kArray | kCompressed,
       {0, 0x7FFFFFFF, 8, 0, 1, 1},
       "more items"},
      {Crate::rep(Type::Double3, kAt) | kArray | kCompressed, {}, "never compressed"},
      {Crate::rep(Type::Token, kAt) | kArray, {0, 1, 99}, "a token that is not there"},
      {Crate::rep(Type::TokenVector, kAt), {1, 0, 99}, "a token that is not there"},
      {Crate::rep(Type::PathListOp, kAt), {0x102, 0, 0x6300, 0, 0}, "a path that is not there"},
      {Crate::rep(Type::Dictionary, kAt), {0, 1}, "more items than there are bytes"},
      {Crate::rep(Type::Dictionary, kAt), {1, 0, 0, 0xFFFFF000, 0xFFFFFFFF}, "do not form a value"},
      {Crate::rep(Type::Dictionary, kAt), dictionary(token), "a token that is not there"},
      {Crate::rep(Type::Dictionary, kAt), dictionary(samples), "samples lie inside"},
      {Crate::rep(Type::Dictionary, kAt), dictionary(Crate::rep(Type::Dictionary, kAt)),
       "dictionaries more than 256 deep"},
      {Crate::rep(Type::Dictionary, kAt),
       {2, 0, 0, 8, 0, low(token - 98), high(token), 0, 8, 0, low(token - 98), high(token)},
       "a dictionary has a key twice"},
      {Crate::rep(Type::Value, kAt),
       {8, 0, low(Crate::rep(Type::Value, kAt)), high(Crate::rep(Type::Value, kAt))},
       "nested too deep"},
      {Crate::rep(Type::UnregisteredValue, kAt),
       {8, 0, low(Crate::rep(Type::UnregisteredValue, kAt)),
        high(Crate::rep(Type::UnregisteredValue, kAt))},
       "nested too deep"},
      {samples, {8, 0, low(times), high(times), 8, 0, 0, 1}, "more samples than there are bytes"},
      {samples,
       {8, 0, low(times), high(times), 8, 0, 0, 0, 0, 0, 1, 0, 0, 0},
       "more times than samples, or fewer"},
      {samples, sampled(token),
       "The sample at 0 of 'timeSamples' cannot be read and is ignored: "
       "it names a token"},
      {samples, sampled(samples), "samples lie inside another value"},
      {Crate::rep(Type::Spline, kAt), {1, 0, 0xF}, "do not form a value"},
  };
  for (const auto& c : cases) {
    PlainCrate crate;
    const bool isSampled = c.rep == samples;
    if (isSampled) crate.tokens[5] = "timeSamples";
    crate.fields[2].value = c.rep;
    crate.values.insert(crate.values.end(), c.words.begin(), c.words.end());
    Diagnostics atOnce;
    const auto layer = readPlain(crate, atOnce);
    ASSERT_TRUE(layer) << c.message;
    Diagnostics later;
    checkValues(*layer, later);
    EXPECT_EQ(atOnce.entries().size(), c.isSeenAtOnce ? 1u : 0u) << c.message;
    const Diagnostics& told = c.isSeenAtOnce ? atOnce : later;
    EXPECT_EQ(later.entries().size(), c.isSeenAtOnce ? 0u : 1u) << c.message;
    if (told.isEmpty()) continue;
    const Diagnostic& entry = told.entries()[0];
    EXPECT_EQ(entry.code, kBrokenValue);
    EXPECT_EQ(entry.site.path, "/A.x");
    EXPECT_GT(entry.site.byteOffset, 0u);
    EXPECT_NE(entry.message.find(c.message), std::string::npos) << c.message << entry.message;
    EXPECT_NE(entry.message.find(isSampled ? "'timeSamples'" : "'default'"), std::string::npos);
    const Value value = layer->findProperty(Path::fromText("/A.x")).field(Token(crate.tokens[5]));
    const auto* found = value.find<TimeSamples>();
    EXPECT_TRUE(found ? found->value(0).isEmpty() : value.isEmpty()) << c.message;
  }
}

// The nesting limit of dictionaries equals that of text: one level more is an error.
TEST(UsdcBroken, DictionariesMayLieAsDeepAsInText) {
  const auto most = static_cast<std::uint32_t>(kMaxDictionaryNesting);
  for (const std::uint32_t depth : {most - 1, most, most + 1, 5000u}) {
    PlainCrate crate;
    std::uint64_t at = PlainCrate::kValues + 24;
    crate.fields[2].value = PlainCrate::rep(usdc::CrateType::Dictionary, at);
    for (std::uint32_t i = 1; i < depth; ++i) {
      at += 28;
      const std::uint64_t inner = PlainCrate::rep(usdc::CrateType::Dictionary, at);
      crate.values.insert(crate.values.end(), {1, 0, 0, 8, 0, static_cast<std::uint32_t>(inner),
                                               static_cast<std::uint32_t>(inner >> 32)});
    }
    crate.values.insert(crate.values.end(), {0, 0});
    Diagnostics diagnostics;
    const auto layer = readPlain(crate, diagnostics);
    ASSERT_TRUE(layer);
    checkValues(*layer, diagnostics);
    EXPECT_EQ(diagnostics.hasErrors(), depth > most) << depth;
    EXPECT_EQ(decodeAll(*layer), depth > most ? 0u : 1u) << depth;
  }
}

// A dictionary whose two entries are the dictionary itself: endless, and double at each level.
TEST(UsdcBroken, ValuesThatHoldThemselvesEnd) {
  PlainCrate crate;
  const std::uint32_t dictionaryAt = PlainCrate::kValues + 24;
  const std::uint64_t rep = PlainCrate::rep(usdc::CrateType::Dictionary, dictionaryAt);
  const auto low = static_cast<std::uint32_t>(rep);
  const auto high = static_cast<std::uint32_t>(rep >> 32);
  // The count, then twice: key, offset to the next rep, rep.
  crate.values.insert(crate.values.end(), {2, 0, 0, 8, 0, low, high, 0, 8, 0, low, high});
  crate.fields[2].value = rep;
  Diagnostics diagnostics;
  const auto layer = readPlain(crate, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_EQ(decodeAll(*layer), 0u);
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
      const auto layer = readPlain(crate, diagnostics);
      ASSERT_TRUE(layer);
      const Value value = layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault);
      const bool isThere =
          flags == 0 && (type == usdc::CrateType::Int || type == usdc::CrateType::Matrix4d);
      EXPECT_EQ(value.isEmpty(), !isThere) << int(type) << " " << flags;
    }
  }
}

TEST(UsdcBroken, ManyValuesThatOneTableBreaksAreCountedNotListed) {
  constexpr std::uint32_t kValueCount = 50;
  PlainCrate crate;
  crate.strings.clear();
  crate.fields.resize(2);
  crate.fieldSets = {0, PlainCrate::kEnd, 1, PlainCrate::kEnd};
  for (std::uint32_t i = 0; i < kValueCount; ++i) {
    crate.fieldSets.push_back(static_cast<std::uint32_t>(crate.fields.size()));
    crate.fields.push_back({0, static_cast<std::uint32_t>(crate.tokens.size()),
                            PlainCrate::inlined(usdc::CrateType::String, i)});
    crate.tokens.push_back("n" + std::to_string(i));
  }
  crate.fieldSets.push_back(PlainCrate::kEnd);
  Diagnostics diagnostics;
  ASSERT_TRUE(readPlain(crate, diagnostics));
  ASSERT_LT(diagnostics.entries().size(), kValueCount / 2);
  EXPECT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.entries().back().message,
            "30 more values are broken in the same way: it names a string that is not there.");
}

}  // namespace usdscope
