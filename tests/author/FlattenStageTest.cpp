// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/value/Spline.h"
#include "tests/support/UsdaText.h"
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

void expectEqualCurves(const Value& found, const Value& expected) {
  const auto* curve = found.find<Spline>();
  const auto* wanted = expected.find<Spline>();
  ASSERT_TRUE(curve && wanted);
  EXPECT_EQ(curve->preExtrapolation, wanted->preExtrapolation);
  EXPECT_EQ(curve->postExtrapolation, wanted->postExtrapolation);
  ASSERT_EQ(curve->knots.size(), wanted->knots.size());
  for (std::size_t i = 0; i < curve->knots.size(); ++i) {
    SCOPED_TRACE(i);
    const SplineKnot& knot = curve->knots[i];
    const SplineKnot& other = wanted->knots[i];
    EXPECT_NEAR(knot.time, other.time, 1e-12);
    EXPECT_NEAR(knot.value, other.value, 1e-12);
    EXPECT_NEAR(knot.preValue.value_or(knot.value), other.preValue.value_or(other.value), 1e-12);
    EXPECT_EQ(knot.next, other.next);
    EXPECT_NEAR(knot.pre.width, other.pre.width, 1e-12);
    EXPECT_NEAR(knot.pre.slope, other.pre.slope, 1e-12);
    EXPECT_NEAR(knot.post.width, other.post.width, 1e-12);
    EXPECT_NEAR(knot.post.slope, other.post.slope, 1e-12);
  }
}

}  // namespace

TEST(FlattenStage, ExpressionsWithoutAFileStay) {
  const auto layer =
      flattened({{"/root.usda",
                  "(expressionVariables = { string N = \"none\"\n string R = \"root\" })\n"
                  "def \"A\" {\n asset found = @`\"${R}.usda\"`@\n asset lost = @`\"${N}.usda\"`@\n"
                  " asset nothing = @`None`@\n}\n"}});
  const auto path = [&](std::string_view property) {
    return fieldAt(*layer, property, fields::kDefault).find<AssetPath>()->authored;
  };
  EXPECT_EQ(path("/A.found"), "/root.usda");
  EXPECT_EQ(path("/A.lost"), "`\"${N}.usda\"`");
  EXPECT_EQ(path("/A.nothing"), "`None`");
}

TEST(FlattenStage, RelationshipsTakeNothingOfAttributesThatTheyHide) {
  const auto layer = flattened({{"/root.usda",
                                 "(subLayers = [@sub.usda@])\n"
                                 "def \"A\" {\n rel x = </A>\n varying rel y = </A>\n}\n"},
                                {"/sub.usda", "def \"A\" {\n int x = 1\n uniform int y = 1\n}\n"}});
  const auto field = [&](std::string_view property, Token name) {
    return fieldAt(*layer, property, name);
  };
  EXPECT_TRUE(field("/A.x", fields::kTypeName).isEmpty());
  EXPECT_EQ(field("/A.x", fields::kVariability).valueOr(Variability::Uniform),
            Variability::Uniform);
  EXPECT_EQ(field("/A.y", fields::kVariability), Value(Variability::Varying));
}

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

// At rates of 12 and 24 some times do not survive being mapped to the stage and back.
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

// The expected values come from the reference.
TEST(FlattenStage, SplinesOfClipsBecomeOneCurve) {
  constexpr const char* kTwo = "2: 10; post linear,\n4: 14,\n";
  constexpr const char* kCurve =
      "2: 10; post curve (1, 0.5),\n6: 30; pre (2, 1); post curve (1, 3),\n8: 5; post held,\n";
  constexpr const char* kHermite =
      "hermite,\n2: 10; post curve (0.5),\n6: 30; pre (1); post curve (3),\n8: 5,\n";
  constexpr const char* kRepeat =
      "pre: loop repeat,\npost: loop repeat,\n2: 10; post linear,\n4: 15; post linear,\n5: 11; "
      "post linear,\n";
  constexpr const char* kOscillate =
      "post: loop oscillate,\n2: 10; post linear,\n4: 15; post linear,\n5: 11; post linear,\n";
  const struct {
    const char* name;
    const char* first;
    const char* second;  // Null when the clip does not animate the attribute.
    const char* metadata;
    const char* expected;
  } cases[] = {
      {"one clip stays as it is", kRepeat, kTwo, "double2[] active = [(0, 0)]", kRepeat},
      {"knots at the start of a clip", kTwo, kCurve, "double2[] active = [(0, 0), (4, 1)]",
       "2: 10; post linear, 4: 14 & 22.131463438362953; post curve (0.5474446735747636, "
       "6.802280500440163), "
       "6: 30; pre (0.807856724033357, 1); post curve (1, 3), 8: 5; post held"},
      {"Hermite curves", kHermite, kTwo, "double2[] active = [(0, 0), (4, 1)]",
       "2: 10; post curve (0.6666666666666666, 0.5), 4: 19.75 & 14; pre (0.6666666666666666, "
       "7.125); post held"},
      {"backwards", kTwo, kTwo, "double2[] active = [(0, 0)]\ndouble2[] times = [(0, 5), (10, 0)]",
       "0: 14; post held, 2: 14; post linear, 6: 10; post held, 10: 10; post held"},
      {"a jump", kTwo, kTwo,
       "double2[] active = [(0, 0)]\ndouble2[] times = [(0, 0), (3, 3), (3, 2), (5, 4)]",
       "0: 10; post held, 2: 10; post linear, 3: 12 & 10; post linear, 5: 14; post held"},
      {"nothing in a clip", kTwo, nullptr, "double2[] active = [(0, 0), (3, 1), (6, 0)]",
       "2: 10; post linear, 3: 12 & 0; post none, 6: 0 & 14; post held"},
      {"nothing, made of what is around", kTwo, nullptr,
       "double2[] active = [(0, 0), (3, 1), (6, 0)]\nbool interpolateMissingClipValues = true",
       "2: 10; post linear, 3: 12; post linear, 6: 14; post held"},
      {"nothing at the end", kTwo, nullptr, "double2[] active = [(0, 0), (3, 1)]",
       "post: none, 2: 10; post linear, 3: 12 & 0; post none"},
      {"loops inside of a clip", kRepeat, kTwo,
       "double2[] active = [(0, 0)]\ndouble2[] times = [(0, 0), (10, 10)]",
       "0: 11.5; post linear, 1: 14; post linear, 2: 10; post linear, 4: 15; post linear, 5: 11; "
       "post linear, "
       "7: 16; post linear, 8: 12; post linear, 10: 17; post held"},
      {"loops that go on", kRepeat, kRepeat, "double2[] active = [(0, 0), (7, 1)]",
       "pre: loop repeat(5), post: loop repeat(7), 2: 10; post linear, 4: 15; post linear, 5: 11; "
       "post linear, "
       "7: 16; post linear, 8: 12; post linear, 10: 17; post held"},
      {"loops there and back that go on", kTwo, kOscillate, "double2[] active = [(0, 0), (9, 1)]",
       "post: loop reset(10), 2: 10; post linear, 4: 14; post held, 9: 14 & 12.5; post linear, 10: "
       "15; post linear, "
       "11: 11; post linear, 12: 15; post linear, 14: 10; post linear, 16: 15; post held"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto clip = [](const char* spline) {
      return std::string("def \"C\" {\n") +
             (spline ? std::string("double x.spline = {\n") + spline + "}\n" : "") + "}\n";
    };
    const auto layer =
        flattened({{"/root.usda", std::string("def \"A\" (clips = { dictionary default = {\n"
                                              "asset[] assetPaths = [@./one.usda@, @./two.usda@]\n"
                                              "string primPath = \"/C\"\n") +
                                      c.metadata + "\n} }) {\n double x\n}\n"},
                   {"/one.usda", clip(c.first)},
                   {"/two.usda", clip(c.second)}});
    const auto expected = readInPrim(std::string("double x.spline = {\n") + c.expected + "}");
    expectEqualCurves(fieldAt(*layer, "/A.x", fields::kSpline),
                      fieldAt(*expected, "/A.x", fields::kSpline));
  }
}

// A sample is the value of the active clip alone at its time, as in the reference. The stage has
// the value held from the previous clip there.
TEST(FlattenStage, SamplesOfClipsAreThoseOfTheClipThatPlays) {
  const auto layer = flattened(
      {{"/root.usda", "def \"W\" (references = @asset.usda@</A> (offset = 0.5; scale = 3)) {\n}\n"},
       {"/asset.usda",
        "def \"A\" (clips = { dictionary default = {\n"
        "asset[] assetPaths = [@./one.usda@, @./two.usda@]\n string primPath = \"/C\"\n"
        "double2[] active = [(3, 0), (4, 1)]\n} }) {\n int i\n}\n"},
       {"/one.usda", "def \"C\" { int i.timeSamples = {3: 5}\n}\n"},
       {"/two.usda", "def \"C\" { int i.timeSamples = {2: 16}\n}\n"}});
  const Value field = fieldAt(*layer, "/W.i", fields::kTimeSamples);
  const auto* samples = field.find<TimeSamples>();
  ASSERT_TRUE(samples);
  ASSERT_EQ(samples->size(), 2u);
  EXPECT_EQ(samples->times()[1], 12.5);
  EXPECT_EQ(samples->value(1), Value(16));
}

TEST(FlattenStage, InstancesReferToTheirPrototype) {
  const auto layer = flattened(
      {{"/root.usda",
        "def \"Flattened_Prototype_1\" {\n}\n"
        "def \"A\" (instanceable = true\n references = @asset.usda@</P>) {\n}\n"
        "def \"B\" (instanceable = true\n references = @asset.usda@</P>) {\n}\n"},
       {"/asset.usda", "def \"P\" {\n def \"K\" { double x = 4\n rel r = </P/K>\n }\n }\n"}});
  // The name Flattened_Prototype_1 is taken.
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

TEST(FlattenStage, MasksKeepOnlyIncludedPrims) {
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
