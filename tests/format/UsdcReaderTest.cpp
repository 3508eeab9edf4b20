// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/UsdcReader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/value/ArrayEdit.h"
#include "engine/value/Spline.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Reads a file of tests/assets/usdc, which usd-core wrote from the text beside it.
std::shared_ptr<const Layer> readAsset(const std::string& name, Diagnostics& diagnostics) {
  const auto file = (testAssetsPath() / "usdc" / name).string();
  const auto read = readFileBytes(file);
  return read.bytes ? readUsdc(*read.bytes, {file}, diagnostics) : nullptr;
}

std::shared_ptr<const Layer> readAsset(const std::string& name) {
  Diagnostics diagnostics;
  auto layer = readAsset(name, diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  EXPECT_TRUE(layer);
  return layer;
}

Path path(std::string_view text) { return Path::fromText(text); }

Value property(const Layer& layer, std::string_view text, Token field = fields::kDefault) {
  const PropertySpec spec = layer.findProperty(path(text));
  EXPECT_TRUE(spec) << text;
  return spec ? spec.field(field) : Value();
}

template <typename T>
Value arrayOf(std::vector<T> items) {
  return Value(Array<T>(std::move(items)));
}

template <typename T>
std::vector<T> countTo(int count, std::vector<T> tail) {
  std::vector<T> items;
  for (int i = 0; i < count; ++i) items.push_back(T(static_cast<float>(i)));
  items.insert(items.end(), tail.begin(), tail.end());
  return items;
}

Half half(float number) { return Half(number); }

template <typename T>
Dictionary oneEntry(std::string key, T value) {
  Dictionary dictionary;
  dictionary.set(std::move(key), Value(std::move(value)));
  return dictionary;
}

AssetPath asset(std::string authored) {
  AssetPath result;
  result.authored = std::move(authored);
  return result;
}

}  // namespace

TEST(UsdcReader, ValuesOfEveryType) {
  const auto layer = readAsset("types.usdc");
  std::vector<double> twoValues;
  for (int i = 0; i < 10; ++i) twoValues.insert(twoValues.end(), {0.1, 0.2});
  const struct {
    const char* name;
    Value value;
  } cases[] = {
      {"b", Value(true)},
      {"uc", Value(std::uint8_t{200})},
      {"i", Value(-5)},
      {"ui", Value(4000000000u)},
      {"i64small", Value(std::int64_t{-7})},
      {"i64", Value(std::int64_t{1234567890123})},
      {"ui64", Value(std::uint64_t{12345678901234567890u})},
      {"h", Value(half(1.5f))},
      {"f", Value(2.25f)},
      {"dsmall", Value(0.5)},
      {"d", Value(0.1)},
      {"tc", Value(TimeCodeValue{12.1})},
      {"s", Value(std::string("text"))},
      {"t", Value(Token("word"))},
      {"a", Value(asset("file.png"))},
      {"pe", Value(PathExpression{"/World//*"})},
      {"i2", Value(glm::ivec2(1, -2))},
      {"i3", Value(glm::ivec3(1, -2, 300))},
      {"h2", Value(HalfVec2{half(0.5f), half(-1)})},
      {"h3", Value(HalfVec3{half(1), half(2), half(3)})},
      {"h4", Value(HalfVec4{half(1), half(2), half(3), half(0.5f)})},
      {"f2", Value(glm::vec2(1, 2))},
      {"f3", Value(glm::vec3(1.5f, 2, 3))},
      {"d4", Value(glm::dvec4(1, 2, 3, -4))},
      {"c3", Value(glm::vec3(0.25f, 0.5f, 0.75f))},
      {"m2", Value(glm::dmat2(1, 2, 3, 4))},
      {"m3", Value(glm::dmat3(1, 0, 0, 0, 2, 0, 0, 0, 3))},
      {"m4", Value(glm::dmat4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10.5, 20, 30, 1))},
      {"qh", Value(HalfQuat{{half(1), half(2), half(3), half(0.5f)}})},
      {"qf", Value(glm::quat(0.5f, 1, 2, 3))},
      {"qd", Value(glm::dquat(0.5, 1, 2, 3))},
      {"bArray", arrayOf<BoolByte>({true, false, true})},
      {"iArray", arrayOf<std::int32_t>({1, 2, 3})},
      {"iPacked", arrayOf(countTo<std::int32_t>(17, {1000, -70000, 2000000000}))},
      {"i64Packed", arrayOf(countTo<std::int64_t>(16, {100000, 123456789012345, -5, 0}))},
      {"fIntegers", arrayOf(countTo<float>(15, {-15}))},
      {"hIntegers", arrayOf(countTo<Half>(15, {half(-15)}))},
      {"dTable", arrayOf(twoValues)},
      {"sArray", arrayOf<std::string>({"one", "two"})},
      {"tArray", arrayOf<Token>({Token("x"), Token("y"), Token("x")})},
      {"aArray", arrayOf<AssetPath>({asset("1.png"), asset("2.png")})},
      {"f3Array", arrayOf<glm::vec3>({{1, 2, 3}, {4, 5, 6}})},
      {"tcArray", arrayOf<TimeCodeValue>({{1}, {2.5}})},
      {"m2Array", arrayOf<glm::dmat2>({{1, 2, 3, 4}})},
      {"emptyArray", arrayOf<std::int32_t>({})},
      {"blocked", Value(ValueBlock())},
      {"animationBlocked", Value(AnimationBlock())},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(property(*layer, std::string("/World.") + c.name), c.value) << c.name;
  }
}

TEST(UsdcReader, FieldsHaveTheTypesOfFields) {
  const auto layer = readAsset("types.usdc");
  const PrimSpec root = layer->pseudoRoot();
  Dictionary nested;
  nested.set("empty", Value(Dictionary()));
  nested.set("numbers", arrayOf<std::int32_t>({1, 2, 3}));
  Dictionary customLayerData = oneEntry("author", std::string("somebody"));
  customLayerData.set("nested", Value(nested));
  customLayerData.set("pi", Value(3.14159));
  customLayerData.set("side", Value(Token("left")));
  ListOp<std::string> variantSets;
  variantSets.appendedItems = {"color"};
  ListOp<Path> inherits;
  inherits.prependedItems = {path("/Base")};
  ListOp<Path> specializes;
  specializes.deletedItems = {path("/Gone")};
  using Strings = std::vector<std::string>;
  using Tokens = std::vector<Token>;

  const PrimSpec world = layer->findPrim(path("/World"));
  const struct {
    const PrimSpec& spec;
    Token field;
    Value value;
  } cases[] = {
      {root, fields::kComment, Value(std::string("A comment"))},
      {root, fields::kCustomLayerData, Value(customLayerData)},
      {root, fields::kDefaultPrim, Value(Token("World"))},
      {root, fields::kEndTimeCode, Value(24.0)},
      {root, fields::kExpressionVariables, Value(oneEntry("WHICH", std::string("red")))},
      {root, fields::kLayerRelocates,
       Value(Relocates{{path("/World/A"), path("/World/B")}, {path("/World/C"), Path()}})},
      {root, fields::kSubLayers, Value(Strings{"a.usda", "b.usda"})},
      {root, fields::kSubLayerOffsets, Value(std::vector<LayerOffset>{{10, 2}, {}})},
      {root, fields::kUpAxis, Value(Token("Z"))},
      {root, Token("primChildren"), Value()},
      {world, fields::kSpecifier, Value(Specifier::Def)},
      {world, fields::kTypeName, Value(Token("Xform"))},
      {world, fields::kActive, Value(false)},
      {world, fields::kApiSchemas,
       Value(ListOp<Token>::makeExplicit({Token("OneAPI"), Token("TwoAPI")}))},
      {world, fields::kAssetInfo, Value(oneEntry("identifier", asset("thing.usd")))},
      {world, fields::kInheritPaths, Value(inherits)},
      {world, fields::kSpecializes, Value(specializes)},
      {world, fields::kPayload,
       Value(ListOp<Payload>::makeExplicit(
           {{"p.usd", path("/Payload"), {.offset = 3}}, {"", path("/Local"), {}}}))},
      {world, fields::kReferences,
       Value(ListOp<Reference>::makeExplicit(
           {{"r.usd", path("/Ref"), {1, 0.5}, oneEntry("number", 7)}, {"whole.usd", {}, {}, {}}}))},
      {world, Token("unknownList"), Value(UnregisteredValue{"\"kept\""})},
      {world, fields::kVariantSelection, Value(VariantSelections{{"color", "red"}})},
      {world, fields::kVariantSetNames, Value(variantSets)},
      {world, fields::kPrimOrder, Value(Tokens{Token("B"), Token("A")})},
      {world, fields::kPropertyOrder, Value(Tokens{Token("f"), Token("b")})},
      {world, Token("properties"), Value()},
      {world, Token("variantSetChildren"), Value()},
  };
  for (const auto& c : cases) EXPECT_EQ(c.spec.field(c.field), c.value) << c.field.text();
}

TEST(UsdcReader, FieldsOfProperties) {
  const auto layer = readAsset("types.usdc");
  const auto targets = ListOp<Path>::makeExplicit({path("/World/A"), path("/World.f")});
  const struct {
    const char* name;
    Token field;
    Value value;
  } cases[] = {
      {"/World.toConnect", fields::kConnectionPaths,
       Value(ListOp<Path>::makeExplicit({path("/World.f")}))},
      {"/World.targets", fields::kTargetPaths, Value(targets)},
      {"/World.targets", fields::kCustomData, Value(oneEntry("flag", true))},
      {"/World.targets", fields::kVariability, Value(Variability::Uniform)},
      {"/World.order", fields::kAllowedTokens, arrayOf<Token>({Token("a"), Token("b")})},
      {"/World.order", fields::kDocumentation, Value(std::string("Says it."))},
      {"/World.order", fields::kVariability, Value(Variability::Uniform)},
      {"/World.f3Array", fields::kTypeName, Value(Token("float3[]"))},
      {"/World.b", fields::kCustom, Value(true)},
  };
  for (const auto& c : cases) EXPECT_EQ(property(*layer, c.name, c.field), c.value) << c.name;
  EXPECT_EQ(layer->findProperty(path("/World.targets")).kind(), PropertyKind::Relationship);
  EXPECT_EQ(layer->findProperty(path("/World.order")).kind(), PropertyKind::Attribute);
}

TEST(UsdcReader, TimeSamples) {
  const auto layer = readAsset("types.usdc");
  const Value sampled = property(*layer, "/World.sampled", fields::kTimeSamples);
  EXPECT_EQ(sampled,
            Value(TimeSamples({1, 2.5, 4}, {Value(10.0), Value(ValueBlock()), Value(0.1)})));
  const Value arrays = property(*layer, "/World.sampledArray", fields::kTimeSamples);
  EXPECT_EQ(arrays,
            Value(TimeSamples({1, 2}, {arrayOf<glm::vec3>({{1, 2, 3}}), arrayOf<glm::vec3>({})})));
}

TEST(UsdcReader, ValuesOutliveTheLayer) {
  auto layer = readAsset("types.usdc");
  const Value value = property(*layer, "/World.sampled", fields::kTimeSamples);
  layer.reset();
  EXPECT_EQ(value.find<TimeSamples>()->value(2), Value(0.1));
}

TEST(UsdcReader, SpecsStandInAuthoredOrder) {
  const auto layer = readAsset("types.usdc");
  const PrimSpec world = layer->findPrim(path("/World"));
  std::string names;
  for (std::size_t i = 0; i < world.childCount(); ++i) names += world.child(i).name().string();
  EXPECT_EQ(names, "ABZM");
  EXPECT_EQ(world.child(1).specifier(), Specifier::Over);
  EXPECT_EQ(world.property(0).name(), "b");
  EXPECT_EQ(world.property(1).name(), "uc");
  EXPECT_EQ(world.property(world.propertyCount() - 1).name(), "targets");

  ASSERT_EQ(world.variantCount(), 2u);
  EXPECT_EQ(world.variant(0).path(), path("/World{color=red}"));
  EXPECT_EQ(world.variant(1).path(), path("/World{color=blue}"));
  EXPECT_EQ(property(*layer, "/World{color=red}.f"), Value(3.0f));
  EXPECT_EQ(property(*layer, "/World{color=red}InRed{inner=x}.deep"), Value(1));
  for (std::uint32_t row = 1; row < layer->primRowCount(); ++row) {
    const auto& prim = layer->tables().prims[row];
    EXPECT_LT(prim.parent, row);
    EXPECT_EQ(layer->tables().prims[prim.parent].path, prim.path.parent());
  }
}

TEST(UsdcReader, Splines) {
  const auto layer = readAsset("splines.usdc");
  using enum SplineExtrapolationMode;
  using Interpolation = SplineInterpolation;
  using Algorithm = SplineTangentAlgorithm;
  const SplineKnot dual{.time = 2, .value = 5, .preValue = 1};
  const struct {
    const char* name;
    Spline spline;
  } cases[] = {
      {"/P.loops",
       {.preExtrapolation = {.mode = LoopReset, .boundary = -33},
        .postExtrapolation = {.mode = LoopRepeat, .boundary = 77},
        .knots = {{.time = 1,
                   .value = 5,
                   .next = Interpolation::Curve,
                   .pre = {.algorithm = Algorithm::Custom},
                   .post = {.algorithm = Algorithm::AutoEase}}}}},
      {"/P.inner",
       {.preExtrapolation = {.mode = Sloped, .slope = 0.25},
        .postExtrapolation = {.mode = LoopOscillate},
        .innerLoop = SplineInnerLoop{1, 3, 2, 4, 0.5},
        .knots = {{.time = 1, .value = 5, .next = Interpolation::Linear},
                  {.time = 3, .value = 7, .preValue = 6, .next = Interpolation::Block}}}},
      {"/P.hermite",
       {.valueKind = ValueKind::Float,
        .curve = SplineCurve::Hermite,
        .preExtrapolation = {.mode = Block},
        .postExtrapolation = {.mode = Linear},
        .knots = {{.time = 2,
                   .value = 5,
                   .next = Interpolation::Curve,
                   .pre = {.slope = 0.5},
                   .post = {.slope = 0.75}}}}},
      {"/P.halfs", {.valueKind = ValueKind::Half, .knots = {dual}}},
      {"/P.times", {.valueKind = ValueKind::TimeCode, .knots = {dual}}},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(property(*layer, c.name, fields::kSpline), Value(c.spline)) << c.name;
  }
  const Value withData = property(*readAsset("types.usdc"), "/World.curve", fields::kSpline);
  ASSERT_TRUE(withData.holds<Spline>());
  EXPECT_EQ(withData.find<Spline>()->knots[1].customData, oneEntry("note", std::string("here")));
}

TEST(UsdcReader, ArrayEditsAreRead) {
  Diagnostics diagnostics;
  const auto layer = readAsset("edits.usdc", diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_TRUE(diagnostics.isEmpty());
  const ArrayEdit append{arrayOf<std::int32_t>({7}),
                         {{ArrayEditStep::Operation::Insert, 0, ArrayEditStep::kEnd}}};
  EXPECT_EQ(property(*layer, "/P.edited"), Value(append));
  EXPECT_EQ(property(*layer, "/P.plain"), arrayOf<std::int32_t>({1}));
}

}  // namespace usdscope
