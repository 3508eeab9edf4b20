// SPDX-License-Identifier: Apache-2.0
#include "engine/search/Mentions.h"

#include <algorithm>
#include <filesystem>

#include "engine/layer/Layer.h"
#include "engine/stage/Property.h"
#include "engine/value/Scalars.h"
#include "tests/search/SearchScene.h"

namespace usdscope {
namespace {

// Each mention as "layer spec field text: prims".
std::vector<std::string> mentionsOf(const Stage& stage, const char* text) {
  std::vector<std::string> lines;
  for (const Mention& mention :
       findMentions(stage, TextPattern(text, TextPattern::Plain::Part)).mentions) {
    std::string line = std::filesystem::path(mention.layer->identifier()).filename().string() +
                       " " + mention.spec.text() + " " + mention.field.string() + " " +
                       mention.text + ":";
    for (const Path prim : mention.prims) line += " " + prim.text();
    EXPECT_EQ(mention.prims.size(), mention.primCount);
    lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

TEST(Mentions, OfATextureInLayersPrimsAndProperties) {
  const SearchScene scene;
  const std::vector<std::string> expected = {
      "asset.usda /Asset assetInfo ./textures/rusty_albedo.png: /World/Hero /World/Lazy",
      "asset.usda /Asset{look=red}Render.map default ./textures/rusty_albedo.red.png: "
      "/World/Hero/Render",
      "look.usda / documentation Uses textures/rusty_albedo.png: /",
      "look.usda /World/Hero/Render.frames timeSamples ./textures/Rusty_Albedo.0001.png: "
      "/World/Hero/Render",
      "look.usda /World/Looks/Rust/Texture.inputs:file default ./textures/rusty_albedo.png: "
      "/World/Looks/Rust/Texture",
  };
  EXPECT_EQ(mentionsOf(*scene.stage, "rusty_ALBEDO"), expected);
}

TEST(Mentions, OfArcsTargetsAndClips) {
  const SearchScene scene;
  const std::vector<std::string> ofReference = {
      "shot.usda /World/Broken references ./nowhere.usda: /World/Broken"};
  EXPECT_EQ(mentionsOf(*scene.stage, "nowhere"), ofReference);
  const std::vector<std::string> ofTarget = {
      "shot.usda /World/Rig/Skin.skel:skeleton targetPaths /World/Rig/Skeleton: /World/Rig/Skin"};
  EXPECT_EQ(mentionsOf(*scene.stage, "/World/Rig/Skel*"), ofTarget);
  const std::vector<std::string> ofClip = {
      "shot.usda /World/Clipped clips ./clip.0002.usda: /World/Clipped"};
  EXPECT_EQ(mentionsOf(*scene.stage, "clip.0002"), ofClip);
  const std::vector<std::string> ofSublayer = {"shot.usda / subLayers ./anim_shot.usda: /"};
  EXPECT_EQ(mentionsOf(*scene.stage, "anim_shot"), ofSublayer);
}

TEST(Mentions, OfClipsThatAreInMemory) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "search/clips/shot.usda").string();
  const auto stage = composeStage(request).stage;
  ASSERT_TRUE(stage);
  // The layer has only the template of the name.
  const std::vector<std::string> ofName = {
      "shot.usda /Set/Walker clips ./walk.002.usda: /Set/Walker"};
  EXPECT_EQ(mentionsOf(*stage, "walk.002"), ofName);
  // The search itself reads no clip.
  EXPECT_TRUE(mentionsOf(*stage, "skin_").empty());
  const Prim body = stage->primAt(Path::fromText("/Set/Walker/Body"));
  EXPECT_TRUE(body.attribute(Token("picture")).value(TimeCode(2)).find<AssetPath>());
  const std::vector<std::string> ofRead = {
      "walk.002.usda /Clip/Body.picture timeSamples ./skin_2.png: /Set/Walker/Body"};
  EXPECT_EQ(mentionsOf(*stage, "skin_2"), ofRead);
}

TEST(Mentions, InPrototypesAreShownBelowAnInstance) {
  const SearchScene scene;
  const MentionList list =
      findMentions(*scene.stage, TextPattern("bark.png", TextPattern::Plain::Part));
  ASSERT_EQ(list.mentions.size(), 1u);
  const Mention& mention = list.mentions.front();
  ASSERT_EQ(mention.prims.size(), 2u);
  EXPECT_EQ(mention.prims[0].text(), "/World/Trees/Plain/Trunk");
  EXPECT_TRUE(mention.prims[1].text() == "/World/Trees/Tree1/Trunk" ||
              mention.prims[1].text() == "/World/Trees/Tree2/Trunk");
  EXPECT_TRUE(mentionsOf(*scene.stage, "no such text").empty());
}

}  // namespace
}  // namespace usdscope
