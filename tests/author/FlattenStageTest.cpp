// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/value/Spline.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Layer> flattened(LayerTexts texts) {
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_TRUE(result.stage);
  Diagnostics diagnostics;
  return flattenStage(*result.stage, {.hasSourceComment = false}, diagnostics);
}

Value fieldAt(const Layer& layer, std::string_view path, Token field) {
  const Path at = Path::fromText(path);
  if (at.isRootOrPrim()) return layer.findPrim(at).field(field);
  const PropertySpec spec = layer.findProperty(at);
  EXPECT_TRUE(spec) << path;
  return spec ? spec.field(field) : Value();
}

}  // namespace

TEST(FlattenStage, ArcsAreGoneAndValuesStay) {
  const auto layer =
      flattened({{"/root.usda",
                  "(defaultPrim = \"A\"\n subLayers = [@sub.usda@ (offset = 10)])\n"
                  "def \"A\" (references = @asset.usda@</B>) { double strong = 1\n }\n"
                  "def \"Off\" (active = false) {\n}\n"},
                 {"/sub.usda",
                  "over \"A\" { double strong = 2\n double t.timeSamples = {0: 5, 2: None}\n }\n"},
                 {"/asset.usda",
                  "def Xform \"B\" (kind = \"component\") { asset f = @./tex.png@\n"
                  "token none = None\n def \"K\" {\n rel r = </B>\n }\n }\n"}});
  EXPECT_EQ(fieldAt(*layer, "/A", fields::kTypeName), Value(Token("Xform")));
  EXPECT_EQ(fieldAt(*layer, "/A", fields::kKind), Value(Token("component")));
  EXPECT_TRUE(fieldAt(*layer, "/A", fields::kReferences).isEmpty());
  EXPECT_TRUE(fieldAt(*layer, "/", fields::kSubLayers).isEmpty());
  EXPECT_EQ(fieldAt(*layer, "/", fields::kDefaultPrim), Value(Token("A")));
  EXPECT_EQ(fieldAt(*layer, "/A.strong", fields::kDefault), Value(1.0));
  EXPECT_TRUE(fieldAt(*layer, "/A.none", fields::kDefault).isBlock());
  EXPECT_FALSE(layer->findPrim(Path::fromText("/Off")));
  const Value samples = fieldAt(*layer, "/A.t", fields::kTimeSamples);
  ASSERT_TRUE(samples.holds<TimeSamples>());
  EXPECT_EQ(samples.find<TimeSamples>()->times()[0], 10.0);
  EXPECT_TRUE(samples.find<TimeSamples>()->value(1).isBlock());
  const Value asset = fieldAt(*layer, "/A.f", fields::kDefault);
  ASSERT_TRUE(asset.holds<AssetPath>());
  EXPECT_EQ(asset.find<AssetPath>()->authored, "/tex.png");
  EXPECT_EQ(fieldAt(*layer, "/A/K.r", fields::kTargetPaths),
            Value(ListOp<Path>::makeExplicit({Path::fromText("/A")})));
}

TEST(FlattenStage, OffsetsMoveValuesOfSplinesThatAreTimes) {
  const std::string spline = ".spline = { pre: sloped(3), 1: 2 & 5; pre (1, 2); post linear }\n";
  const auto layer =
      flattened({{"/root.usda", "(subLayers = [@sub.usda@ (offset = 10; scale = 2)])\n"},
                 {"/sub.usda", "def \"A\" {\n timecode t" + spline + "duration d" + spline +
                                   "double n" + spline + "}\n"}});
  const struct {
    const char* path;
    double value;
    double preValue;
    double slope;
  } cases[] = {{"/A.t", 20, 14, 1}, {"/A.d", 10, 4, 1}, {"/A.n", 5, 2, 0.5}};
  for (const auto& c : cases) {
    const Value value = fieldAt(*layer, c.path, fields::kSpline);
    const auto* moved = value.find<Spline>();
    ASSERT_TRUE(moved) << c.path;
    EXPECT_EQ(moved->knots[0].time, 12.0) << c.path;
    EXPECT_EQ(moved->knots[0].value, c.value) << c.path;
    EXPECT_EQ(moved->knots[0].preValue, c.preValue) << c.path;
    EXPECT_EQ(moved->knots[0].pre.slope, 2 * c.slope) << c.path;
    EXPECT_EQ(moved->preExtrapolation.slope, 3 * c.slope) << c.path;
  }
}

// Times that do not come back to themselves from the stage, at rates of 12 and 24.
TEST(FlattenStage, SamplesBelowOffsetsAreThoseOfTheirLayer) {
  constexpr int kCount = 30;
  std::string samples;
  for (int i = 0; i < kCount; ++i) samples += std::to_string(i) + ": " + std::to_string(i) + ", ";
  const auto layer =
      flattened({{"/root.usda",
                  "(timeCodesPerSecond = 24)\n"
                  "def \"A\" (references = @m.usda@</P> (offset = -1; scale = 7)) {\n}\n"},
                 {"/m.usda", "(timeCodesPerSecond = 12)\ndef \"P\" { int x.timeSamples = {" +
                                 samples + "}\n timecode t.timeSamples = {1: 1}\n }\n"}});
  const Value field = fieldAt(*layer, "/A.x", fields::kTimeSamples);
  const auto* moved = field.find<TimeSamples>();
  ASSERT_TRUE(moved);
  ASSERT_EQ(moved->size(), std::size_t{kCount});
  for (int i = 0; i < kCount; ++i) {
    EXPECT_NEAR(moved->times()[i], 14.0 * i - 1.0, 1e-9);
    EXPECT_EQ(moved->value(i), Value(i));
  }
  const Value time = fieldAt(*layer, "/A.t", fields::kTimeSamples);
  ASSERT_TRUE(time.holds<TimeSamples>());
  EXPECT_EQ(time.find<TimeSamples>()->value(0), Value(TimeCodeValue{13.0}));
}

TEST(FlattenStage, ClipsBecomeSamples) {
  const auto layer = flattened(
      {{"/root.usda", R"(def "M" (clips = { dictionary default = {
          asset[] assetPaths = [@a.usda@, @b.usda@]
          double2[] active = [(1, 0), (5, 1)]
          string primPath = "/P"
        }}) { double x
        double y
        }
        )"},
       {"/a.usda",
        "def \"P\" { double x.timeSamples = {1: 10}\n double y.timeSamples = {1: 1}\n }\n"},
       {"/b.usda", "def \"P\" { double x.timeSamples = {6: 60}\n }\n"}});
  EXPECT_TRUE(fieldAt(*layer, "/M", fields::kClips).isEmpty());
  const Value x = fieldAt(*layer, "/M.x", fields::kTimeSamples);
  EXPECT_EQ(x, Value(TimeSamples(Array<double>({1, 5, 6}),
                                 Array<Value>({Value(10.0), Value(60.0), Value(60.0)}))));
  const Value y = fieldAt(*layer, "/M.y", fields::kTimeSamples);
  EXPECT_EQ(y, Value(TimeSamples(Array<double>({1, 5}),
                                 Array<Value>({Value(1.0), Value(ValueBlock{})}))));
}

TEST(FlattenStage, InstancesReferToTheirPrototype) {
  const auto layer = flattened(
      {{"/root.usda",
        "def \"Flattened_Prototype_1\" {\n}\n"
        "def \"A\" (instanceable = true\n references = @asset.usda@</P>) {\n}\n"
        "def \"B\" (instanceable = true\n references = @asset.usda@</P>) {\n}\n"},
       {"/asset.usda", "def \"P\" {\n def \"K\" { double x = 4\n rel r = </P/K>\n }\n }\n"}});
  // The name that is taken is left alone.
  const Path prototype = Path::fromText("/Flattened_Prototype_2");
  EXPECT_EQ(fieldAt(*layer, "/Flattened_Prototype_2", fields::kSpecifier), Value(Specifier::Over));
  EXPECT_EQ(fieldAt(*layer, "/Flattened_Prototype_2/K.x", fields::kDefault), Value(4.0));
  EXPECT_EQ(fieldAt(*layer, "/Flattened_Prototype_2/K.r", fields::kTargetPaths),
            Value(ListOp<Path>::makeExplicit({Path::fromText("/Flattened_Prototype_2/K")})));
  for (const char* instance : {"/A", "/B"}) {
    const Value references = fieldAt(*layer, instance, fields::kReferences);
    ASSERT_TRUE(references.holds<ListOp<Reference>>()) << instance;
    EXPECT_EQ(references.find<ListOp<Reference>>()->appendedItems.at(0).primPath, prototype);
    EXPECT_FALSE(layer->findPrim(Path::fromText(std::string(instance) + "/K")));
  }
}

TEST(FlattenStage, OfAMaskOnlyWhatItIncludes) {
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "class \"C\" { def \"L\" {\n }\n def \"R\" {\n }\n }\n"
        "def \"W\" {\n def \"I\" (instanceable = true\n inherits = </C>) {\n }\n"
        "def \"J\" (instanceable = true\n inherits = </C>) {\n }\n def \"Out\" {\n }\n }\n"}},
      {.mask = PopulationMask({Path::fromText("/W/I/L"), Path::fromText("/W/J")})});
  ASSERT_TRUE(result.stage);
  Diagnostics diagnostics;
  const auto layer = flattenStage(*result.stage, {.hasSourceComment = false}, diagnostics);
  const struct {
    const char* path;
    bool isThere;
  } cases[] = {{"/W/I", true},
               {"/W/J", true},
               {"/W/Out", false},
               {"/C", false},
               {"/Flattened_Prototype_1/L", true},
               {"/Flattened_Prototype_1/R", false},
               {"/Flattened_Prototype_2/L", true},
               {"/Flattened_Prototype_2/R", true}};
  for (const auto& c : cases) {
    EXPECT_EQ(bool(layer->findPrim(Path::fromText(c.path))), c.isThere) << c.path;
  }
}

}  // namespace usdscope
