// SPDX-License-Identifier: Apache-2.0
#include "engine/search/FindPrims.h"

#include "tests/search/SearchScene.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const PrimMatches> find(const Stage& stage, const std::string& text,
                                        const ShownPrims& shown = {}) {
  return findPrims(stage, PrimQuery(stage, parseSearchText(text)), shown, {});
}

TEST(ShownPrims, AreTheReferencesPrims) {
  const SearchScene scene;
  const struct {
    const char* name;
    ShownPrims shown;
  } cases[] = {
      {"default", {}},
      {"all", {.undefined = true, .abstract = true}},
      {"without inactive", {.inactive = false}},
  };
  for (const auto& c : cases) {
    std::vector<Path> shown;
    visitShown(scene.stage->pseudoRoot(), c.shown, [&](const Prim& prim) {
      shown.push_back(prim.path());
      return true;
    });
    EXPECT_EQ(Json(textsOf(shown)), scene.expected["shown"][c.name]) << c.name;
  }
}

TEST(ShownPrims, PrototypesFollowTheRootPrimsWithTheirChildren) {
  const SearchScene scene;
  const ShownPrims shown{.prototypes = true};
  const std::vector<Prim> roots = shown.childrenOf(scene.stage->pseudoRoot());
  ASSERT_EQ(roots.size(), 1 + scene.stage->prototypes().size());
  EXPECT_EQ(roots[0].path().text(), "/World");
  EXPECT_TRUE(roots[1].isPrototype());
  EXPECT_FALSE(shown.childrenOf(roots[1]).empty());
  EXPECT_EQ(find(*scene.stage, "type:Mesh", shown)->found.size(),
            find(*scene.stage, "type:Mesh")->found.size() + 3);  // One in each prototype.
}

TEST(ShownPrims, TitlesAreDisplayNames) {
  const auto stage =
      stageFromText("def \"A\" (displayName = \"Front Wheel\") {}\ndef \"B\" {}").stage;
  ASSERT_TRUE(stage);
  const Prim named = stage->primAt(Path::fromText("/A"));
  EXPECT_EQ(ShownPrims().titleOf(named), "Front Wheel");
  EXPECT_EQ(ShownPrims{.displayNames = false}.titleOf(named), "A");
  EXPECT_EQ(ShownPrims().titleOf(stage->primAt(Path::fromText("/B"))), "B");
}

TEST(FindPrims, EveryTermFindsTheReferencesPrims) {
  const SearchScene scene;
  ASSERT_GE(scene.expected["found"].size(), 34u);
  for (const auto& [text, expected] : scene.expected["found"].items()) {
    const auto matches = find(*scene.stage, text);
    EXPECT_EQ(Json(textsOf(matches->found)), expected) << text;
    EXPECT_EQ(matches->problem, "") << text;
    EXPECT_EQ(matches->total, scene.expected["shown"]["default"].size());
  }
}

TEST(FindPrims, PointsAreCounted) {
  const auto stage = stageFromText(
                         "def Mesh \"A\" { point3f[] points = [(0, 0, 0), (1, 0, 0)] }\n"
                         "def Mesh \"B\" { point3f[] points.timeSamples = { 5: [(0, 0, 0)] } }\n"
                         "def Mesh \"C\" {}")
                         .stage;
  ASSERT_TRUE(stage);
  EXPECT_EQ(textsOf(find(*stage, "points:>1")->found), std::vector<std::string>{"/A"});
  EXPECT_EQ(textsOf(find(*stage, "points:1")->found), std::vector<std::string>{"/B"});
  EXPECT_EQ(textsOf(find(*stage, "points:<9")->found), (std::vector<std::string>{"/A", "/B"}));
}

TEST(FindPrims, AncestorsOfMatchesAreShown) {
  const SearchScene scene;
  const auto matches = find(*scene.stage, "blade");
  ASSERT_FALSE(matches->found.empty());
  EXPECT_TRUE(matches->isFound.contains(matches->found.front()));
  EXPECT_TRUE(matches->shows(Path::fromText("/World/Trees")));
  EXPECT_FALSE(matches->isFound.contains(Path::fromText("/World/Trees")));
  EXPECT_FALSE(matches->shows(Path::fromText("/World/Hero")));
}

TEST(FindPrims, WithoutWordsNothingIsFound) {
  const SearchScene scene;
  EXPECT_TRUE(find(*scene.stage, "")->found.empty());
  EXPECT_EQ(find(*scene.stage, "")->total, scene.expected["shown"]["default"].size());
}

TEST(FindPrims, NamesThatDoNotExistAreDoubted) {
  const SearchScene scene;
  EXPECT_EQ(find(*scene.stage, "type:Mseh")->problem, "There is no type \"Mseh\".");
  EXPECT_EQ(find(*scene.stage, "type:Mesch")->problem,
            "There is no type \"Mesch\". Is Mesh meant?");
  EXPECT_EQ(find(*scene.stage, "layer:nowhere")->problem, "The scene has no layer \"nowhere\".");
  EXPECT_EQ(find(*scene.stage, "api:SkelBindingApis")->problem,
            "There is no API schema \"SkelBindingApis\". Is SkelBindingAPI meant?");
  // A type of a plug-in that is not here still finds its prims.
  EXPECT_EQ(find(*scene.stage, "type:customthing")->problem, "");
}

TEST(FindPrims, StopsWhenAsked) {
  const SearchScene scene;
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(findPrims(*scene.stage, PrimQuery(*scene.stage, parseSearchText("a")), {},
                         source.get_token()));
}

}  // namespace
}  // namespace usdscope
