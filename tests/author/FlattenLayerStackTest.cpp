// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenLayerStack.h"

#include <gtest/gtest.h>

#include "engine/math/Types.h"
#include "engine/stage/Stage.h"
#include "engine/value/Dictionary.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Layer> flattened(LayerTexts texts) {
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_TRUE(result.stage);
  return flattenLayerStack(*result.stage->rootLayerStack(), result.stage->resolver());
}

}  // namespace

TEST(FlattenLayerStack, LayersBecomeOneAndArcsStay) {
  const auto layer = flattened(
      {{"/root.usda",
        "(subLayers = [@sub/sub.usda@ (offset = 10; scale = 2)])\n"
        "over \"A\" (prepend references = @r.usda@) { double strong = 1\n double hidden = 4\n }\n"},
       {"/sub/sub.usda",
        "def Xform \"A\" (append references = @./s.usda@ (offset = 1)\n"
        "clips = { dictionary default = { double2[] active = [(1, 0)]\n"
        "asset[] assetPaths = [@./c.usda@] } }) {\n"
        "double strong = 2\n double hidden.timeSamples = {1: 1}\n"
        "double x.timeSamples = {1: 5}\n asset f = @./t.png@\n }\n"
        "def \"B\" {\n}\n"}});
  const PrimSpec a = layer->findPrim(Path::fromText("/A"));
  ASSERT_TRUE(a);
  EXPECT_EQ(a.specifier(), Specifier::Def);
  EXPECT_EQ(a.typeName(), Token("Xform"));
  const Value references = a.field(fields::kReferences);
  const auto* op = references.find<ListOp<Reference>>();
  ASSERT_TRUE(op);
  ASSERT_EQ(op->prependedItems.size(), 1u);
  ASSERT_EQ(op->appendedItems.size(), 1u);
  EXPECT_EQ(op->appendedItems[0].assetPath, "/sub/s.usda");
  EXPECT_EQ(op->appendedItems[0].offset, (LayerOffset{.offset = 12, .scale = 2}));
  EXPECT_TRUE(layer->findPrim(Path::fromText("/B")));
  EXPECT_FALSE(layer->pseudoRoot().hasField(fields::kSubLayers));

  const auto spec = [&](const char* path) { return layer->findProperty(Path::fromText(path)); };
  EXPECT_EQ(spec("/A.strong").field(fields::kDefault), Value(1.0));
  EXPECT_FALSE(spec("/A.hidden").hasField(fields::kTimeSamples));
  const Value samples = spec("/A.x").field(fields::kTimeSamples);
  ASSERT_TRUE(samples.holds<TimeSamples>());
  EXPECT_EQ(samples.find<TimeSamples>()->times()[0], 12.0);
  EXPECT_EQ(spec("/A.f").field(fields::kDefault).find<AssetPath>()->authored, "/sub/t.png");
  const Value clips = a.field(fields::kClips);
  const auto* set = clips.find<Dictionary>()->find("default")->find<Dictionary>();
  EXPECT_EQ(*set->find("active"), Value(Array<glm::dvec2>({{12, 0}})));
  EXPECT_EQ((*set->find("assetPaths")->find<Array<AssetPath>>())[0].authored, "/sub/c.usda");
}

// The expected fields are those of UsdUtilsFlattenLayerStack.
TEST(FlattenLayerStack, StrongerValuesHideWeakerAnimation) {
  const std::string value = "double x = 1\n";
  const std::string samples = "double x.timeSamples = {0: 10, 10: 20}\n";
  const std::string empty = "double x.timeSamples = {}\n";
  const std::string spline = "double x.spline = {0: 5; post linear, 10: 6; post linear,}\n";
  const std::string block = "double x = AnimationBlock\n";
  struct Case {
    std::string strong;
    std::string weak;
    std::string fields;
  };
  for (const Case& c : std::vector<Case>{{value, samples, "default "},
                                         {value, spline, "default "},
                                         {block, value + samples, "default "},
                                         {block, spline, "default "},
                                         {samples, value, "default timeSamples "},
                                         {samples, spline, "timeSamples "},
                                         {empty, spline, "timeSamples "},
                                         {spline, value, "default spline "},
                                         {spline, samples, "spline "},
                                         {spline, value + samples, "default spline "},
                                         {samples + spline, samples, "timeSamples "}}) {
    const auto layer =
        flattened({{"/root.usda", "(subLayers = [@sub.usda@])\nover \"P\" {\n" + c.strong + "}\n"},
                   {"/sub.usda", "def \"P\" {\n" + c.weak + "}\n"}});
    const PropertySpec spec = layer->findProperty(Path::fromText("/P.x"));
    std::string found;
    for (const Token field : {fields::kDefault, fields::kTimeSamples, fields::kSpline}) {
      if (spec.hasField(field)) found += std::string(field.text()) + ' ';
    }
    EXPECT_EQ(found, c.fields) << c.strong << "over\n" << c.weak;
  }
}

TEST(FlattenLayerStack, RelocatesOfAllLayersStandOneAfterTheOther) {
  const auto layer =
      flattened({{"/root.usda",
                  "(subLayers = [@sub.usda@]\n relocates = {</A/B>: </A/C>})\ndef \"A\" {\n}\n"},
                 {"/sub.usda", "(relocates = {</A/B>: </A/D>, </A/X>: </A/Y>})\n"}});
  const auto at = [](const char* path) { return Path::fromText(path); };
  EXPECT_EQ(layer->pseudoRoot().field(fields::kLayerRelocates),
            Value(Relocates{
                {at("/A/B"), at("/A/C")}, {at("/A/B"), at("/A/D")}, {at("/A/X"), at("/A/Y")}}));
}

// Expressions may make arcs equal; the first of them stays, as in the reference.
TEST(FlattenLayerStack, ArcsThatBecomeEqualStandOnce) {
  const auto layer = flattened({{"/root.usda",
                                 "(expressionVariables = { string A = \"m\" })\n"
                                 "def \"P\" (append references = [@`\"./${A}.usda\"`@, "
                                 "@./m.usda@, @./m.usda@</M>, @`\"./${A}.usda\"`@</M>]) {\n}\n"}});
  const Value references = layer->findPrim(Path::fromText("/P")).field(fields::kReferences);
  ASSERT_TRUE(references.holds<ListOp<Reference>>());
  EXPECT_EQ(references.find<ListOp<Reference>>()->appendedItems,
            (std::vector<Reference>{
                {.assetPath = "/m.usda", .primPath = {}},
                {.assetPath = "/m.usda", .primPath = Path::fromText("/M")},
            }));
}

}  // namespace usdscope
