// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/MapFunction.h"

#include <gtest/gtest.h>

#include <sstream>

namespace usdscope {
namespace {

// "/>/ /A>/B /A/C>": pairs of source and target; an empty target blocks its source.
MapFunction mapOf(const std::string& text, const LayerOffset& offset = {}) {
  std::vector<MapFunction::Pair> pairs;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t arrow = word.find('>');
    const std::string target = word.substr(arrow + 1);
    pairs.emplace_back(Path::fromText(word.substr(0, arrow)),
                       target.empty() ? Path() : Path::fromText(target));
  }
  return MapFunction::make(std::move(pairs), offset);
}

std::string textOf(const MapFunction& map) {
  std::string text = map.hasRootIdentity() ? "/>/" : "";
  for (const auto& [source, target] : map.pairs()) {
    text += (text.empty() ? "" : " ") + source.text() + '>';
    if (!target.isEmpty()) text += target.text();
  }
  return text;
}

std::string textOf(Path path) { return path.isEmpty() ? "" : path.text(); }

}  // namespace

// Expected: Pcp.MapFunction of the reference.
TEST(MapFunction, MapsPathsBothWays) {
  const struct {
    const char* map;
    const char* path;
    const char* target;
    const char* source;
  } cases[] = {
      {"/Model>/Shot/Model", "/Model", "/Shot/Model", ""},
      {"/Model>/Shot/Model", "/Model/Geom.points", "/Shot/Model/Geom.points", ""},
      {"/Model>/Shot/Model", "/Shot/Model/Geom", "", "/Model/Geom"},
      {"/Model>/Shot/Model", "/Other", "", ""},
      {"/>/ /Class>/Shot/Prim", "/Other", "/Other", "/Other"},
      {"/>/ /Class>/Shot/Prim", "/Class/X", "/Shot/Prim/X", ""},
      {"/>/ /Class>/Shot/Prim", "/Shot/Prim/X", "", "/Class/X"},
      {"/A>/B /A/C>/D", "/A/X", "/B/X", ""},
      {"/A>/B /A/C>/D", "/A/C/X.p", "/D/X.p", ""},
      {"/A>/B /A/C>/D", "/B/C", "", ""},
      {"/A>/B /A/C>/D", "/D/Y", "", "/A/C/Y"},
      {"/A>/B /A/C>", "/A/C", "", ""},
      {"/A>/B /A/C>", "/B/C", "", ""},
      {"/A>/B /A/C>", "/B", "", "/A"},
      {"/>/", "/A/X.p", "/A/X.p", "/A/X.p"},
      {"", "/A", "", ""},
  };
  for (const auto& c : cases) {
    const MapFunction map = mapOf(c.map);
    const Path path = Path::fromText(c.path);
    EXPECT_EQ(textOf(map.targetFromSource(path)), c.target) << c.map << ' ' << c.path;
    EXPECT_EQ(textOf(map.sourceFromTarget(path)), c.source) << c.map << ' ' << c.path;
  }
}

TEST(MapFunction, DropsRedundantPairs) {
  const struct {
    const char* given;
    const char* kept;
  } cases[] = {
      {"/A>/B /A/C>/B/C", "/A>/B"}, {"/>/ /A>/A", "/>/"},   {"/A>/B /A/C>/D", "/A>/B /A/C>/D"},
      {"/A>/B /X>", "/A>/B"},       {"/>/ /A>", "/>/ /A>"},
  };
  for (const auto& c : cases) EXPECT_EQ(textOf(mapOf(c.given)), c.kept) << c.given;
}

// Lists of the usual form are not searched for redundant pairs: their maps are those of the same
// pairs in another order.
TEST(MapFunction, ShortListsInEveryOrderMakeOneMap) {
  const MapFunction::Pair identity(Path::root(), Path::root());
  const LayerOffset offset{.offset = 3, .scale = 2};
  for (const char* source : {"/", "/A", "/A/C", "/B"}) {
    for (const char* target : {"/", "/A", "/A/C", "/B", ""}) {
      const MapFunction::Pair pair(Path::fromText(source),
                                   *target == 0 ? Path() : Path::fromText(target));
      EXPECT_EQ(MapFunction::make({pair}, offset).index(),
                MapFunction::make({pair, pair}, offset).index())
          << source << ' ' << target;
      EXPECT_EQ(MapFunction::make({identity, pair}, offset).index(),
                MapFunction::make({pair, identity}, offset).index())
          << source << ' ' << target;
    }
  }
}

TEST(MapFunction, Composes) {
  const struct {
    const char* outer;
    const char* inner;
    const char* composed;
    const char* exact;
  } cases[] = {
      {"/Model>/World/M", "/Asset>/Model", "/Asset>/World/M", "/Asset>/World/M"},
      {"/Model/Geom>/World/G", "/Asset>/Model", "/Asset/Geom>/World/G", "/Asset/Geom>/World/G"},
      {"/Model>/World/M", "/Asset>/Model /Class>/Other", "/Asset>/World/M", "/Asset>/World/M"},
      {"/>/ /A>/B", "/>/ /C>/A", "/>/ /C>/B", "/>/ /A> /C>/B"},
      {"/A>/B", "/>/ /C>/A", "/C>/B", "/C>/B"},
      {"/>/", "/C>/A", "/C>/A", "/C>/A"},
      {"", "/C>/A", "", ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(textOf(compose(mapOf(c.outer), mapOf(c.inner))), c.composed) << c.outer;
    EXPECT_EQ(textOf(composeExactly(mapOf(c.outer), mapOf(c.inner))), c.exact) << c.outer;
  }
}

TEST(MapFunction, ComposesAndInvertsTime) {
  const LayerOffset outer{.offset = 10, .scale = 2};
  const LayerOffset inner{.offset = 1, .scale = 3};
  const MapFunction composed = compose(mapOf("/A>/B", outer), mapOf("/C>/A", inner));
  EXPECT_EQ(composed.timeOffset(), (LayerOffset{.offset = 12, .scale = 6}));
  const MapFunction inverse = mapOf("/A>/B /A/C>/D", outer).inverse();
  EXPECT_EQ(textOf(inverse), "/B>/A /D>/A/C");
  EXPECT_EQ(inverse.timeOffset(), (LayerOffset{.offset = -5, .scale = 0.5}));
}

TEST(MapFunction, TranslatesTargetsInBrackets) {
  const struct {
    const char* path;
    const char* mapped;
    const char* translated;
  } cases[] = {
      {"/A/X.p", "/B/X.p", "/B/X.p"},
      {"/A.r[/A/X]", "/B.r[/A/X]", "/B.r[/B/X]"},
      {"/A.r[/Out]", "/B.r[/Out]", ""},
      {"/Out.r[/A]", "", ""},
  };
  const MapFunction map = mapOf("/A>/B");
  for (const auto& c : cases) {
    const Path path = Path::fromText(c.path);
    EXPECT_EQ(textOf(map.targetFromSource(path)), c.mapped) << c.path;
    EXPECT_EQ(textOf(translatedFromSource(map, path)), c.translated) << c.path;
  }
  EXPECT_EQ(textOf(translatedFromSource(map, Path::fromText("/A{v=x}C.p"))), "/B/C.p");
}

TEST(MapFunction, AddsAndRemovesTheRootIdentity) {
  const MapFunction map = mapOf("/A>/B");
  EXPECT_EQ(textOf(map.withRootIdentity()), "/>/ /A>/B");
  EXPECT_EQ(map.withRootIdentity().withoutRootIdentity(), map);
  EXPECT_TRUE(MapFunction::identity().isIdentity());
  EXPECT_FALSE(map.withRootIdentity().isIdentity());
  EXPECT_FALSE(MapFunction().isIdentity());
}

TEST(MapFunction, EqualsUpToATinyTimeOffset) {
  const MapFunction map = mapOf("/A>/B", {.offset = 1});
  EXPECT_EQ(map, map.withTimeOffset({.offset = 1 + 1e-7}));
  EXPECT_FALSE(map == map.withTimeOffset({.offset = 1 + 1e-5}));
  EXPECT_EQ(mapOf("/>/", {.offset = 1e-7}).isIdentity(), true);
}

}  // namespace usdscope
