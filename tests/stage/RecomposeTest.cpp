// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/Parallel.h"
#include "engine/compose/PrimIndex.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/LayerTexts.h"
#include "tests/support/scene/StageText.h"

namespace usdscope {
namespace {

std::string textsOf(std::vector<Path> paths) {
  std::ranges::sort(paths, pathLess);
  std::string out;
  for (const Path path : paths) out += (out.empty() ? "" : " ") + path.text();
  return out;
}

const LayerTexts kScene{
    {"/root.usda",
     "(subLayers = [@/below.usda@])\n"
     "def \"World\" {\n"
     "  def \"A\" (references = @/asset.usda@</Model>) { custom int x = 1\n }\n"
     "  def \"B\" (references = @/asset.usda@</Model>) {}\n"
     "  def \"C\" (payload = @/other.usda@</Thing>) {}\n"
     "}\n"},
    {"/below.usda", "over \"World\" { over \"A\" { custom int y = 2\n }\n def \"Low\" {} }\n"},
    {"/asset.usda",
     "class \"_Base\" { custom int base = 1\n }\n"
     "def \"Model\" (inherits = </_Base>\n variantSets = \"look\"\n"
     "variants = { string look = \"a\" }) {\n"
     "  def \"Part\" { def \"Leaf\" {} }\n"
     "  variantSet \"look\" = {\n \"a\" { def \"OnlyA\" {} }\n \"b\" { def \"OnlyB\" {} }\n }\n"
     "}\n"},
    {"/other.usda", "def \"Thing\" { def \"Inside\" {} }\n"}};

// A stage and its edits. After each edit the incremental result is compared with a fresh
// composition.
struct Edited {
  explicit Edited(const LayerTexts& texts) : layers(layersFromTexts(texts)) {
    request.rootLayer = "/root.usda";
    request.sessionLayer = layerFromText("");
    stage = composeStage(request, layers).stage;
  }

  void session(const LayerEdit& edit) {
    Diagnostics problems;
    request.sessionLayer = edited(*request.sessionLayer, std::span(&edit, 1), problems);
    EXPECT_TRUE(problems.isEmpty());
    recompose();
  }

  void recompose() {
    RecomposeResult result = recomposeStage(stage, request);
    ASSERT_TRUE(result.stage);
    const std::string before = stageText(*stage);
    const StageResult fresh = composeStage(request, layers);
    EXPECT_EQ(firstDifference(stageText(*fresh.stage), stageText(*result.stage)), "");
    EXPECT_EQ(checkStage(*result.stage), std::vector<std::string>());
    EXPECT_EQ(firstDifference(before, stageText(*stage)), "") << "the stage before has changed";
    EXPECT_EQ(result.diagnostics.entries().size(), fresh.diagnostics.entries().size());
    stage = result.stage;
    changes = result.changes;
  }

  std::shared_ptr<LayerCache> layers;
  StageRequest request;
  std::shared_ptr<const Stage> stage;
  StageChanges changes;
};

}  // namespace

TEST(Recompose, ValueInTheSessionComposesOnlyItsPrim) {
  Edited edited(kScene);
  edited.session(defaultEdit(at("/World/A/Part.z"), Token("int"), Value(3)));
  EXPECT_EQ(textsOf(edited.changes.resynced), "/World/A/Part");
  EXPECT_EQ(textsOf(edited.changes.infoOnly), "/ /World /World/A");
  EXPECT_EQ(edited.changes.composedCount,
            4u);  // Including the pseudo-root, whose children changed.

  edited.session(defaultEdit(at("/World/A/Part.z"), Token("int"), Value(4)));
  EXPECT_EQ(textsOf(edited.changes.resynced), "");
  EXPECT_EQ(textsOf(edited.changes.infoOnly), "/World/A/Part");
  EXPECT_EQ(edited.changes.composedCount, 1u);
  const Attribute z = edited.stage->primAt(at("/World/A/Part")).attribute(Token("z"));
  EXPECT_EQ(z.value(), Value(4));
}

TEST(Recompose, EqualInputsComposeNothing) {
  Edited edited(kScene);
  edited.recompose();
  EXPECT_EQ(edited.changes.composedCount, 0u);
  EXPECT_TRUE(edited.changes.resynced.empty());
  EXPECT_TRUE(edited.changes.infoOnly.empty());
}

TEST(Recompose, VariantSwitchComposesThePrimAndItsDescendants) {
  Edited edited(kScene);
  edited.session(VariantSelectionEdit{at("/World/A"), "look", "b"});
  EXPECT_TRUE(edited.stage->primAt(at("/World/A/OnlyB")));
  EXPECT_FALSE(edited.stage->primAt(at("/World/A/OnlyA")));
  EXPECT_TRUE(edited.stage->primAt(at("/World/B/OnlyA")));
  EXPECT_EQ(textsOf(edited.changes.resynced), "/World/A /World/A/OnlyA /World/A/OnlyB");
  edited.session(VariantSelectionEdit{at("/World/A"), "look", std::nullopt});
  EXPECT_TRUE(edited.stage->primAt(at("/World/A/OnlyA")));
}

TEST(Recompose, LoadingAPayload) {
  Edited edited(kScene);
  edited.request.loadRules.unload(at("/World/C"));
  edited.recompose();
  EXPECT_EQ(textsOf(edited.changes.resynced), "/World/C /World/C/Inside");
  EXPECT_FALSE(edited.stage->primAt(at("/World/C/Inside")));
  edited.request.loadRules.load(at("/World/C"));
  edited.recompose();
  EXPECT_TRUE(edited.stage->primAt(at("/World/C/Inside")));
  EXPECT_EQ(edited.changes.composedCount, 2u);
}

TEST(Recompose, MutingLayers) {
  for (const char* layer : {"/below.usda", "/asset.usda", "/other.usda"}) {
    Edited edited(kScene);
    edited.request.mutedLayers = {layer};
    edited.recompose();
    EXPECT_FALSE(edited.changes.resynced.empty()) << layer;
    edited.request.mutedLayers = {};
    edited.recompose();
    EXPECT_FALSE(edited.changes.resynced.empty()) << layer;
  }
}

TEST(Recompose, ReloadOfOneLayerConcernsThePrimsThatUseIt) {
  Edited edited(kScene);
  const auto untouched = edited.stage->primAt(at("/World/B/Part")).sharedIndex();
  const LayerEdit edit = defaultEdit(at("/Thing/Inside.size"), Token("double"), Value(2.0));
  Diagnostics problems;
  const auto opened = edited.layers->find("/other.usda");
  edited.layers->replace(usdscope::edited(*opened->layer, std::span(&edit, 1), problems));
  edited.recompose();
  EXPECT_EQ(textsOf(edited.changes.infoOnly), "/World/C/Inside");
  EXPECT_EQ(textsOf(edited.changes.resynced), "");
  EXPECT_EQ(edited.stage->primAt(at("/World/B/Part")).sharedIndex(), untouched);
}

TEST(Recompose, ClassGetsASpecThatItDidNotHave) {
  Edited edited(kScene);
  edited.session(defaultEdit(at("/_Base/Part.fromClass"), Token("int"), Value(1)));
  EXPECT_TRUE(edited.stage->primAt(at("/World/B/Part")).attribute(Token("fromClass")));
}

TEST(Recompose, SublayersOfTheSessionLayer) {
  Edited edited(kScene);
  edited.session(PrimFieldEdit{Path::root(), fields::kSubLayers,
                               Value(std::vector<std::string>{"/other.usda"})});
  EXPECT_TRUE(edited.stage->primAt(at("/Thing/Inside")));
  edited.session(PrimFieldEdit{Path::root(), fields::kSubLayers, {}});
  EXPECT_FALSE(edited.stage->primAt(at("/Thing")));
}

TEST(Recompose, InstancesShareOtherPrototypes) {
  LayerTexts texts = kScene;
  texts["/root.usda"] =
      "def \"A\" (references = @/asset.usda@</Model>\n instanceable = true) {}\n"
      "def \"B\" (references = @/asset.usda@</Model>\n instanceable = true) {}\n"
      "def \"C\" (references = @/asset.usda@</Model>) {}\n";
  Edited edited(texts);
  edited.session(VariantSelectionEdit{at("/A"), "look", "b"});
  EXPECT_EQ(edited.stage->prototypes().size(), 2u);
  edited.session(activeEdit(at("/A"), false));
  EXPECT_EQ(edited.stage->prototypes().size(), 1u);
  edited.session(defaultEdit(at("/B/Part.x"), Token("int"), Value(1)));
  edited.session(PrimFieldEdit{at("/C"), fields::kInstanceable, Value(true)});
  EXPECT_EQ(edited.stage->prototypes().size(), 1u);
  edited.session(defaultEdit(at("/C.x"), Token("int"), Value(1)));
}

TEST(Recompose, InstancesShareAClassOnceItHasASpec) {
  LayerTexts texts = kScene;
  texts["/root.usda"] = "def \"A\" (references = @/asset.usda@</Model>\n instanceable = true) {}\n";
  Edited edited(texts);
  edited.session(defaultEdit(at("/_Base.x"), Token("int"), Value(1)));
  edited.session(defaultEdit(at("/_Base/Part.x"), Token("int"), Value(1)));
  const Prim part = edited.stage->prototypes().at(0).child(Token("Part"));
  EXPECT_TRUE(part.attribute(Token("x")));
}

// The instance that determines the number of its prototype.
TEST(Recompose, PrototypesAreInTheOrderThatTheirInstancesComeToHave) {
  const auto prototypeOf = [](const Edited& edited, std::string_view path) {
    return edited.stage->primAt(at(path)).prototype().path();
  };
  LayerTexts texts = kScene;
  texts["/root.usda"] =
      "def \"A\" (references = @/asset.usda@</Model>\n instanceable = true) {}\n"
      "def \"B\" (references = @/other.usda@</Thing>\n instanceable = true) {}\n"
      "def \"C\" {}\n";
  Edited edited(texts);
  EXPECT_EQ(prototypeOf(edited, "/A"), at("/__Prototype_1"));
  edited.session(PrimFieldEdit{Path::root(), fields::kPrimOrder,
                               Value(std::vector<Token>{Token("B"), Token("A")})});
  EXPECT_EQ(prototypeOf(edited, "/A"), at("/__Prototype_2"));
  ListOp<Path> circle;
  circle.prependedItems = {at("/C")};
  edited.session(PrimFieldEdit{at("/C"), fields::kInheritPaths, Value(circle)});
  EXPECT_EQ(prototypeOf(edited, "/A"), at("/__Prototype_1"));
  edited.session(PrimFieldEdit{at("/C"), fields::kInheritPaths, {}});
  EXPECT_EQ(prototypeOf(edited, "/A"), at("/__Prototype_2"));
}

TEST(Recompose, OldSnapshotsStayWhileNewOnesAreRead) {
  Edited edited(kScene);
  std::vector<std::shared_ptr<const Stage>> kept;
  std::vector<std::string> texts;
  for (int i = 0; i < 8; ++i) {
    kept.push_back(edited.stage);
    texts.push_back(stageText(*edited.stage));
    edited.session(defaultEdit(at("/World/B/Part.z"), Token("int"), Value(i)));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(firstDifference(texts[i], stageText(*kept[i])), "");
  }
}

}  // namespace usdscope
