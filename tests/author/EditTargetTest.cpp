// SPDX-License-Identifier: Apache-2.0
#include "engine/author/EditTarget.h"

#include <gtest/gtest.h>

#include "engine/compose/PrimIndex.h"
#include "engine/layer/LayerBuilder.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const LayerTexts kScene = {
    {"/root.usda",
     "(subLayers = [@sub.usda@ (offset = 10; scale = 2)])\n"
     "def \"B\" (references = @ref.usda@</R> (offset = 5)) {}\n"
     "def \"I\" (instanceable = true\n references = @ref.usda@</R>) {}\n"},
    {"/sub.usda",
     "def \"A\" (variants = { string v = \"x\" }\n prepend variantSets = [\"v\", \"none\"]) {\n"
     "variantSet \"v\" = {\n \"x\" (variants = { string w = \"p\" }\n prepend variantSets = \"w\") "
     "{\n"
     "def \"In\" {}\n variantSet \"w\" = {\n \"p\" {\n }\n }\n }\n }\n }\n"},
    {"/ref.usda",
     "def \"R\" (variants = { string v = \"x\" }\n prepend variantSets = \"v\") {\n def \"C\" {}\n"
     "variantSet \"v\" = {\n \"x\" {\n over \"C\" {}\n }\n }\n }\n def \"Other\" {}\n"},
};

class EditTargets : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(stage_); }

  Prim prim(const char* path) const { return stage_->primAt(Path::fromText(path)); }

  /// The target at the first node with this arc.
  EditTargetResult atNode(const char* path, ArcType arc, const std::string& layer) const {
    const auto nodes = prim(path).index().nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].arc == arc) return EditTarget::node(prim(path), i, layer);
    }
    return {.target = {}, .problem = "no node"};
  }

  static std::string spec(const EditTargetResult& result, const char* path) {
    return result.target ? result.target->specPath(Path::fromText(path)).text() : result.problem;
  }

  const std::shared_ptr<const Stage> stage_ = stageFromTexts(kScene).stage;
};

}  // namespace

TEST_F(EditTargets, LocalLayersMapTimeOnly) {
  const EditTarget session = EditTarget::session(*stage_);
  EXPECT_TRUE(session.isIdentity());
  EXPECT_EQ(session.layer(), stage_->sessionLayer()->identifier());
  EXPECT_EQ(session.text(), "session layer");
  const auto sub = EditTarget::localLayer(*stage_, "/sub.usda");
  ASSERT_TRUE(sub.target) << sub.problem;
  EXPECT_EQ(spec(sub, "/A/In.d"), "/A/In.d");
  EXPECT_EQ(sub.target->layerTime(20), 5.0);
  EXPECT_EQ(sub.target->text(), "sub.usda");
}

TEST_F(EditTargets, VariantsKeepTheTimeOfTheirLayer) {
  const auto outer = EditTarget::localLayer(*stage_, "/sub.usda");
  const auto variant = EditTarget::variant(prim("/A"), "v", *outer.target);
  ASSERT_TRUE(variant.target) << variant.problem;
  EXPECT_EQ(spec(variant, "/A"), "/A{v=x}");
  EXPECT_EQ(spec(variant, "/A/In.d"), "/A{v=x}In.d");
  EXPECT_EQ(spec(variant, "/B/C"), "/B/C");
  EXPECT_EQ(variant.target->targetPath(Path::fromText("/A/In")), Path::fromText("/A/In"));
  EXPECT_EQ(variant.target->layerTime(20), 5.0);
  EXPECT_EQ(variant.target->text(), "{v=x} of </A> in sub.usda");
  const auto nested = EditTarget::variant(prim("/A"), "w", *variant.target);
  EXPECT_EQ(spec(nested, "/A/In"), "/A{v=x}{w=p}In");
  EXPECT_EQ(EditTarget::variant(prim("/A"), "u", *outer.target).problem,
            "</A> has no variant set 'u'.");
  EXPECT_EQ(
      EditTarget::variant(prim("/A"), "none", *outer.target).problem,
      "No variant of the set 'none' of </A> is selected; edits go into the selected variant.");
}

TEST_F(EditTargets, NodesMapPathsAndTimesBackAcrossArcs) {
  const auto reference = atNode("/B/C", ArcType::Reference, "/ref.usda");
  EXPECT_EQ(spec(reference, "/B/C.d"), "/R/C.d");
  EXPECT_EQ(spec(reference, "/B"), "/R");
  EXPECT_EQ(spec(reference, "/A"), "");
  ASSERT_TRUE(reference.target);
  EXPECT_EQ(reference.target->layerTime(8), 3.0);
  const auto variant = atNode("/B/C", ArcType::Variant, "/ref.usda");
  EXPECT_EQ(spec(variant, "/B/C.d"), "/R{v=x}C.d");
  EXPECT_EQ(spec(variant, "/B"), "/R");
  const auto root = atNode("/B/C", ArcType::Root, "/sub.usda");
  EXPECT_EQ(spec(root, "/A/In"), "/A/In");
  EXPECT_EQ(root.target->layerTime(20), 5.0);
}

TEST_F(EditTargets, ImpossibleTargetsHaveOneSentence) {
  LayerCache& layers = stage_->layers();
  const struct {
    EditTargetResult result;
    const char* reason;
  } cases[] = {
      {EditTarget::localLayer(*stage_, "/ref.usda"), "'ref.usda' is not in the root layer stack"},
      {EditTarget::localLayer(*stage_, "/missing.usda"), "or it is muted"},
      {EditTarget::node(prim("/B"), 99, "/ref.usda"), "</B> has no such node."},
      {EditTarget::node(prim("/B"), 0, "/ref.usda"),
       "'ref.usda' is not in the layer stack of </B>."},
      {EditTarget::node(prim("/I/C"), 0, "/ref.usda"), "</I/C> belongs to an instance"},
  };
  for (const auto& c : cases) {
    EXPECT_FALSE(c.result.target) << c.reason;
    EXPECT_NE(c.result.problem.find(c.reason), std::string::npos) << c.result.problem;
  }
  EXPECT_TRUE(editableLayer(*stage_, "/ref.usda"));
  EXPECT_FALSE(editableLayer(*stage_, "/missing.usda"));
  EXPECT_EQ(layers.find("/ref.usda")->layer, editableLayer(*stage_, "/ref.usda"));
}

TEST(EditTarget, LayersOfPackagesAreRefused) {
  const auto stage = stageFromTexts({{"/root.usda", "(subLayers = [@/p.usdz[a.usda]@])\n"},
                                     {"/p.usdz[a.usda]", "def \"A\" {}\n"}})
                         .stage;
  const auto result = EditTarget::localLayer(*stage, "/p.usdz[a.usda]");
  EXPECT_FALSE(result.target);
  EXPECT_NE(result.problem.find("package"), std::string::npos) << result.problem;
}

}  // namespace usdscope
