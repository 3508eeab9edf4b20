// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "engine/compose/Composer.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/LayerTexts.h"
#include "tests/support/scene/StageText.h"

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
     "  def \"Aims\" {\n rel to = [</Model/OfBase>, </Outside>]\n"
     "    double input.connect = </Model/OfBoth.x>\n }\n"
     "}\n"},
    {"/below.usda",
     "over \"Model\" {\n def \"OfBelow\" {\n double y.timeSamples = { 1: 10 }\n }\n }\n"}};

struct Scene {
  Scene() {
    request.rootLayer = "/root.usda";
    request.sessionLayer = layerFromText("");
    stage = composeStage(request, layers).stage;
  }
  Prim at(const char* path) const { return stage->primAt(Path::fromText(path)); }
  IndexOwner ownerOf(const char* path) const {
    return stage->rows().prims[at(path).row()].indexOwner;
  }

  std::shared_ptr<LayerCache> layers = layersFromTexts(kScene);
  StageRequest request;
  std::shared_ptr<const Stage> stage;
};

// Returns the prims whose index is not the one that the composer computes.
std::vector<std::string> differingIndexes(const Stage& stage) {
  std::vector<std::string> paths;
  for (std::uint32_t row = 0; row < stage.rowCount(); ++row) {
    const Prim prim = stage.primOfRow(row);
    if (!prim) continue;
    const auto expected = stage.composer().computeIndex(prim.index().path());
    if (compareIndexes(prim.index(), *expected) != IndexDifference::None) {
      paths.push_back(prim.path().text());
    }
    const bool isOwn = prim.isInPrototype() || prim.index().path() == prim.path();
    if (!isOwn) paths.push_back(prim.path().text());
  }
  return paths;
}

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
  EXPECT_EQ(differingIndexes(*scene.stage), std::vector<std::string>());
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

TEST(RowIndex, TargetsOfLeavesAreMappedThroughTheArcsOfTheirParent) {
  const Scene scene;
  EXPECT_EQ(scene.ownerOf("/World/B/Aims"), IndexOwner::Parent);
  const struct {
    const char* prim;
    std::vector<std::string> targets;
    std::vector<std::string> connections;
  } cases[] = {
      {"/World/B/Aims", {"/World/B/OfBase"}, {"/World/B/OfBoth.x"}},
      {"/World/C/Aims", {"/World/C/OfBase"}, {"/World/C/OfBoth.x"}},
      {"/World/L/Aims", {"/World/L/OfBase"}, {"/World/L/OfBoth.x"}},
  };
  for (const auto& c : cases) {
    const Prim prim = scene.at(c.prim);
    EXPECT_EQ(texts(prim.relationship(Token("to")).targets()), c.targets) << c.prim;
    EXPECT_EQ(texts(prim.attribute(Token("input")).connections()), c.connections) << c.prim;
  }
}

// A stage after an edit, with what a stage composed anew has.
struct Reedited : Scene {
  void session(const LayerEdit& edit) {
    Diagnostics problems;
    request.sessionLayer = edited(*request.sessionLayer, std::span(&edit, 1), problems);
    EXPECT_TRUE(problems.isEmpty());
    recompose();
  }

  void reload(const char* identifier, const LayerEdit& edit) {
    Diagnostics problems;
    const auto opened = layers->find(identifier);
    ASSERT_TRUE(opened && opened->layer);
    layers->replace(edited(*opened->layer, std::span(&edit, 1), problems));
    EXPECT_TRUE(problems.isEmpty());
    recompose();
  }

  void mute(std::set<std::string> muted) {
    request.mutedLayers = std::move(muted);
    recompose();
  }

  // Compares the texts of the stages, which include the sites, and each index with one that is
  // composed from the layers alone.
  void recompose() {
    stage = recomposeStage(stage, request).stage;
    ASSERT_TRUE(stage);
    const auto fresh = composeStage(request, layers).stage;
    EXPECT_EQ(firstDifference(stageText(*fresh), stageText(*stage)), "");
    EXPECT_EQ(checkStage(*stage), std::vector<std::string>());
    EXPECT_EQ(differingIndexes(*stage), std::vector<std::string>());
  }
};

TEST(RowIndex, EditsMeetRowsThatShareAnIndex) {
  Reedited edited;
  ASSERT_EQ(edited.ownerOf("/World/K"), IndexOwner::Twin);
  ASSERT_EQ(edited.ownerOf("/World/L"), IndexOwner::Twin);
  const Path l = Path::fromText("/World/L");

  edited.session(defaultEdit(l.property(Token("own")), Token("int"), Value(1)));
  EXPECT_EQ(edited.at("/World/L").attribute(Token("own")).value(), Value(1));
  edited.session(activeEdit(l, false));
  EXPECT_EQ(edited.at("/World/L").children().size(), 0u);
  edited.session(activeEdit(l, true));
  edited.session(VariantSelectionEdit{Path::fromText("/World/K"), "look", "b"});
  EXPECT_FALSE(edited.at("/World/K/OfVariant"));
  EXPECT_TRUE(edited.at("/World/J/OfVariant"));

  edited.mute({"/below.usda"});
  EXPECT_FALSE(edited.at("/World/L/OfBelow"));
  edited.mute({"/asset.usda"});
  EXPECT_FALSE(edited.at("/World/L/OfBoth"));
  edited.mute({});
  EXPECT_TRUE(edited.at("/World/L/OfBelow"));

  const Path added = Path::fromText("/Model/Added");
  edited.reload("/asset.usda", PrimFieldEdit{added, fields::kSpecifier, Value(Specifier::Def)});
  EXPECT_TRUE(edited.at("/World/L/Added"));
  edited.reload("/asset.usda", activeEdit(Path::fromText("/Model"), false));
  EXPECT_FALSE(edited.at("/World/I").isActive());
  EXPECT_TRUE(edited.at("/World/L").isActive()) << "the session layer is stronger";
}

}  // namespace
}  // namespace usdscope
