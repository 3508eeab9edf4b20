// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/LayerStack.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include "tests/compose/LayersOnDisk.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

// "a.usda", with its time map behind it where that is not the identity: "a.usda 10+2t".
Texts entriesOf(const ComposedScene& scene) {
  Texts texts;
  for (const LayerStackEntry& entry : scene.composer()->rootLayerStack().entries()) {
    std::string text = scene.nameOf(*entry.layer);
    if (entry.offset != LayerOffset{}) {
      text += fmt::format(" {}+{}t", entry.offset.offset, entry.offset.scale);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

TEST(LayerStack, ListsItsLayersStrongestFirst) {
  const struct {
    const char* name;
    std::map<std::string, std::string> layers;
    Texts entries;
    Texts errors;
  } cases[] = {
      {"depth first",
       {{"root.usda", "( subLayers = [@./a.usda@, @./b.usda@] )"},
        {"a.usda", "( subLayers = [@./c.usda@] )"},
        {"b.usda", ""},
        {"c.usda", ""}},
       {"root.usda", "a.usda", "c.usda", "b.usda"},
       {}},
      {"session layer first",
       {{"root.usda", ""}, {"session.usda", "( subLayers = [@./a.usda@] )"}, {"a.usda", ""}},
       {"session.usda", "a.usda", "root.usda"},
       {}},
      {"offsets add up",
       {{"root.usda", "( subLayers = [@./a.usda@ (offset = 10; scale = 2)] )"},
        {"a.usda", "( subLayers = [@./b.usda@ (offset = 1; scale = 3)] )"},
        {"b.usda", ""}},
       {"root.usda", "a.usda 10+2t", "b.usda 12+6t"},
       {}},
      {"rates scale time",
       {{"root.usda", "(\n    subLayers = [@./a.usda@]\n    timeCodesPerSecond = 24\n)"},
        {"a.usda", "( timeCodesPerSecond = 48 )"}},
       {"root.usda", "a.usda 0+0.5t"},
       {}},
      {"a layer in two places",
       {{"root.usda", "( subLayers = [@./a.usda@, @./b.usda@] )"},
        {"a.usda", "( subLayers = [@./c.usda@] )"},
        {"b.usda", "( subLayers = [@./c.usda@] )"},
        {"c.usda", ""}},
       {"root.usda", "a.usda", "c.usda", "b.usda", "c.usda"},
       {}},
      {"expression",
       {{"root.usda",
         "(\n    expressionVariables = { string V = \"a\" }\n"
         "    subLayers = [@`\"./${V}.usda\"`@]\n)"},
        {"a.usda", ""}},
       {"root.usda", "a.usda"},
       {}},
      {"broken expression",
       {{"root.usda", "( subLayers = [@`${LOST}`@] )"}},
       {"root.usda"},
       {"VariableExpressionError: The sublayer `${LOST}` is ignored, because its expression cannot "
        "be evaluated: "
        "The variable LOST has no value."}},
      {"cycle",
       {{"root.usda", "( subLayers = [@./a.usda@] )"},
        {"a.usda", "( subLayers = [@./root.usda@] )"}},
       {"root.usda", "a.usda"},
       {"SublayerCycle: The sublayer ./root.usda is ignored: it includes the layer that names "
        "it."}},
      {"offset that runs backwards",
       {{"root.usda", "( subLayers = [@./a.usda@ (offset = 1; scale = -2)] )"}, {"a.usda", ""}},
       {"root.usda", "a.usda"},
       {"InvalidSublayerOffset: The time offset of the sublayer ./a.usda is ignored: its scale "
        "must be positive and finite."}},
  };
  for (const auto& c : cases) {
    const LayersOnDisk layers(c.layers);
    const ComposedScene scene = layers.compose();
    ASSERT_TRUE(scene.composer()) << c.name;
    EXPECT_EQ(entriesOf(scene), c.entries) << c.name;
    EXPECT_EQ(textsOf(scene.composer()->rootLayerStack().errors(), layers), c.errors) << c.name;
  }
}

TEST(LayerStack, MissingAndMutedLayersAreNoted) {
  const LayersOnDisk layers(
      {{"root.usda", "( subLayers = [@./lost.usda@, @./a.usda@] )"}, {"a.usda", ""}});
  const ComposedScene scene = layers.compose(
      [&](ComposeRequest& request) { request.mutedLayers.insert(layers.identifier("a.usda")); });
  const LayerStack& stack = scene.composer()->rootLayerStack();
  EXPECT_EQ(entriesOf(scene), Texts{"root.usda"});
  EXPECT_TRUE(std::ranges::equal(
      stack.missingLayers(), Texts{layers.identifier("lost.usda"), layers.identifier("a.usda")}));
  ASSERT_EQ(stack.errors().size(), 1u);
  EXPECT_EQ(stack.errors()[0].kind, CompositionErrorKind::InvalidSublayerPath);
}

TEST(LayerStack, ItsRateIsTheFirstAuthoredOne) {
  const struct {
    const char* root;
    const char* session;
    double rate;
  } cases[] = {
      {"", "", 24.0},
      {"( framesPerSecond = 30 )", "", 30.0},
      {"(\n    framesPerSecond = 30\n    timeCodesPerSecond = 48\n)", "", 48.0},
      {"( timeCodesPerSecond = 48 )", "( timeCodesPerSecond = 12 )", 12.0},
      {"( timeCodesPerSecond = 48 )", "( framesPerSecond = 30 )", 48.0},
      {"( timeCodesPerSecond = 0 )", "", 24.0},
  };
  for (const auto& c : cases) {
    const ComposedScene scene =
        LayersOnDisk({{"root.usda", c.root}, {"session.usda", c.session}}).compose();
    EXPECT_EQ(scene.composer()->rootLayerStack().timeCodesPerSecond(), c.rate)
        << c.root << c.session;
  }
}

}  // namespace usdscope
