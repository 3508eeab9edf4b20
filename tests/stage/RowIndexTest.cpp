// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/compose/Composer.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

// References to one asset with leaves that only some of its sites have, and with time offsets.
const LayerTexts kScene{
    {"/root.usda",
     "def \"World\" {\n"
     "  def \"A\" (references = @/asset.usda@</Model> (offset = 10; scale = 2)) {}\n"
     "  def \"B\" (references = @/asset.usda@</Model> (offset = 10; scale = 2)) {}\n"
     "  def \"C\" (references = @/asset.usda@</Model> (offset = 10; scale = 2)) {\n"
     "    over \"OfBoth\" { custom double here = 1\n }\n"
     "  }\n"
     "  def \"I\" (instanceable = true\n references = @/asset.usda@</Model> (offset = 3)) {}\n"
     "  def \"J\" (instanceable = true\n references = @/asset.usda@</Model> (offset = 3)) {}\n"
     "  def \"K\" (instanceable = true\n references = @/asset.usda@</Model> (offset = 3)) {}\n"
     "  def \"L\" (instanceable = true\n references = @/asset.usda@</Model> (offset = 3)) {}\n"
     "}\n"},
    {"/asset.usda",
     "(subLayers = [@/below.usda@ (offset = 5)])\n"
     "class \"_Base\" {\n def \"OfBase\" {}\n def \"OfBoth\" {}\n }\n"
     "def \"Model\" (inherits = </_Base>\n variantSets = \"look\"\n"
     "variants = { string look = \"a\" }) {\n"
     "  def \"OfBoth\" { double x.timeSamples = { 1: 10, 2: 20 }\n }\n"
     "  variantSet \"look\" = {\n \"a\" {\n def \"OfVariant\" {}\n }\n \"b\" {}\n }\n"
     "}\n"},
    {"/below.usda",
     "over \"Model\" {\n def \"OfBelow\" {\n double y.timeSamples = { 1: 10 }\n }\n }\n"}};

struct Scene {
  Scene() {
    StageRequest request;
    request.rootLayer = "/root.usda";
    stage = composeStage(request, layersFromTexts(kScene)).stage;
  }
  Prim at(const char* path) const { return stage->primAt(Path::fromText(path)); }
  IndexOwner ownerOf(const char* path) const {
    return stage->rows().prims[at(path).row()].indexOwner;
  }

  std::shared_ptr<const Stage> stage;
};

TEST(RowIndex, RowsOfLeavesAndEqualInstancesKeepNoIndex) {
  const Scene scene;
  EXPECT_EQ(scene.ownerOf("/World/A"), IndexOwner::Self);
  EXPECT_EQ(scene.ownerOf("/World/A/OfBase"), IndexOwner::Parent);
  EXPECT_EQ(scene.ownerOf("/World/C/OfBoth"), IndexOwner::Parent);
  EXPECT_EQ(scene.ownerOf("/World/I"), IndexOwner::Self);
  EXPECT_EQ(scene.ownerOf("/World/L"), IndexOwner::Twin);
}

TEST(RowIndex, IndexesEqualThoseOfTheComposer) {
  const Scene scene;
  for (std::uint32_t row = 0; row < scene.stage->rowCount(); ++row) {
    const Prim prim = scene.stage->primOfRow(row);
    SCOPED_TRACE(prim.path().text());
    const auto expected = scene.stage->composer().computeIndex(prim.index().path());
    EXPECT_EQ(compareIndexes(prim.index(), *expected), IndexDifference::None);
    if (prim.isInPrototype()) continue;
    EXPECT_EQ(prim.index().path(), prim.path());
  }
}

TEST(RowIndex, OpinionsHaveTheStackAndTheTimesOfTheirSites) {
  const Scene scene;
  std::size_t count = 0;
  for (std::uint32_t row = 0; row < scene.stage->rowCount(); ++row) {
    const Prim prim = scene.stage->primOfRow(row);
    SCOPED_TRACE(prim.path().text());
    for (OpinionWalk walk(prim); walk.next(); ++count) {
      const Opinion& opinion = walk.opinion();
      const PrimIndexNode& site = prim.index().nodes()[opinion.node];
      EXPECT_EQ(opinion.path, site.path);
      EXPECT_EQ(&opinion.layerStack(), site.layerStack);
      EXPECT_EQ(opinion.givenNode->rootFromNode.timeOffset(), site.rootFromNode.timeOffset());
    }
  }
  EXPECT_GT(count, 30u);
}

TEST(RowIndex, LeavesHaveTheTimesOfTheirReferencesAndSublayers) {
  const Scene scene;
  using Times = std::vector<double>;
  const auto timesOf = [&](const char* prim, const char* name) {
    return scene.at(prim).attribute(Token(name)).timeSamples();
  };
  EXPECT_EQ(timesOf("/World/C/OfBoth", "x"), (Times{12, 14}));
  EXPECT_EQ(timesOf("/World/B/OfBelow", "y"), (Times{22}));
  EXPECT_EQ(timesOf("/World/L/OfBelow", "y"), (Times{9}));
}

}  // namespace
}  // namespace usdscope
