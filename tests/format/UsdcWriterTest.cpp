// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/UsdcWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/CrateInfo.h"
#include "engine/format/usdc/ValueCheck.h"
#include "engine/format/usdc/ValueRep.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/TypeName.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Layer> read(std::string_view bytes) {
  Diagnostics diagnostics;
  auto layer = readLayer(FileBytes::fromText(bytes), {"test"}, diagnostics);
  EXPECT_TRUE(layer) << bytes.substr(0, 200);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  return layer;
}

std::shared_ptr<const Layer> withStatement(const std::string& statement) {
  return read("#usda 1.0\ndef \"A\" {\n" + statement + "\n}\n");
}

std::string write(const Layer& layer) {
  Diagnostics diagnostics;
  std::string bytes = writeUsdc(layer, FieldDefinitions::builtin(), diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  return bytes;
}

// The layers of the test assets, in all formats.
std::vector<fs::path> ownLayers() {
  std::vector<fs::path> paths;
  for (const char* folder : {"usda/export", "usdc"}) {
    for (const auto& entry : fs::directory_iterator(testAssetsPath() / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".usda" || ending == ".usdc") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST(UsdcWriter, PathExpressionsComeBackAsTheReferenceSpellsThem) {
  const struct {
    const char* stored;
    const char* read;
    bool isGood;
  } cases[] = {
      {"/A", "/A", true},
      {"(/A+//{isa:Mesh})", "/A + //{isa:\"Mesh\"}", true},
      {"/A{v=x}B//", "/A{v=x}B//", true},
      {"", "", true},
      {"/A +", "", false},
  };
  for (const auto& c : cases) {
    for (const bool isArray : {false, true}) {
      const PathExpression stored{c.stored};
      const PathExpression expected{c.read};
      LayerBuilder builder;
      const auto prim = builder.addPath(Path::fromText("/P"));
      const auto attribute = builder.addProperty(prim, Token("e"), PropertyKind::Attribute);
      builder.setPropertyField(attribute, fields::kDefault,
                               isArray ? Value(Array<PathExpression>{stored}) : Value(stored));
      const auto layer = read(write(*builder.build({"test"})));
      ASSERT_TRUE(layer);
      EXPECT_EQ(layer->findProperty(Path::fromText("/P.e")).field(fields::kDefault),
                isArray ? Value(Array<PathExpression>{expected}) : Value(expected));
      Diagnostics diagnostics;
      checkValues(*layer, diagnostics);
      EXPECT_EQ(diagnostics.isEmpty(), c.isGood) << c.stored;
    }
  }
}

TEST(UsdcWriter, VersionRisesForValuesThatNeedIt) {
  const struct {
    Value value;
    char minor;
  } cases[] = {
      {Value(Array<TimeCodeValue>{}), 8},
      {Value(Array<TimeCodeValue>{TimeCodeValue{1}}), 9},
      {Value(TimeCodeValue{1}), 9},
      {Value(Array<PathExpression>{}), 8},
      {Value(Array<PathExpression>{PathExpression{"/A"}}), 10},
      {Value(PathExpression{""}), 10},
  };
  for (const auto& c : cases) {
    LayerBuilder builder;
    const auto prim = builder.addPath(Path::fromText("/P"));
    builder.setPropertyField(builder.addProperty(prim, Token("a"), PropertyKind::Attribute),
                             fields::kDefault, c.value);
    EXPECT_EQ(write(*builder.build({"test"}))[9], c.minor);
  }
}

TEST(UsdcWriter, TextOfWhatIsReadBackIsTheSame) {
  const auto paths = ownLayers();
  int wholeCount = 0;
  for (const fs::path& path : paths) {
    const FileBytesResult file = readFileBytes(path.string());
    ASSERT_TRUE(file.bytes) << path;
    Diagnostics diagnostics;
    const auto layer = readLayer(*file.bytes, {path.string()}, diagnostics);
    ASSERT_TRUE(layer) << path;
    const std::string bytes = writeUsdc(*layer, FieldDefinitions::builtin(), diagnostics);
    EXPECT_EQ(writeUsdc(*layer, FieldDefinitions::builtin(), diagnostics), bytes) << path;
    for (const Diagnostic& diagnostic : diagnostics.entries()) {
      EXPECT_EQ(diagnostic.code, kValueNotInCrate) << path << toText(diagnostic);
    }
    Diagnostics again;
    const auto back = readLayer(FileBytes::fromText(bytes), {"again"}, again);
    ASSERT_TRUE(back) << path;
    // Crates cannot hold paths as values, and text that is not UTF-8 is repaired when read.
    if (diagnostics.isEmpty() && again.isEmpty()) {
      EXPECT_EQ(writeUsda(*back), writeUsda(*layer)) << path;
      ++wholeCount;
    }
  }
  EXPECT_GT(wholeCount, 5);
}

TEST(UsdcWriter, SetsWithoutVariantsStay) {
  const std::string asset = (testAssetsPath() / "usdc/empty_variant_sets.usdc").string();
  Diagnostics diagnostics;
  const auto layer = readLayer(*readFileBytes(asset).bytes, {asset}, diagnostics);
  ASSERT_TRUE(layer);
  const auto sets = [](const Layer& of, const char* prim) {
    const PrimSpec spec = of.findPrim(Path::fromText(prim));
    return spec.field(fields::kVariantSetChildren).valueOr(std::vector<Token>());
  };
  const std::vector<Token> expected = {Token("none"), Token("some"), Token("last")};
  const auto back = read(write(*layer));
  for (const auto& of : {layer, back}) {
    EXPECT_EQ(sets(*of, "/A"), expected);
    EXPECT_FALSE(of->findPrim(Path::fromText("/B")).hasField(fields::kVariantSetChildren));
    EXPECT_EQ(of->primRowCount(), 6u);
  }
  EXPECT_EQ(write(*back), write(*layer));
}

TEST(UsdcWriter, VersionIsTheLowestThatKnowsAllValues) {
  const struct {
    const char* statement;
    int minor;
  } cases[] = {
      {"float3[] a = [(1, 2, 3)]", 8},
      {"duration a", 8},
      {"int a = AnimationBlock", 8},
      {"timecode a = 1", 9},
      {"timecode[] a = [1]", 9},
      {"pathExpression a = \"/A\"", 10},
      {"double a.spline = { 1: 2; post curve (1, 2) }", 12},
      {"double a.spline = { 1: 2; post curve (1, 2, custom) }", 13},
      {"int[] a = edit [append 3]", 14},
      {"double a.spline = { pre: loop reset (3) }", 15},
      {"timecode a.spline = { 1: 2 }", 15},
      {"duration a = 1", 16},
      {"duration a.spline = { 1: 2; post held }", 16},
  };
  for (const auto& c : cases) {
    const auto layer = withStatement(c.statement);
    ASSERT_TRUE(layer);
    const std::string bytes = write(*layer);
    EXPECT_EQ(bytes[8], 0) << c.statement;
    EXPECT_EQ(bytes[9], c.minor) << c.statement;
    EXPECT_EQ(bytes[10], 0) << c.statement;
  }
  const auto relocates = read("#usda 1.0\n(\nrelocates = { </A/B>: </A/C> }\n)\ndef \"A\" {\n}\n");
  EXPECT_EQ(write(*relocates)[9], 11);
  EXPECT_EQ(write(*read("#usda 1.0\n(\nrelocates = { }\n)\n"))[9], 8);
}

TEST(UsdcWriter, EqualValuesAreStoredOnce) {
  std::string numbers;
  for (int i = 0; i < 1000; ++i) numbers += std::to_string(i * i % 977) + ".125, ";
  const std::string value = " = [" + numbers + "]\n";
  const std::string samples = ".timeSamples = { 1: [" + numbers + "], 2: [" + numbers + "] }\n";
  const std::string one = write(*withStatement("double[] a" + value));
  const std::string many = write(*withStatement("double[] a" + value + "double[] b" + value +
                                                "double[] c" + samples + "double[] d" + samples));
  EXPECT_LT(many.size(), one.size() + 400);
}

TEST(UsdcWriter, NumbersKeepEveryBit) {
  const char* const statements[] = {
      "double a = -0",
      "float3 a = (-0, 0, 0)",
      "double a = 0.1",
      "double a = nan",
      "double a = inf",
      "float a = 1e-45",
      "int64 a = -9223372036854775808",
      "uint64 a = 18446744073709551615",
      "int64 a = -5",
      "matrix4d a = ((1, 0, 0, 0), (0, -0, 0, "
      "0), (0, 0, 1, 0), (0, 0, 0, 1))",
      "half3 a = (1, -128, 127)",
      "int3 a = (128, 0, 0)",
      "quath a = (1, 0, 0, 0)",
      "double[] a = [0, -0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]",
      "float[] a = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0, 0, 0]",
      "half[] a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]",
      "uint64[] a = [18446744073709551615, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]",
      "int[] a = [2147483647, -2147483648, 0, 40000, -40000, 200, -200, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
      "bool[] a = [true, false, true]",
      "uchar[] a = [0, 255]",
      "string[] a = [\"\", \"x\"]",
      "asset[] a = [@x@, @@]",
      "token a = \"\"",
      "double2[] a = []",
  };
  for (const char* statement : statements) {
    const auto layer = withStatement(statement);
    ASSERT_TRUE(layer) << statement;
    const auto back = read(write(*layer));
    ASSERT_TRUE(back) << statement;
    EXPECT_EQ(writeUsda(*back), writeUsda(*layer)) << statement;
  }
}

// The compressed block of so many zeros would be smaller than readers accept.
TEST(UsdcWriter, LongArraysOfOneNumberCanBeReadAgain) {
  const Value arrays[] = {Value(Array<std::int32_t>(std::vector<std::int32_t>(18'000'000, 0))),
                          Value(Array<float>(std::vector<float>(18'000'000, 0.1f)))};
  for (const Value& array : arrays) {
    LayerBuilder builder;
    const auto prim = builder.addPrim(LayerBuilder::kRoot, Token("A"));
    builder.setPrimField(prim, fields::kSpecifier, Value(Specifier::Def));
    const auto attribute = builder.addProperty(prim, Token("a"), PropertyKind::Attribute);
    builder.setPropertyField(attribute, fields::kDefault, array);
    const auto back = read(write(*builder.build({"test"})));
    ASSERT_TRUE(back);
    const Value found = back->findProperty(Path::fromText("/A.a")).field(fields::kDefault);
    EXPECT_TRUE(found == array) << "an array of " << typeNameOf(array.kind(), true).name.text();
  }
}

// The reference decompresses FIELDS even without fields, so there must be a block, which is empty:
// after the count, twice a size and an empty block.
TEST(UsdcWriter, AnEmptyLayerHasSectionsOfNothing) {
  const std::string bytes = write(*read("#usda 1.0\n"));
  EXPECT_TRUE(read(bytes));
  Diagnostics diagnostics;
  const auto info = inspectCrate(FileBytes::fromText(bytes), "empty", 0, diagnostics);
  ASSERT_TRUE(info);
  const auto fields = std::ranges::find(info->sections, "FIELDS", &CrateInfo::Section::name);
  ASSERT_NE(fields, info->sections.end());
  EXPECT_EQ(fields->byteSize, 8u + 2 * (8 + 2));
}

// Dictionaries and list ops that are unregistered for the spec are wrapped in an unregistered
// value, as in the reference.
TEST(UsdcWriter, UnregisteredMetadataSaysSo) {
  const struct {
    const char* text;
    bool isWrapped;
  } cases[] = {
      {"def \"A\" (prepend unk = [\"a\"]) {\n}\n", true},
      {"def \"A\" (unk = { int a = 1 }) {\n}\n", true},
      {"def \"A\" (customData = { int a = 1 }) {\n}\n", false},
      {"(\nprepend unk = [\"a\"]\n)\n", true},
      {"(\nassetInfo = { int a = 1 }\n)\n", true},
  };
  for (const auto& c : cases) {
    const auto layer = read(std::string("#usda 1.0\n") + c.text);
    ASSERT_TRUE(layer) << c.text;
    const auto back = read(write(*layer));
    ASSERT_TRUE(back) << c.text;
    EXPECT_EQ(writeUsda(*back), writeUsda(*layer));
    const auto& words = back->tables().fieldValues;
    const bool isWrapped = std::ranges::any_of(words, [](std::uint64_t word) {
      return usdc::ValueRep{word}.type() == usdc::CrateType::UnregisteredValue;
    });
    EXPECT_EQ(isWrapped, c.isWrapped) << c.text;
  }
}

TEST(UsdcWriter, TextsThatANulEndsAreReported) {
  const auto layer = withStatement("string s = \"a\\0b\"\nstring t = \"c\"");
  Diagnostics diagnostics;
  const std::string bytes = writeUsdc(*layer, FieldDefinitions::builtin(), diagnostics);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kTextCut);
  EXPECT_TRUE(read(bytes));
}

TEST(UsdcWriter, ValuesThatCratesCannotHoldAreReported) {
  const auto layer = withStatement("int a = </B>\nint b = 1");
  Diagnostics diagnostics;
  const std::string bytes = writeUsdc(*layer, FieldDefinitions::builtin(), diagnostics);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kValueNotInCrate);
  EXPECT_EQ(diagnostics.entries()[0].site.path, "/A.a");
  EXPECT_NE(writeUsda(*read(bytes)).find("int b = 1"), std::string::npos);
}

}  // namespace usdscope
