// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaReader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/value/Spline.h"
#include "tests/support/UsdaText.h"

namespace usdscope {
namespace {

Value defaultOf(const std::string& statement) {
  const auto layer = readInPrim(statement);
  return layer ? layer->findProperty(Path::fromText("/A.a")).field(fields::kDefault) : Value();
}
}  // namespace

TEST(UsdaReader, ValuesOfEveryKind) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const struct {
    const char* statement;
    Value value;
  } cases[] = {
      {"bool a = yes", Value(true)},
      {"bool a = 0", Value(false)},
      {"int a = 3.7", Value(std::int32_t{3})},
      {"int a = -3.7", Value(std::int32_t{-3})},
      {"uchar a = 255", Value(std::uint8_t{255})},
      {"int64 a = -9223372036854775808", Value(std::numeric_limits<std::int64_t>::min())},
      {"uint64 a = 18446744073709551615", Value(std::numeric_limits<std::uint64_t>::max())},
      {"half a = 65520", Value(Half(std::numeric_limits<float>::infinity()))},
      {"float a = 0.1", Value(0.1f)},
      {"double a = .5", Value(0.5)},
      {"double a = 5.", Value(5.0)},
      {"double a = 1e400", Value(kInfinity)},
      {"double a = -1.5e-400", Value(-0.0)},
      {"double a = 12345678901234567890", Value(12345678901234567890.0)},
      {"double a = 0.1234567890123456789e-3", Value(0.1234567890123456789e-3)},
      {"double a = \"-inf\"", Value(-kInfinity)},
      {"timecode a = 3", Value(TimeCodeValue{3.0})},
      {"string a = 'x\"\\x41\\101\\q'", Value(std::string("x\"AAq"))},
      {"string a = \"\"\"x\n\"y\" \"\"\"", Value(std::string("x\n\"y\" "))},
      {"token a = \"x\"", Value(Token("x"))},
      {"asset a = @@@x@y\\@@@z@@@", Value(AssetPath{.authored = "x@y@@@z"})},
      {"pathExpression a = \"/x//\"", Value(PathExpression{"/x//"})},
      {"pathExpression a = \"(//x[0-9]-//[a-c]*[!-]) .//y ../B\"",
       Value(PathExpression{"(//x[0-9] - //[a-c]*[!-]) /A//y /B"})},
      {"pathExpression[] a = [\"x\", \"~ ..//\"]", Value(Array<PathExpression>{{"/A/x"}, {"~//"}})},
      {"int3 a = (1, 2, 3,)", Value(glm::ivec3(1, 2, 3))},
      {"color3f a = (1,\n 2,\n 3)", Value(glm::vec3(1, 2, 3))},
      {"quatf a = (1, 2, 3, 4)", Value(glm::quat(1, 2, 3, 4))},
      {"matrix2d a = ((1, 2), (3, 4))", Value(glm::dmat2(1, 2, 3, 4))},
      {"int[] a = []", Value(Array<std::int32_t>())},
      {"int[] a = [1, 2, # two\n]", Value(Array<std::int32_t>{1, 2})},
      {"int[] a = [[1, 2], [3, 4]]", Value(Array<std::int32_t>{1, 2, 3, 4})},
      {"Vec2f[] a = [(1, 2)]", Value(Array<glm::vec2>{glm::vec2(1, 2)})},
      {"double a = None", Value(ValueBlock())},
      {"double a = AnimationBlock", Value(AnimationBlock())},
      {"foo[] a = [1, (2.50, \"x\"), b]", Value(UnregisteredValue{"[1, (2.5, \"x\"), b]"})},
  };
  for (const auto& c : cases) EXPECT_EQ(defaultOf(c.statement), c.value) << c.statement;
}

TEST(UsdaReader, FieldsThatEveryPropertyHas) {
  const auto layer = readInPrim(
      "custom Vec3f a\n"
      "uniform token b = \"x\"\n"
      "rel r\n"
      "varying rel s");
  ASSERT_TRUE(layer);
  const auto at = [&](const char* path) { return layer->findProperty(Path::fromText(path)); };
  EXPECT_EQ(at("/A.a").typeName(), Token("Vec3f"));
  EXPECT_TRUE(at("/A.a").isCustom());
  EXPECT_EQ(at("/A.a").field(fields::kVariability), Value(Variability::Varying));
  EXPECT_EQ(at("/A.b").field(fields::kCustom), Value(false));
  EXPECT_EQ(at("/A.b").variability(), Variability::Uniform);
  EXPECT_EQ(at("/A.r").variability(), Variability::Uniform);
  EXPECT_FALSE(at("/A.r").hasField(fields::kTargetPaths));
  EXPECT_EQ(at("/A.s").variability(), Variability::Varying);
}

TEST(UsdaReader, SamplesAreSortedAndTheLastOfATimeCounts) {
  const auto layer = readInPrim("double a.timeSamples = { 3: 1, 1: None, 3: 2, -1: 4 }");
  ASSERT_TRUE(layer);
  const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kTimeSamples);
  const auto* samples = value.find<TimeSamples>();
  ASSERT_TRUE(samples);
  EXPECT_TRUE(std::ranges::equal(samples->times(), std::array{-1.0, 1.0, 3.0}));
  EXPECT_EQ(samples->value(0), Value(4.0));
  EXPECT_TRUE(samples->value(1).isBlock());
  EXPECT_EQ(samples->value(2), Value(2.0));
}

TEST(UsdaReader, SamplesOfEveryKind) {
  const struct {
    const char* statement;
    Value first;
    Value second;
  } cases[] = {
      {"bool a.timeSamples = { 1: true, 2: 0 }", Value(true), Value(false)},
      {"int a.timeSamples = { 1: 3, 2: -4 }", Value(std::int32_t{3}), Value(std::int32_t{-4})},
      {"float a.timeSamples = { 1: 0.5, 2: inf }", Value(0.5f),
       Value(std::numeric_limits<float>::infinity())},
      {"float3 a.timeSamples = { 1: (1, 2, 3), 2: (4, 5, 6), }", Value(glm::vec3(1, 2, 3)),
       Value(glm::vec3(4, 5, 6))},
      {"token a.timeSamples = { 1: \"x\", 2: \"y\" }", Value(Token("x")), Value(Token("y"))},
      {"asset a.timeSamples = { 1: @x@, 2: None }", Value(AssetPath{.authored = "x"}),
       Value(ValueBlock())},
      {"foo a.timeSamples = { 1: x, 2: \"y\" }", Value(UnregisteredValue{"x"}),
       Value(UnregisteredValue{"\"y\""})},
      {"int[] a.timeSamples = { 1: [1, 2], 2: [] }", defaultOf("int[] a = [1, 2]"),
       Value(Array<std::int32_t>())},
  };
  for (const auto& c : cases) {
    const auto layer = readInPrim(c.statement);
    ASSERT_TRUE(layer) << c.statement;
    const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kTimeSamples);
    const auto* samples = value.find<TimeSamples>();
    ASSERT_TRUE(samples) << c.statement;
    ASSERT_EQ(samples->size(), 2u) << c.statement;
    EXPECT_EQ(samples->value(0), c.first) << c.statement;
    EXPECT_EQ(samples->value(1), c.second) << c.statement;
  }
}

TEST(UsdaReader, SamplesOutliveTheirLayer) {
  auto layer = readInPrim("double a.timeSamples = { 1: 2, 2: 3 }");
  ASSERT_TRUE(layer);
  const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kTimeSamples);
  layer.reset();
  EXPECT_EQ(value.find<TimeSamples>()->value(1), Value(3.0));
}

TEST(UsdaReader, StatementsAboutOnePropertyAddUp) {
  const auto layer = readInPrim(
      "double a = 1\n"
      "double b = 1\n"
      "double a.timeSamples = { 1: 2 }\n"
      "prepend double a.connect = <../B.x>\n"
      "delete double a.connect = [<.c>]\n"
      "custom double a ( doc = \"x\" )");
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->propertyRowCount(), 2u);
  const PropertySpec a = layer->findProperty(Path::fromText("/A.a"));
  EXPECT_TRUE(a.isCustom());
  EXPECT_EQ(a.field(fields::kDefault), Value(1.0));
  EXPECT_TRUE(a.hasField(fields::kTimeSamples));
  ListOp<Path> connections;
  connections.prependedItems = {Path::fromText("/B.x")};
  connections.deletedItems = {Path::fromText("/A.c")};
  EXPECT_EQ(a.field(fields::kConnectionPaths), Value(connections));
  EXPECT_EQ(a.field(fields::kDocumentation), Value(std::string("x")));
}

TEST(UsdaReader, Metadata) {
  ListOp<Token> schemas;
  schemas.addedItems = {Token("x")};
  schemas.orderedItems = {Token("y"), Token("x")};
  ListOp<Reference> prepended;
  prepended.prependedItems = {{.assetPath = "b"}};
  ListOp<UnregisteredValue> unknown;
  unknown.prependedItems = {{"1, (2, 3)"}};
  Dictionary inner;
  inner.set("x y", defaultOf("double[] a = [1, 2]"));
  Dictionary dictionary;
  dictionary.set("d", Value(inner));
  const struct {
    const char* text;
    Token field;
    Value value;
  } cases[] = {
      {"\"c\"", fields::kComment, Value(std::string("c"))},
      {"doc = \"\"\"d\"\"\"", fields::kDocumentation, Value(std::string("d"))},
      {"kind = \"a\"; kind = \"b\"", fields::kKind, Value(Token("b"))},
      {"active = no", fields::kActive, Value(false)},
      {"permission = private", fields::kPermission, Value(Permission::Private)},
      {"symmetryFunction = ", fields::kSymmetryFunction, Value(Token())},
      {"add apiSchemas = [\"x\"]\nreorder apiSchemas = [\"y\", \"x\"]", fields::kApiSchemas,
       Value(schemas)},
      {"references = @a@</P> (offset = 2; scale = 3)", fields::kReferences,
       Value(ListOp<Reference>::makeExplicit({{.assetPath = "a",
                                               .primPath = Path::fromText("/P"),
                                               .offset = {.offset = 2, .scale = 3}}}))},
      {"references = @a@\nprepend references = @b@", fields::kReferences, Value(prepended)},
      {"payload = None", fields::kPayload, Value(ListOp<Payload>::makeExplicit({}))},
      {"inherits = [</X>, <../Y>]", fields::kInheritPaths,
       Value(ListOp<Path>::makeExplicit({Path::fromText("/X"), Path::fromText("/Y")}))},
      {"variants = { string v = \"1-a\"\n string u = \"\" }", fields::kVariantSelection,
       Value(VariantSelections{{"u", ""}, {"v", "1-a"}})},
      {"customData = { dictionary d = { double[] \"x y\" = [1, 2] } }", fields::kCustomData,
       Value(dictionary)},
      {"foo = 1e5", Token("foo"), Value(UnregisteredValue{"100000"})},
      {"foo = [ 'a', b ]", Token("foo"), Value(UnregisteredValue{"[\"a\", b]"})},
      {"prepend foo = [1, (2,3)]", Token("foo"), Value(unknown)},
      {"foo = { }", Token("foo"), Value(Dictionary())},
  };
  for (const auto& c : cases) EXPECT_EQ(metadataOf(c.text, c.field), c.value) << c.text;
}

TEST(UsdaReader, LayerMetadata) {
  Diagnostics diagnostics;
  const auto layer = readText(
      "#usda 1.0\n(\n\"c\"\ndefaultPrim = \"A\"\nsubLayers = [@a@ (offset = 3), @b@,]\n"
      "relocates = { </A/B>: </A/C>, </A/D>: <> }\nexpressionVariables = { string X = \"y\" }\n)\n"
      "reorder rootPrims = [\"B\", \"A\"]\n",
      diagnostics);
  ASSERT_TRUE(layer) << toText(diagnostics.entries()[0]);
  const PrimSpec root = layer->pseudoRoot();
  EXPECT_EQ(root.field(fields::kSubLayers), Value(std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(root.field(fields::kSubLayerOffsets),
            Value(std::vector<LayerOffset>{{.offset = 3}, {}}));
  EXPECT_EQ(root.field(fields::kLayerRelocates),
            Value(Relocates{{Path::fromText("/A/B"), Path::fromText("/A/C")},
                            {Path::fromText("/A/D"), Path()}}));
  EXPECT_EQ(root.field(fields::kPrimOrder), Value(std::vector<Token>{Token("B"), Token("A")}));
}

TEST(UsdaReader, VariantsInVariants) {
  const auto layer = readInPrim(
      "variantSet \"v\" = {\n \"x\" ( kind = \"k\" ) {\n int a = 1\n def \"K\" {}\n"
      "variantSet \"w\" = { \"1\" { rel r = <.a> \n}\n }\n }\n \"y\" {\n }\n }\n int b");
  ASSERT_TRUE(layer);
  const auto prim = [&](const char* path) { return layer->findPrim(Path::fromText(path)); };
  EXPECT_EQ(prim("/A").variantCount(), 2u);
  EXPECT_EQ(prim("/A").propertyCount(), 1u);
  EXPECT_EQ(prim("/A{v=x}").field(fields::kKind), Value(Token("k")));
  EXPECT_EQ(prim("/A{v=x}").propertyCount(), 1u);
  EXPECT_EQ(prim("/A{v=x}K").specifier(), Specifier::Def);
  EXPECT_EQ(prim("/A{v=x}{w=1}").property(0).field(fields::kTargetPaths),
            Value(ListOp<Path>::makeExplicit({Path::fromText("/A.a")})));
}

TEST(UsdaReader, ManyPropertiesAndChildrenOfOnePrimTakeLinearTime) {
  constexpr int kCount = 50000;
  std::string body;
  for (int i = 0; i < kCount; ++i) {
    body += "int a" + std::to_string(i) + " = 1\ndef \"P" + std::to_string(i) + "\" {\n}\n";
  }
  const auto layer = readInPrim(body);
  ASSERT_TRUE(layer);
  const PrimSpec prim = layer->findPrim(Path::fromText("/A"));
  EXPECT_EQ(prim.propertyCount(), std::size_t{kCount});
  EXPECT_EQ(prim.childCount(), std::size_t{kCount});
  EXPECT_EQ(prim.property(kCount - 1).name(), Token("a49999"));
}

TEST(UsdaReader, SyntaxErrorsSayWhereAndWhat) {
  const struct {
    const char* text;
    int line;
    int column;
    const char* part;
  } cases[] = {
      {"", 1, 1, "'#usda 1.0'"},
      {"#usda 2.0\n", 1, 7, "a version from 1.0"},
      {"#usda 1.4.32\n", 1, 7, "a version from 1.0"},
      {"#usda 1.0\ndef \"A\"", 2, 8, "'{' before the end of the text"},
      {"#usda 1.0\ndef \"A\" {\n int a = 1 }\n", 3, 12, "a new line or ';'"},
      {"#usda 1.0\ndef \"A\" {\n}\ndef \"A\" {\n}\n", 4, 5, "there already"},
      {"#usda 1.0\r\ndef \"A\" {\r\n int a = x\r\n}\r\n", 3, 10, "a number. Found: x"},
      {"#usda 1.0\ndef \"A\" {\n int a = \xff\x1b[1m\n}\n", 3, 10,
       "a number. Found: \\xff\\x1b[1m"},
      {"#usda 1.0\ndef \"A\" {\n int a = 3000000000\n}\n", 3, 10, "an integer of 32 bits"},
      {"#usda 1.0\ndef \"A\" {\n string a = \"x\n}\n", 3, 15,
       "the end of the line. The line ends here."},
      {"#usda 1.0\ndef \"A\" {\n string a\u0308\U00024b62 = 'x\u00df\n}\n", 3, 18, "the end of"},
      {"#usda 1.0\n(doc = \"\u65e5\u672c\" x)\n", 2, 13, "x)"},
      {"#usda 1.0\ndef \"A\" {\n float3 a = (1, 2)\n}\n", 3, 13, "3 values in parentheses"},
      {"#usda 1.0\ndef \"A\" {\n float3[] a = [(1, 2, 3)\n , (1, 2, 3)]\n}\n", 4, 2, "',' or ']'"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = [[1], [2, 3]]\n}\n", 3, 18, "different lengths"},
      {"#usda 1.0\ndef \"A\" {\n bool a\n double a = 1\n}\n", 4, 9, "has the type 'bool'"},
      {"#usda 1.0\ndef \"A\" {\n rel r = [</B>, </B>]\n}\n", 3, 10, "twice"},
      {"#usda 1.0\ndef \"A\" (\n add references = []\n)\n{\n}\n", 3, 19, "Only a whole list"},
      {"#usda 1.0\ndef \"A\" (\n customData = { foo x = 1 }\n)\n{\n}\n", 3, 17, "a type"},
      {"#usda 1.0\n/* \n", 2, 1, "no end: expected '*/'"},
      {"#usda 1.0\ndef \"A\" {\n double a.spline = { 1: 2; post (1) }\n}\n", 3, 33, "none, held"},
      {"#usda 1.0\ndef \"A\" {\n int a = edit [erase [0]]\n}\n", 3, 10, "Only arrays"},
      {"#usda 1.0\ndef \"A\" {\n x[] a = edit [erase [0]]\n}\n", 3, 10, "Only arrays"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [drop [0]]\n}\n", 3, 18, "write, insert"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [erase 0]\n}\n", 3, 24, "'['"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [write 3 at [0]]\n}\n", 3, 26, "to"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [insert\n3 at [0]]\n}\n", 3, 24, "a number"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [minsize -1]\n}\n", 3, 26, "negative"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [maxsize 1 fill 2]\n}\n", 3, 28, "']'"},
      {"#usda 1.0\ndef \"A\" {\n int[] a = edit [append 1;; append 2]\n}\n", 3, 27, "write"},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    EXPECT_FALSE(readText(c.text, diagnostics)) << c.text;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.text;
    const Diagnostic& d = diagnostics.entries()[0];
    EXPECT_EQ(d.code, kUsdaSyntax);
    EXPECT_EQ(d.site.line, c.line) << c.text << toText(d);
    EXPECT_EQ(d.site.column, c.column) << c.text << toText(d);
    EXPECT_NE(d.message.find(c.part), std::string::npos) << c.text << toText(d);
  }
}

// Texts with the results of the reference; engine/format/DIFFERENCES.md lists our differences.
TEST(UsdaReader, AgreesWithTheReferenceAboutErrors) {
  const std::string layer = "#usda 1.0\n(\n{}\n)\n";
  const std::string top = "#usda 1.0\n{}\n";
  const std::string prim = "#usda 1.0\ndef \"A\" (\n{}\n)\n{{\n}}\n";
  const std::string attribute = "#usda 1.0\ndef \"A\" {{\nint z (\n{}\n)\n}}\n";
  const std::string relationship = "#usda 1.0\ndef \"A\" {{\nrel z (\n{}\n)\n}}\n";
  const std::string body = "#usda 1.0\ndef \"A\" {{\n{}\n}}\n";
  const struct {
    const std::string& around;
    std::vector<const char*> read;
    std::vector<const char*> refused;
  } cases[] = {
      {layer,
       {"defaultPrim = </A>", "specifier = true", "propertyChildren = true", "hidden = true",
        "subLayers = [ ]", "assetInfo = { int a = 1 }", "relocates = { }", "framesPerSecond = 0.5",
        "timeCodesPerSecond = 0"},
       {"customData = { int a = 1 }", "primChildren = true", "properties = true", "kind = \"a\"",
        "subLayers = [ @a\tb@ ]", "symmetryArguments = { int a = 1 }", "default = true",
        "framesPerSecond = 0", "framesPerSecond = nan", "# \xFF", "/* \xFF */"}},
      {top,
       {"def int \"A\" {}", "def edit \"A\" {}", "def /**/Xform /**/\"A\" {}",
        "def Xform \"A\"/**/{}", "def X.Y \"A\" {}", "def \"A\"(kind=\"a\"){}",
        "reorder rootPrims=[\"a\"]"},
       {"def X. \"A\" {}", "def def \"A\" {}", "def class \"A\" {}", "def None \"A\" {}",
        "def rel \"A\" {}", "def rel::a \"A\" {}", "def bezier \"A\" {}", "def/**/\"A\" {}",
        "def Xform\"A\" {}", "def Xform/**/\"A\" {}", "over\"A\" {}",
        "reorder/**/rootPrims=[\"a\"]"}},
      {prim,
       {"active = { int a = 1 }", "customData = <../B.c>", "unk = <>", "symmetryFunction = a::b",
        "variantSets = \"1a\"", "unk = None", "unk = foo", "typeName = \"x\"",
        "propertyChildren = true", "prepend payloadAssetDependencies = [@a@]",
        "variability = \"uniform\""},
       {"unk = [None]",
        "add unk = [1, None]",
        "unk = </A/>",
        "unk = <./A>",
        "kind = { int a = 1 }",
        "symmetryFunction = varying",
        "customData = { int[]x = [1] }",
        "add active = {}",
        "variantSets = \"a b\"",
        "unk = AnimationBlock",
        "unk = def",
        "primChildren = true",
        "properties = true",
        "variantSetChildren = true",
        "specifier = true",
        "default = true",
        "timeSamples = true",
        "variability = uniform",
        "prepend hidden = true",
        "references = @a\x01@"}},
      {attribute,
       {"primChildren = true", "targetChildren = true", "specifier = true"},
       {"connectionChildren = true", "connectionPaths = true", "typeName = \"x\"",
        "variability = \"uniform\"", "properties = true"}},
      {relationship,
       {"primChildren = true", "typeName = \"x\"", "connectionChildren = true"},
       {"targetChildren = true", "targetPaths = true", "variability = \"uniform\""}},
      {body,
       {"variantSet \"v\" = {}", "bool z = \"1\"", "bool z = \"0\"", "varying rel z",
        "config int z", "int def = 1", "int /**/a = 3", "int/**/ a = 3", "custom /**/ int a",
        "int [] a", "int a=3", "rel /**/z", "int[] z = edit [ write 1.5 to [0] ]",
        "reorder nameChildren=[\"a\"]", "Schema z = 'x'", "Schema[] z = ['x']", "opaque[] z = [1]",
        "group[] z = [(a, 1)]", "duration z.spline = { 1: 2; post linear }"},
       {"variantSet \"v\" = { }",
        "uniform rel z",
        "custom uniform rel z",
        "config rel z",
        "rel z = <.>",
        "rel z = <./b>",
        "dictionary z",
        "dictionary[] z",
        "a::def z",
        "Schema z = 1",
        "Schema[] z = [1]",
        "opaque z = 1",
        "int/**/a = 3",
        "custom/**/int a",
        "uniform/**/int a",
        "int[]a",
        "rel/**/z",
        "add/**/rel z = </B>",
        "asset z = @a\tb@",
        "asset z = @@@a\x7f@@@",
        "asset[] z = [@a\xC2\x85@]",
        "int[] z = edit [ minsize 1.5 ]",
        "int[] z = edit [ erase [1.0] ]",
        "bool z = \"maybe\"",
        "variantSet\"v\" = { \"x\" { } }"}},
  };
  for (const auto& c : cases) {
    for (const auto* texts : {&c.read, &c.refused}) {
      for (const char* text : *texts) {
        Diagnostics diagnostics;
        const std::string whole = fmt::format(fmt::runtime(c.around), text);
        EXPECT_EQ(readText(whole, diagnostics) != nullptr, texts == &c.read) << whole;
        EXPECT_EQ(diagnostics.entries().size(), texts == &c.read ? 0u : 1u) << whole;
      }
    }
  }
}

TEST(UsdaReader, DeepNestingIsRefused) {
  const auto nested = [](const std::string& open, const std::string& close, int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += open;
    for (int i = 0; i < depth; ++i) text += close;
    return text;
  };
  const std::string header = "#usda 1.0\n";
  const std::string cases[] = {
      header + nested("def \"A\" {\n", "}\n", 100000),
      header + "(\ncustomLayerData = {\n" + nested("dictionary d = {\n", "}\n", 100000) + "}\n)\n",
      header + "(\nfoo = " + nested("[", "]", 100000) + "\n)\n",
      header + "def \"A\" {\n int[] a = " + nested("[", "]", 100000) + "\n}\n",
  };
  for (const std::string& text : cases) {
    Diagnostics diagnostics;
    EXPECT_FALSE(readText(text, diagnostics));
    EXPECT_EQ(diagnostics.entries().size(), 1u);
  }
}

TEST(UsdaReader, EveryPrefixIsReadOrRefused) {
  const std::string text =
      "#usda 1.0\n(\n doc = \"\"\"x\\n\"\"\"\n subLayers = [@a@ (scale = 2)]\n)\n"
      "def Xform \"A\" (\n customData = { int[] x = [1, 2] }\n prepend references = @b@</C>\n)\n{\n"
      " float3[] p.timeSamples = { 1: [(1, 2, 3)], 2: None }\n double d.spline = { 1: 2; post "
      "curve "
      "(1, 2) }\n rel r = [<../B>, </C>]\n /* c */ quath q = (1, 0, 0, 0) # c\n"
      " variantSet \"v\" = { \"a\" { } }\n}\n";
  Diagnostics diagnostics;
  ASSERT_TRUE(readText(text.substr(0, text.size()), diagnostics));
  for (std::size_t size = 0; size < text.size(); ++size) {
    // The buffer has the exact size, so that sanitizers find a read beyond its end.
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    Diagnostics problems;
    const auto layer = readUsda(FileBytes::fromBuffer(std::vector<std::byte>(bytes, bytes + size)),
                                {"prefix.usda"}, problems);
    EXPECT_NE(layer == nullptr, problems.isEmpty()) << text.substr(0, size);
  }
}

TEST(UsdaReader, LargeArraysAreReadAsSmallOnes) {
  setThreadCount(2);
  constexpr int kCount = 60'000;
  std::vector<glm::vec3> points;
  std::vector<std::int32_t> indices;
  std::string pointText;
  std::string indexText;
  for (int i = 0; i < kCount; ++i) {
    points.emplace_back(static_cast<float>(i), -0.5f, 1e-3f);
    indices.push_back(i * 7 - 1000);
    pointText += fmt::format("({}, -.5, 1e-3){}", i, i % 5 == 0 ? " ,\n  " : ", ");
    indexText += fmt::format("{}{}", i * 7 - 1000, i + 1 == kCount ? "" : ",");
  }
  const auto layer = readInPrim("float3[] p = [\n" + pointText + "]\nint[] i = [" + indexText +
                                "]\nint[] c = [" + indexText + "# 1, 2\n]\nint after = 1");
  ASSERT_TRUE(layer);
  const PrimSpec prim = layer->findPrim(Path::fromText("/A"));
  const auto value = [&](const char* name) {
    return prim.findProperty(Token(name)).field(fields::kDefault);
  };
  EXPECT_TRUE(value("p") == Value(Array<glm::vec3>(points)));
  EXPECT_TRUE(value("i") == Value(Array<std::int32_t>(indices)));
  EXPECT_TRUE(value("c") == value("i"));
  EXPECT_EQ(value("after"), Value(1));

  for (const char* wrong : {"x", "(1, 2)", ",", "(1, 2, 3", "1"}) {
    Diagnostics diagnostics;
    std::string text = "#usda 1.0\ndef \"A\" {\n float3[] p = [\n" + pointText + "]\n}\n";
    text.insert(text.find("(40000,"), std::string(wrong));
    EXPECT_FALSE(readText(text, diagnostics)) << wrong;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << wrong;
    EXPECT_GT(diagnostics.entries()[0].site.line, 8000) << wrong;
  }
  setThreadCount(0);
}

TEST(UsdaReader, EqualFieldsOfSpecsAreStoredOnce) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format(
        "def Cube \"C{}\" {{\n double size = 2\n double big = 1e300\n double odd = 0.1\n"
        " token[] order = [\"a\", \"b\"]\n double3 t = (1, 0.5, {})\n rel r = </A>\n"
        " string s = \"text {}\"\n}}\n",
        i, i, i);
  }
  Diagnostics diagnostics;
  const auto layer = readUsda(FileBytes::fromText(text), {"test"}, diagnostics);
  ASSERT_TRUE(layer);
  // Only two of seven properties differ between prims. Not all equal ones are shared.
  EXPECT_LT(layer->tables().fieldNames.size(), 2000u * (1 + 7 * 4) * 3 / 4);
  for (const int i : {0, 1, 7, 1999}) {
    const PrimSpec prim = layer->findPrim(Path::fromText(fmt::format("/C{}", i)));
    const auto value = [&](const char* name) {
      return prim.findProperty(Token(name)).field(fields::kDefault);
    };
    EXPECT_EQ(value("size"), Value(2.0));
    EXPECT_EQ(value("big"), Value(1e300));
    EXPECT_EQ(value("odd"), Value(0.1));
    EXPECT_EQ(value("order"), Value(Array<Token>{Token("a"), Token("b")}));
    EXPECT_EQ(value("t"), Value(glm::dvec3(1, 0.5, i)));
    EXPECT_EQ(value("s"), Value(fmt::format("text {}", i)));
    EXPECT_EQ(prim.findProperty(Token("r")).field(fields::kTargetPaths),
              Value(ListOp<Path>::makeExplicit({Path::fromText("/A")})));
  }
}

TEST(UsdaReader, SetsThatAreOnlyListedAreThere) {
  const struct {
    const char* metadata;
    std::vector<const char*> sets;
  } cases[] = {
      {"variantSets = [\"b\", \"a\"]", {"b", "a", "m"}},
      {"add variantSets = [\"x\"]", {"x", "m", "a"}},
      {"variantSets = \"a\"", {}},
      {"prepend variantSets = [\"b\"]", {}},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    const auto layer = readUsda(FileBytes::fromText(fmt::format(
                                    "#usda 1.0\ndef \"A\" (\n {}\n) {{\n variantSet \"m\" = {{\n"
                                    " \"1\" {{\n }}\n }}\n variantSet \"a\" = {{\n \"1\" {{\n }}\n"
                                    " }}\n}}\n",
                                    c.metadata)),
                                {"test"}, diagnostics);
    ASSERT_TRUE(layer) << c.metadata;
    const Value field = layer->findPrim(Path::fromText("/A")).field(fields::kVariantSetChildren);
    std::vector<Token> expected;
    for (const char* set : c.sets) expected.emplace_back(set);
    EXPECT_EQ(field.valueOr(std::vector<Token>()), expected) << c.metadata;
  }
}

}  // namespace usdscope
