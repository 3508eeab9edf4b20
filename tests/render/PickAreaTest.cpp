// SPDX-License-Identifier: Apache-2.0
// Picking more than one object, and outlines of single instances.
#include <algorithm>

#include "engine/render/ChosenObjects.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using PickAll = RenderTest;
using PickingArea = RenderTest;
using Outlined = RenderTest;

std::vector<std::string> pathsOf(const std::vector<PickResult>& hits) {
  std::vector<std::string> paths;
  for (const PickResult& hit : hits) {
    paths.push_back(hit.path.text() + (hit.instance < 0 ? "" : " " + std::to_string(hit.id.outer)));
  }
  return paths;
}

using Paths = std::vector<std::string>;

// Three instances with the ids 4, 6 and 8 from left to right; the one in the middle is mirrored.
Item makeInstances() {
  Item item = makeItem("/Forest/Tree", makeQuad(0.2f));
  glm::dmat4 mirrored(1.0);
  mirrored[0][0] = -1.0;
  item.instances = {translation(-0.6, 0, 0), mirrored, translation(0.6, 0, 0)};
  item.instanceIds = {{4, 4}, {6, 6}, {8, 8}};
  item.instancers = {Path::fromText("/Forest")};
  item.worldBounds = {{-1, -1, 0}, {1, 1, 0}};
  return item;
}

std::stop_token stopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

}  // namespace

TEST_F(PickAll, ListsWhatIsBehindFromFrontToBack) {
  draw(makeScene({makeItem("/Back", makeQuad(0.9f), translation(0, 0, -1)),
                  makeItem("/Front", makeQuad(0.3f), translation(0, 0, 1)),
                  makeItem("/Middle", makeQuad(0.5f)),
                  makeItem("/Beside", makeQuad(0.1f), translation(0.8, 0.8, 2))}),
       frontCamera());
  EXPECT_EQ(pathsOf(renderer->pickAll(32, 32, 20, PickUnit::Items)),
            (Paths{"/Front", "/Middle", "/Back"}));
  EXPECT_EQ(pathsOf(renderer->pickAll(18, 32, 20, PickUnit::Items)), (Paths{"/Middle", "/Back"}));
  EXPECT_EQ(pathsOf(renderer->pickAll(32, 32, 2, PickUnit::Items)), (Paths{"/Front", "/Middle"}));
  EXPECT_TRUE(renderer->pickAll(32, 32, 20, PickUnit::Items, stopped()).empty());
  EXPECT_TRUE(renderer->pickAll(-1, 32, 20, PickUnit::Items).empty());
  // Nothing is left out afterwards.
  const auto hit = renderer->pick(32, 32);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->path.text(), "/Front");
}

TEST_F(PickAll, InstancesAreOneOrApart) {
  Item item = makeInstances();
  item.instances = {translation(0, 0, 0), translation(0, 0, 2), translation(0, 0, 1)};
  item.worldBounds = {{-1, -1, 0}, {1, 1, 2}};
  draw(makeScene({item, makeItem("/Wall", makeQuad(0.9f), translation(0, 0, -1))}), frontCamera());
  EXPECT_EQ(pathsOf(renderer->pickAll(32, 32, 20, PickUnit::Instances)),
            (Paths{"/Forest/Tree 6", "/Forest/Tree 8", "/Forest/Tree 4", "/Wall"}));
  EXPECT_EQ(pathsOf(renderer->pickAll(32, 32, 20, PickUnit::Items)),
            (Paths{"/Forest/Tree 6", "/Wall"}));
}

TEST_F(PickAll, ResultsAreBounded) {
  std::vector<Item> items;
  for (int i = 0; i < 50; ++i) {
    items.push_back(
        makeItem(("/Q" + std::to_string(i)).c_str(), makeQuad(0.5f), translation(0, 0, 0.1 * i)));
  }
  draw(makeScene(std::move(items)), frontCamera());
  const auto hits = renderer->pickAll(32, 32, 1000, PickUnit::Items);
  ASSERT_EQ(hits.size(), Renderer::kMostPicked);
  EXPECT_EQ(hits.front().path.text(), "/Q49");
  EXPECT_EQ(hits.back().path.text(), "/Q18");
}

TEST_F(PickingArea, HasWhatCanBeSeenInIt) {
  draw(makeScene({makeItem("/Right", makeQuad(0.2f), translation(0.5, 0, 0)),
                  makeItem("/Hidden", makeQuad(0.1f), translation(-0.5, 0, -1)),
                  makeItem("/Left", makeQuad(0.2f), translation(-0.5, 0, 0.25)),
                  makeItem("/Far", makeQuad(0.1f), translation(-0.8, 0.8, 0))}),
       frontCamera());
  const auto seen = [&](PickArea area) {
    return pathsOf(renderer->pickArea(area, 100, PickUnit::Items).objects);
  };
  EXPECT_EQ(seen({0, 20, 64, 24}), (Paths{"/Right", "/Left"}));
  EXPECT_EQ(seen({0, 20, 32, 24}), (Paths{"/Left"}));
  EXPECT_EQ(seen({0, 0, 64, 64}), (Paths{"/Right", "/Left", "/Far"}));
  EXPECT_EQ(seen({-100, -100, 400, 400}), (Paths{"/Right", "/Left", "/Far"}));
  EXPECT_EQ(seen({16, 32, 1, 1}), (Paths{"/Left"}));
  EXPECT_TRUE(seen({28, 0, 8, 64}).empty());
  EXPECT_TRUE(seen({70, 0, 8, 64}).empty());
  EXPECT_TRUE(seen({0, 0, 0, 0}).empty());
  const PickedArea left = renderer->pickArea({0, 20, 32, 24}, 100, PickUnit::Items);
  ASSERT_EQ(left.objects.size(), 1u);
  EXPECT_NEAR(left.objects[0].worldPosition.z, 0.25, 1e-3);
  EXPECT_TRUE(renderer->pickArea({0, 0, 64, 64}, 100, PickUnit::Items, stopped()).objects.empty());
}

TEST_F(PickingArea, InstancesAreOneOrApartAndAreBounded) {
  draw(makeScene({makeInstances(), makeItem("/Wall", makeQuad(0.9f), translation(0, 0, -1))}),
       frontCamera());
  const PickArea all{0, 0, 64, 64};
  EXPECT_EQ(pathsOf(renderer->pickArea(all, 9, PickUnit::Items).objects).size(), 2u);
  const PickedArea apart = renderer->pickArea(all, 9, PickUnit::Instances);
  EXPECT_TRUE(apart.isComplete);
  Paths names = pathsOf(apart.objects);
  std::ranges::sort(names);
  EXPECT_EQ(names, (Paths{"/Forest/Tree 4", "/Forest/Tree 6", "/Forest/Tree 8", "/Wall"}));
  EXPECT_EQ(apart.objects.front().instancer.text(), "/Forest");
  EXPECT_TRUE(apart.objects.back().instancer.isEmpty());
  const PickedArea some = renderer->pickArea(all, 3, PickUnit::Instances);
  EXPECT_EQ(some.objects.size(), 3u);
  EXPECT_FALSE(some.isComplete);
  EXPECT_TRUE(renderer->pickArea(all, 4, PickUnit::Instances).isComplete);
}

TEST_F(Outlined, OneInstanceOrAllOfAnInstancer) {
  const Scene scene = makeScene({makeInstances()});
  const Picture before = draw(scene, frontCamera());
  const glm::ivec3 gold(189, 155, 84);
  // Pixels just left of each of the three squares.
  const std::array<int, 3> lefts = {6, 25, 44};
  const auto outlined = [&](const Outlines& outlines) {
    settings.outlines = outlines;
    const Picture after = draw(scene, frontCamera());
    std::vector<int> found;
    for (int i = 0; i < 3; ++i) {
      bool isGold = false;
      for (int x = lefts[std::size_t(i)] - 2; x < lefts[std::size_t(i)] + 2; ++x) {
        isGold |= after.at(x, 32) == gold;
      }
      if (isGold) found.push_back(i);
    }
    return found;
  };
  const Path forest = Path::fromText("/Forest");
  const Path tree = Path::fromText("/Forest/Tree");
  EXPECT_EQ(outlined({.selected = {forest}}), (std::vector{0, 1, 2}));
  EXPECT_EQ(outlined({.selectedInstances = {{forest, forest, {6, 6}}}}), (std::vector{1}));
  EXPECT_EQ(outlined({.selectedInstances = {{forest, forest, {4, 4}}, {tree, forest, {8, 8}}}}),
            (std::vector{0, 2}));
  EXPECT_EQ(outlined({.selectedInstances = {{tree, Path::fromText("/Other"), {8, 8}}}}),
            std::vector<int>());
  EXPECT_EQ(outlined({.selectedInstances = {{forest, forest, {5, 5}}}}), std::vector<int>());
}

TEST_F(Outlined, ChangesWithoutDrawingTheScene) {
  const Scene scene = makeScene({makeItem("/World/Hero", makeQuad(0.25f))});
  const Picture plain = draw(scene, frontCamera());
  Outlines outlines;
  outlines.selected = {Path::fromText("/World")};
  outlines.selectionColor = {0.0f, 1.0f, 1.0f};
  renderer->outline(outlines, 64, 64, target.framebuffer());
  const Picture over{target.read()};
  settings.outlines = outlines;
  const Picture drawn = draw(scene, frontCamera());
  EXPECT_EQ(differingShare(over, drawn, 0), 0.0);
  EXPECT_GT(differingShare(over, plain, 4), 0.01);
  EXPECT_EQ(over.at(32, 23), glm::ivec3(0, 255, 255));
}

TEST_F(Outlined, PointedObjectsAreFaint) {
  const Scene scene = makeScene({makeItem("/World/Hero", makeQuad(0.25f))});
  settings.outlines.pointed = {Path::fromText("/World/Hero")};
  settings.outlines.pointedColor = {1.0f, 1.0f, 1.0f, 0.5f};
  EXPECT_NEAR(draw(scene, frontCamera()).at(32, 23).x, 128, 3);
}

TEST(ChosenObjects, ManyPrimsChooseAsFewDo) {
  std::vector<Path> prims;
  for (int i = 0; i < 100; ++i) prims.push_back(Path::fromText("/World/P" + std::to_string(i)));
  const std::vector<Path> instancers = {Path::fromText("/World/P7/Forest")};
  for (const bool areMany : {false, true}) {
    const ChosenObjects chosen(areMany ? prims : std::vector<Path>{prims[7]}, {});
    using Share = ChosenObjects::Share;
    EXPECT_EQ(chosen.shareOf(Path::fromText("/World/P7"), {}), Share::All);
    EXPECT_EQ(chosen.shareOf(Path::fromText("/World/P7/Leaf"), {}), Share::All);
    EXPECT_EQ(chosen.shareOf(Path::fromText("/World"), {}), Share::None);
    EXPECT_EQ(chosen.shareOf(Path::fromText("/World/P777"), {}), Share::None);
    EXPECT_EQ(chosen.shareOf(Path::fromText("/Rock"), instancers), Share::All);
  }
}

TEST(ChosenObjects, BoundsAreThoseOfTheChosenInstances) {
  const Item item = makeInstances();
  const Scene scene = makeScene({item, makeItem("/Wall", makeQuad(0.9f))});
  const Path forest = Path::fromText("/Forest");
  const std::vector<ChosenInstance> right = {{forest, forest, {8, 8}}};
  const Box bounds = boundsOfChosen(scene, ChosenObjects({}, right), {});
  EXPECT_NEAR(bounds.min.x, 0.4, 1e-6);
  EXPECT_NEAR(bounds.max.x, 0.8, 1e-6);
  const std::vector<Path> wall = {Path::fromText("/Wall")};
  EXPECT_NEAR(boundsOfChosen(scene, ChosenObjects(wall, right), {}).max.x, 0.9, 1e-6);
  EXPECT_TRUE(boundsOfChosen(scene, ChosenObjects({}, {}), {}).isEmpty());
}

}  // namespace usdscope
