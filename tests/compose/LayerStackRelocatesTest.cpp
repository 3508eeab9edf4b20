// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/LayerStackRelocates.h"

#include <gtest/gtest.h>

#include "tests/support/UsdaText.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

std::shared_ptr<const Layer> layerWith(const std::string& relocates) {
  Diagnostics diagnostics;
  auto layer = readText("#usda 1.0\n(\n    relocates = { " + relocates + " }\n)\n", diagnostics);
  for (const Diagnostic& d : diagnostics.entries()) ADD_FAILURE() << relocates << toText(d);
  return layer;
}

// "/P/A>/P/B", with the origin behind it where that is another path than the source.
Texts textsOf(const LayerStackRelocates& relocates) {
  Texts texts;
  for (const Relocation& relocation : relocates.relocations()) {
    std::string text = relocation.source.text() + '>';
    if (!relocation.target.isEmpty()) text += relocation.target.text();
    if (relocation.origin != relocation.source) text += " from " + relocation.origin.text();
    texts.push_back(text);
  }
  return texts;
}

}  // namespace

TEST(LayerStackRelocates, KeepsWhatIsValid) {
  const struct {
    const char* name;
    std::vector<std::string> layers;  ///< Strongest first.
    Texts kept;
    Texts errors;
  } cases[] = {
      {"one", {"</P/A>: </P/B>"}, {"/P/A>/P/B"}, {}},
      {"removal", {"</P/A>: <>"}, {"/P/A>"}, {}},
      {"strongest layer wins", {"</P/A>: </P/B>", "</P/A>: </P/C>"}, {"/P/A>/P/B"}, {}},
      {"layers add up", {"</P/A>: </P/B>", "</P/C>: </P/D>"}, {"/P/A>/P/B", "/P/C>/P/D"}, {}},
      {"in a relocated prim",
       {"</P/A>: </P/B>, </P/B/C>: </P/D>"},
       {"/P/A>/P/B", "/P/B/C>/P/D from /P/A/C"},
       {}},
      {"root prim",
       {"</P>: </Q>"},
       {},
       {"InvalidAuthoredRelocation: A relocate is ignored: its source is a root prim (</P> to "
        "</Q>)."}},
      {"to itself",
       {"</P/A>: </P/A>"},
       {},
       {"InvalidAuthoredRelocation: A relocate is ignored: its target is its own source (</P/A> to "
        "</P/A>)."}},
      {"to a descendant",
       {"</P/A>: </P/A/B>"},
       {},
       {"InvalidAuthoredRelocation: A relocate is ignored: its target is a descendant of its "
        "source "
        "(</P/A> to </P/A/B>)."}},
      {"to an ancestor",
       {"</P/A/B>: </P/A>"},
       {},
       {"InvalidAuthoredRelocation: A relocate is ignored: its target is an ancestor of its source "
        "(</P/A/B> to </P/A>)."}},
      {"two to one target",
       {"</P/A>: </P/C>, </P/B>: </P/C>"},
       {},
       {"InvalidSameTargetRelocations: All relocates to </P/C> are ignored, because there is more "
        "than one: </P/A> </P/B>."}},
      {"chain",
       {"</P/A>: </P/B>, </P/B>: </P/C>"},
       {},
       {"InvalidConflictingRelocation: The relocate of </P/A> is ignored: its target is the "
        "source of another, </P/B>.",
        "InvalidConflictingRelocation: The relocate of </P/B> is ignored: its source is the "
        "target of another, from </P/A>."}},
      {"target in another's source",
       {"</P/A>: </P/B/C>, </P/B>: </P/D>"},
       {"/P/B>/P/D"},
       {"InvalidConflictingRelocation: The relocate of </P/A> is ignored: its target is a "
        "descendant of another's source, </P/B>."}},
      {"source in another's source",
       {"</P/A>: </P/B>, </P/A/C>: </P/D>"},
       {"/P/A>/P/B"},
       {"InvalidConflictingRelocation: The relocate of </P/A/C> is ignored: its source is a "
        "descendant of another's source, </P/A>."}},
  };
  for (const auto& c : cases) {
    std::vector<std::shared_ptr<const Layer>> layers;
    std::vector<const Layer*> views;
    for (const std::string& text : c.layers) layers.push_back(layerWith(text));
    for (const auto& layer : layers) views.push_back(layer.get());
    std::vector<CompositionError> errors;
    const LayerStackRelocates relocates(views, errors);
    Texts messages;
    for (const CompositionError& error : errors) {
      messages.push_back(std::string(nameOf(error.kind)) + ": " + error.message);
    }
    EXPECT_EQ(textsOf(relocates), c.kept) << c.name;
    EXPECT_EQ(messages, c.errors) << c.name;
  }
}

TEST(LayerStackRelocates, RelocatesAreFoundBySourceTargetAndParent) {
  const auto layer = layerWith("</P/A>: </Q/B>, </P/C>: <>");
  const Layer* const view = layer.get();
  std::vector<CompositionError> errors;
  const LayerStackRelocates relocates(std::span(&view, 1), errors);
  const auto path = [](const char* text) { return Path::fromText(text); };
  ASSERT_TRUE(relocates.findBySource(path("/P/A")));
  EXPECT_EQ(relocates.findBySource(path("/P/A")), relocates.findByTarget(path("/Q/B")));
  EXPECT_FALSE(relocates.findBySource(path("/Q/B")));
  EXPECT_EQ(relocates.fromChildrenOf(path("/P")).size(), 2u);
  EXPECT_EQ(relocates.toChildrenOf(path("/Q")).size(), 1u);
  EXPECT_TRUE(relocates.toChildrenOf(path("/P")).empty());
}

TEST(LayerStackRelocates, MapMovesWhatLiesBelow) {
  const auto layer = layerWith("</P/A>: </P/B>, </P/B/C>: </P/D>");
  const Layer* const view = layer.get();
  std::vector<CompositionError> errors;
  const LayerStackRelocates relocates(std::span(&view, 1), errors);
  const struct {
    const char* below;
    const char* path;
    const char* moved;
  } cases[] = {
      {"/P", "/P/A/X", "/P/B/X"}, {"/P", "/P/A/C/X", "/P/D/X"}, {"/P", "/P/E", "/P/E"},
      {"/Q", "/Q/A", "/Q/A"},     {"/P/A", "/P/A/X", "/P/B/X"},
  };
  for (const auto& c : cases) {
    const MapFunction map = relocates.mapBelow(Path::fromText(c.below));
    EXPECT_EQ(map.targetFromSource(Path::fromText(c.path)).text(), c.moved) << c.path;
  }
}

}  // namespace usdscope
