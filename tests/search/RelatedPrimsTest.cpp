// SPDX-License-Identifier: Apache-2.0
#include "engine/search/RelatedPrims.h"

#include <algorithm>

#include "tests/search/SearchScene.h"

namespace usdscope {
namespace {

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return texts;
}

TEST(RelatedPrims, InstancesAreTheReferences) {
  const SearchScene scene;
  ASSERT_EQ(scene.expected["instances"].size(), 3u);
  for (const auto& [path, expected] : scene.expected["instances"].items()) {
    EXPECT_EQ(Json(textsOf(instancesOf(scene.at(path)).prims)), expected) << path;
  }
  // From a part of an instance, the instances of what it is part of.
  EXPECT_EQ(instancesOf(scene.at("/World/Trees/Tree2/Trunk")).prims,
            instancesOf(scene.at("/World/Trees/Tree1")).prims);
  EXPECT_EQ(instancesOf(scene.at("/World/Hero")).problem,
            "/World/Hero is neither an instance nor a part of one.");
}

TEST(RelatedPrims, PrototypesCanBeReachedAndLeadBack) {
  const SearchScene scene;
  const Prim tree = scene.at("/World/Trees/Tree2");
  const RelatedPrims found = prototypeOf(tree);
  ASSERT_EQ(found.prims.size(), 1u);
  const Prim prototype = scene.stage->primAt(found.prims.front());
  EXPECT_TRUE(prototype.isPrototype());
  EXPECT_EQ(instancesOf(prototype).prims, instancesOf(tree).prims);
  const RelatedPrims part = prototypeOf(scene.at("/World/Trees/Tree2/Trunk"));
  ASSERT_EQ(part.prims.size(), 1u);
  EXPECT_EQ(part.prims.front(), found.prims.front().child(Token("Trunk")));
  EXPECT_FALSE(prototypeOf(scene.at("/World/Hero")).problem.empty());
}

TEST(RelatedPrims, MembersOfCollectionsAreTheReferences) {
  const SearchScene scene;
  const std::vector<std::string> names = {"keys", "byName"};
  EXPECT_EQ(sorted(collectionNames(scene.at("/World"))), sorted(names));
  for (const std::string& name : names) {
    const RelatedPrims members = membersOf(scene.at("/World"), name);
    EXPECT_EQ(sorted(textsOf(members.prims)),
              sorted(scene.expected["members"][name].get<std::vector<std::string>>()))
        << name;
  }
  EXPECT_EQ(membersOf(scene.at("/World"), "none").problem, "/World has no collection \"none\".");
}

TEST(RelatedPrims, ProxiesAreTheReferencesAndLeadBack) {
  const SearchScene scene;
  const Json& proxies = scene.expected["proxies"];
  ASSERT_EQ(proxies.size(), 4u);
  for (const auto& [path, expected] : scene.expected["columns"].items()) {
    const RelatedPrims found = proxyOf(scene.at(path));
    if (proxies.contains(path)) {
      EXPECT_EQ(Json(textsOf(found.prims)), Json({proxies[path]})) << path;
    } else {
      EXPECT_TRUE(found.prims.empty()) << path;
    }
  }
  EXPECT_EQ(textsOf(renderedAs(scene.at("/World/Hero/Proxy")).prims),
            std::vector<std::string>{"/World/Hero/Render"});
  EXPECT_EQ(renderedAs(scene.at("/World/Rig")).problem, "No prim names /World/Rig as its proxy.");
}

TEST(RelatedPrims, EnclosingModelIsTheNextOneUp) {
  const SearchScene scene;
  EXPECT_EQ(textsOf(enclosingModelOf(scene.at("/World/Hero/Render/Geo")).prims),
            std::vector<std::string>{"/World/Hero"});
  EXPECT_EQ(textsOf(enclosingModelOf(scene.at("/World/Hero")).prims),
            std::vector<std::string>{"/World"});
  EXPECT_EQ(enclosingModelOf(scene.at("/World")).problem, "/World is not inside a model.");
}

}  // namespace
}  // namespace usdscope
