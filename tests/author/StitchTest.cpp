// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/author/Manifest.h"
#include "engine/author/StitchClips.h"
#include "engine/author/StitchLayers.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Spline.h"
#include "tests/support/scene/LayerTexts.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Layer> layerOf(const std::string& text) {
  const StageResult result = stageFromText(text);
  EXPECT_TRUE(result.stage);
  return result.stage->rootLayer();
}

Value propertyField(const Layer& layer, std::string_view path, Token field) {
  const PropertySpec spec = layer.findProperty(Path::fromText(path));
  EXPECT_TRUE(spec) << path;
  return spec ? spec.field(field) : Value();
}

TimeSamples samplesOf(std::vector<double> times, const std::vector<double>& numbers) {
  std::vector<Value> values;
  for (const double number : numbers) values.emplace_back(number);
  return {Array<double>(std::move(times)), Array<Value>(std::move(values))};
}

}  // namespace

TEST(StitchLayers, StrongerFieldsStayAndUnionsGrow) {
  const std::shared_ptr<const Layer> layers[] = {
      layerOf("(startTimeCode = 5\n endTimeCode = 6\n subLayers = [@x.usda@ (offset = 1)])\n"
              "over \"M\" (customData = { int a = 1 }\n prepend references = @r1.usda@) {\n"
              "double x = 1\n double x.timeSamples = {1: 1, 3: 3}\n }\n"),
      layerOf("(startTimeCode = 1\n endTimeCode = 9\n subLayers = [@y.usda@, @x.usda@])\n"
              "def Xform \"M\" (customData = { int a = 4\n int b = 2 }\n"
              "prepend references = @r2.usda@) {\n"
              "double x = 2\n double x.timeSamples = {2: 2, 3: 99}\n double y = 7\n }\n"
              "def \"Z\" {\n}\n"),
  };
  const auto layer = stitchLayers(layers);
  const PrimSpec root = layer->pseudoRoot();
  EXPECT_EQ(root.field(fields::kStartTimeCode), Value(1.0));
  EXPECT_EQ(root.field(fields::kEndTimeCode), Value(9.0));
  EXPECT_EQ(root.field(fields::kSubLayers), Value(std::vector<std::string>{"x.usda"}));
  const PrimSpec m = layer->findPrim(Path::fromText("/M"));
  EXPECT_EQ(m.specifier(), Specifier::Def);
  EXPECT_EQ(m.typeName(), Token("Xform"));
  const Value references = m.field(fields::kReferences);
  ASSERT_TRUE(references.holds<ListOp<Reference>>());
  ASSERT_EQ(references.find<ListOp<Reference>>()->prependedItems.size(), 2u);
  EXPECT_EQ(references.find<ListOp<Reference>>()->prependedItems[0].assetPath, "r1.usda");
  const Value data = m.field(fields::kCustomData);
  EXPECT_EQ(*data.find<Dictionary>()->find("a"), Value(1));
  EXPECT_EQ(*data.find<Dictionary>()->find("b"), Value(2));
  EXPECT_EQ(propertyField(*layer, "/M.x", fields::kDefault), Value(1.0));
  EXPECT_EQ(propertyField(*layer, "/M.x", fields::kTimeSamples),
            Value(samplesOf({1, 2, 3}, {1, 2, 3})));
  EXPECT_EQ(propertyField(*layer, "/M.y", fields::kDefault), Value(7.0));
  EXPECT_TRUE(layer->findPrim(Path::fromText("/Z")));
}

TEST(StitchLayers, RelocatesAreThoseOfTheStrongestLayer) {
  const std::shared_ptr<const Layer> layers[] = {
      layerOf("(relocates = {</A/B>: </A/C>})\ndef \"A\" {\n}\n"),
      layerOf("(relocates = {</A/X>: </A/Y>})\ndef \"A\" {\n}\n"),
  };
  EXPECT_EQ(stitchLayers(layers)->pseudoRoot().field(fields::kLayerRelocates),
            Value(Relocates{{Path::fromText("/A/B"), Path::fromText("/A/C")}}));
}

// As UsdClipsAPI::GenerateClipManifestFromLayers does.
TEST(Manifest, DeclaresTheAttributesOfAListOfClips) {
  const std::shared_ptr<const Layer> clips[] = {
      layerOf("def \"M\" {\n custom double zz.timeSamples = {1: 1}\n"
              "uniform token u.timeSamples = {1: \"x\"}\n double plain = 4\n"
              "double empty.timeSamples = {}\n double spl.spline = {1: 2; post held}\n"
              "double curve.spline = {1: 2; post held}\n"
              "def Sphere \"A\" { float radius.timeSamples = {1: 1}\n }\n}\n"
              "def \"Other\" { double o.timeSamples = {1: 1}\n }\n"),
      layerOf("def \"M\" {\n double aa.timeSamples = {2: 1}\n double plain.timeSamples = {2: 1}\n"
              "double spl.timeSamples = {2: 1}\n def Sphere \"A\" {\n"
              "double radius.timeSamples = {1: 1}\n double late.timeSamples = {1: 1}\n }\n}\n"),
  };
  const auto manifest = makeManifest(clips, Path::fromText("/M"));
  const auto namesOf = [&](const char* path) {
    const PrimSpec prim = manifest->findPrim(Path::fromText(path));
    std::vector<std::string> names;
    for (std::size_t i = 0; prim && i < prim.propertyCount(); ++i) {
      EXPECT_FALSE(prim.property(i).hasField(fields::kDefault));
      EXPECT_FALSE(prim.property(i).hasField(fields::kTimeSamples));
      names.push_back(prim.property(i).typeName().string() + ' ' +
                      prim.property(i).name().string());
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(namesOf("/M"), (Names{"double aa", "double curve", "double plain", "double spl",
                                  "token u", "double zz"}));
  EXPECT_EQ(namesOf("/M/A"), (Names{"double late", "float radius"}));
  EXPECT_FALSE(manifest->findPrim(Path::fromText("/Other")));
  EXPECT_EQ(propertyField(*manifest, "/M.u", fields::kVariability), Value(Variability::Uniform));
  EXPECT_TRUE(propertyField(*manifest, "/M.curve", fields::kSpline).holds<Spline>());
  EXPECT_TRUE(propertyField(*manifest, "/M.spl", fields::kSpline).isEmpty());
}

TEST(StitchClips, TopologyManifestAndRoot) {
  const std::shared_ptr<const Layer> clips[] = {
      layerOf(
          "(startTimeCode = 1\n endTimeCode = 2)\n"
          "def \"M\" { double x = 4\n double x.timeSamples = {1: 1, 2: 2}\n double d = 1\n }\n"),
      layerOf("(startTimeCode = 3\n endTimeCode = 3)\n"
              "def \"M\" { double y.timeSamples = {3: 3}\n double s.spline = { 3: 1 }\n }\n"),
  };
  const auto topology = makeClipTopology(clips);
  EXPECT_TRUE(propertyField(*topology, "/M.s", fields::kSpline).isEmpty());
  EXPECT_TRUE(propertyField(*topology, "/M.x", fields::kTimeSamples).isEmpty());
  EXPECT_EQ(propertyField(*topology, "/M.x", fields::kDefault), Value(4.0));
  EXPECT_TRUE(topology->findProperty(Path::fromText("/M.y")));

  const Path prim = Path::fromText("/M");
  const auto manifest = makeClipManifest(clips, *topology, prim);
  EXPECT_EQ(propertyField(*manifest, "/M.x", fields::kDefault), Value(4.0));
  EXPECT_TRUE(manifest->findProperty(Path::fromText("/M.y")));
  EXPECT_FALSE(manifest->findProperty(Path::fromText("/M.d")));

  const std::string paths[] = {"./p.1.usda", "./p.2.usda"};
  const auto root = makeClipRoot(clips, paths, "./o.topology.usda", "./o.manifest.usda", prim, {});
  EXPECT_EQ(root->pseudoRoot().field(fields::kStartTimeCode), Value(1.0));
  EXPECT_EQ(root->pseudoRoot().field(fields::kEndTimeCode), Value(3.0));
  const Value sets = root->findPrim(prim).field(fields::kClips);
  ASSERT_TRUE(sets.holds<Dictionary>());
  const auto* set = sets.find<Dictionary>()->find("default")->find<Dictionary>();
  ASSERT_TRUE(set);
  EXPECT_EQ(*set->find("active"), Value(Array<glm::dvec2>({{1, 0}, {3, 1}})));
  EXPECT_EQ(*set->find("times"), Value(Array<glm::dvec2>({{1, 1}, {2, 2}, {3, 3}})));
  EXPECT_EQ(*set->find("primPath"), Value(std::string("/M")));
}

TEST(StitchClips, Templates) {
  const auto root = makeClipTemplateRoot(
      {.assetPath = "./p.#.usda", .start = 1, .end = 3, .stride = 1, .activeOffset = 0.5},
      "./t.usda", "./m.usda", Path::fromText("/M"), {.clipSet = "cs", .interpolatesMissing = true});
  EXPECT_EQ(root->pseudoRoot().field(fields::kEndTimeCode), Value(3.0));
  const Value sets = root->findPrim(Path::fromText("/M")).field(fields::kClips);
  const auto* set = sets.find<Dictionary>()->find("cs")->find<Dictionary>();
  ASSERT_TRUE(set);
  EXPECT_EQ(*set->find("templateAssetPath"), Value(std::string("./p.#.usda")));
  EXPECT_EQ(*set->find("templateActiveOffset"), Value(0.5));
  EXPECT_EQ(*set->find("interpolateMissingClipValues"), Value(true));
  EXPECT_FALSE(set->find("assetPaths"));
}

}  // namespace usdscope
