// SPDX-License-Identifier: Apache-2.0
#include "engine/author/EditTranslator.h"

#include <gtest/gtest.h>

#include "engine/author/ApplyEdits.h"
#include "engine/author/Overrides.h"
#include "engine/format/LayerCache.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/math/Types.h"
#include "engine/value/ArrayEdit.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const LayerTexts kScene = {
    {"/root.usda",
     "(\"root\"\n defaultPrim = \"A\"\n subLayers = [@sub.usda@ (offset = 10; scale = "
     "3)])\n"
     "def Sphere \"A\" {\n custom float3 v = (1, 2, 3)\n rel r\n custom foo strange\n"
     "custom opaque nothing\n }\n"
     "def \"B\" (references = @ref.usda@</R>) {}\n"
     "def \"I\" (instanceable = true\n references = @ref.usda@</R>) {}\n"},
    {"/sub.usda", "over \"A\" {\n double radius.timeSamples = { 1: 1, 30.1: 2 }\n }\n"},
    {"/ref.usda", "def \"R\" {\n rel inner\n def Sphere \"C\" {}\n }\n"},
};

class StageEdits : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(stage_); }

  EditTranslator session() const { return {*stage_, EditTarget::session(*stage_)}; }
  EditTranslator local(const char* layer) const {
    return {*stage_, *EditTarget::localLayer(*stage_, layer).target};
  }
  EditTranslator referenced() const {
    const Prim prim = stage_->primAt(Path::fromText("/B"));
    return {*stage_, *EditTarget::node(prim, 1, "/ref.usda").target};
  }

  /// Applies the edits to the target's layer. Returns the text of its next version.
  std::string apply(const EditTranslator& editor, StageEditResult result) {
    EXPECT_TRUE(result.isPossible()) << result.problem;
    const LayerEdits group{editor.target().layer(), std::move(result.edits)};
    AppliedEdits applied = applyEdits(stage_, std::span(&group, 1));
    EXPECT_EQ(applied.problem, "");
    stage_ = applied.result.stage;
    undo_ = std::move(applied.before);
    return writeUsda(*applied.after.at(0));
  }

  std::shared_ptr<const Stage> stage_ = stageFromTexts(kScene).stage;
  LayerVersions undo_;
};

Path at(std::string_view path) { return Path::fromText(path); }

std::string textOf(const Layer& layer) { return writeUsda(layer); }

}  // namespace

TEST_F(StageEdits, ImpossibleEditsHaveOneSentence) {
  const EditTranslator session = this->session();
  const EditTranslator sub = local("/sub.usda");
  const EditTranslator inner = referenced();
  const Path targets[] = {at("/A")};
  const std::string noKey[] = {std::string()};
  const std::string key[] = {std::string("k")};
  const struct {
    StageEditResult result;
    const char* problem;
  } cases[] = {
      // Objects.
      {session.setValue(at("/X.a"), Value(1)), "There is no prim </X>."},
      {session.setValue(at("/A.missing"), Value(1)), "</A> has no attribute 'missing'."},
      {session.setValue(at("/A"), Value(1)), "</A> is not the path of a property."},
      {session.setValue(at("/A.r"), Value(1)), "</A.r> is a relationship, not an attribute."},
      {session.setActive(at("/I/C"), false),
       "</I/C> is shared by all instances and cannot be edited below the instance </I>; edit the "
       "instance or turn off its instanceable."},
      {session.setText(at("/I/C.radius"), "2"), "</I/C> is shared by all instances"},
      {session.setActive(at("/__Prototype_1"), false), "</__Prototype_1> belongs to a prototype"},
      {session.setActive(at("/"), false), "The root of the stage is always active."},
      {session.setActive(Path(), false), "This is not the path of a prim."},
      // Edit targets.
      {inner.setText(at("/A.v"), "(1, 2, 3)"),
       "</A.v> cannot be edited in </R> in ref.usda, which lies behind arcs that do not lead to "
       "this path."},
      {inner.setTargets(at("/B.inner"), targets),
       "The target </A> cannot be written in </R> in ref.usda, which lies behind arcs that do not "
       "lead to it."},
      {sub.setMetadata(at("/"), Token("startTimeCode"), Value(1.0)),
       "The metadata of the stage can only be set in the root layer or the session layer, not in "
       "sub.usda."},
      // Values.
      {session.setValue(at("/A.v"), Value(2.0)),
       "</A.v> has the type float3; a value of the type double was given."},
      {session.setValue(at("/A.v"), Value(Array<glm::vec3>())),
       "</A.v> has the type float3; a value of the type float3[] was given."},
      {session.setValue(at("/A.v"), Value(ArrayEdit{Value(Array<glm::vec3>()), {}})),
       "</A.v> has the type float3; a value of the type edit of float3[] was given."},
      {session.setText(at("/A.v"), "(1, 2"),
       "This is not a value of the type float3. Column 1: Expected 3 values in parentheses; found: "
       "(1, 2."},
      {session.setText(at("/A.strange"), "1"),
       "</A.strange> has the unknown type 'foo', so its value cannot be set."},
      {session.setText(at("/A.nothing"), "1"), "</A.nothing> has the type opaque"},
      {session.setValue(at("/A.v"), Value(AnimationBlock()), 2.0),
       "An AnimationBlock can only be set as the default."},
      {session.setText(at("/A.v"), "(1, 2, 3)", TimeCode::earliest()),
       "A value can only be set at a finite time or as the default."},
      {session.clear(at("/A.v"), TimeCode::preTime(2)),
       "A value can only be set at a finite time or as the default."},
      // Metadata.
      {session.setMetadata(at("/A"), Token("nosuch"), Value(1)),
       "There is no metadata 'nosuch'; plug-ins and schemas register metadata."},
      {session.setMetadata(at("/A"), fields::kReferences, {}),
       "'references' cannot be edited as metadata."},
      {session.setMetadata(at("/A"), Token("interpolation"), Value(Token("x"))),
       "The metadata 'interpolation' does not exist on prims."},
      {session.setMetadata(at("/A"), fields::kHidden, Value(1)),
       "The metadata 'hidden' has the type bool; a value of another type was given."},
      {session.setMetadataText(at("/A"), fields::kHidden, "perhaps"),
       "This is not a value of the type bool. Column 1:"},
      {session.setMetadataEntry(at("/A"), fields::kKind, key, Value(1)),
       "The metadata 'kind' is not a dictionary."},
      {session.setMetadataEntry(at("/A"), fields::kCustomData, noKey, Value(1)),
       "An entry of a dictionary needs a key that is not empty."},
      {session.setClipInfo(at("/A"), "default", "activ", Value(1)),
       "Clip sets have no entry 'activ'."},
      {session.setClipInfo(at("/A"), "default", "active", Value(1)),
       "The entry 'active' of a clip set has the type double2[]; a value of another type was "
       "given."},
      {session.selectVariant(at("/A"), "v", "a b"), "'a b' is not a name of a variant."},
      {session.selectVariant(at("/A"), "a b", "x"), "'a b' is not a name of a variant set."},
      {session.setDrawMode(at("/A"), Token("solid")),
       "'solid' is not a draw mode; expected default, origin, bounds, cards or inherited."},
      {session.makeVisible(at("/B"), {}), "</B> is not imageable, so it has no visibility."},
      {session.makeInvisible(at("/B"), {}), "</B> is not imageable, so it has no visibility."},
      // Targets.
      {session.addTarget(at("/A.r"), Path()),
       "The target '' is not the path of a prim or property."},
      {session.addTarget(at("/A.r"), at("/A{v=x}B")),
       "The target '/A{v=x}B' is not the path of a prim or property."},
      {session.addTarget(at("/A.r"), at("/__Prototype_1")),
       "</__Prototype_1> belongs to a prototype, which cannot be a target"},
      {session.addTarget(at("/A.none"), at("/A")), "</A> has no property 'none'."},
  };
  for (const auto& c : cases) {
    EXPECT_TRUE(c.result.edits.empty()) << c.problem;
    EXPECT_EQ(c.result.problem.substr(0, std::string_view(c.problem).size()), c.problem);
    EXPECT_EQ(c.result.problem.find('\n'), std::string::npos);
    EXPECT_TRUE(c.result.problem.ends_with('.')) << c.result.problem;
  }
}

TEST_F(StageEdits, LongAndForeignNamesAreOrdinary) {
  const EditTranslator editor = session();
  const std::string name(10000, 'x');
  EXPECT_FALSE(editor.setActive(at("/" + name), false).isPossible());
  EXPECT_FALSE(editor.setText(at("/A." + name), "1").isPossible());
  const std::string text = "\"שלום 🙂 " + name + "\"";
  const auto result = editor.setMetadataText(at("/A"), Token("documentation"), text);
  ASSERT_TRUE(result.isPossible()) << result.problem;
  apply(editor, result);
  const Value set = stage_->primAt(at("/A")).metadata(Token("documentation"));
  EXPECT_EQ(set, Value("שלום 🙂 " + name));
}

// A sample on the way back across an offset is replaced, although its time is rounded.
TEST_F(StageEdits, ASampleIsReplacedInSpiteOfRounding) {
  const EditTranslator sub = local("/sub.usda");
  const double onStage = 10.0 + 3.0 * 30.1;
  ASSERT_NE(sub.target().layerTime(onStage), 30.1) << "The test needs a time that is rounded.";
  const std::string text = apply(sub, sub.setText(at("/A.radius"), "5", onStage));
  EXPECT_NE(text.find("30.1: 5,"), std::string::npos) << text;
  EXPECT_EQ(text.find("30.1: 2,"), std::string::npos) << text;
  EXPECT_EQ(stage_->primAt(at("/A")).attribute(Token("radius")).timeSamples().size(), 2u);
}

TEST_F(StageEdits, GroupsOfSeveralLayersAreUndoneTogether) {
  const std::string session = stage_->sessionLayer()->identifier();
  const LayerEdits groups[] = {
      {session, this->session().setActive(at("/A"), false).edits},
      {"/ref.usda", referenced().setText(at("/B/C.radius"), "7").edits},
      {session, this->session().setKind(at("/A"), Token("group")).edits},
  };
  const auto before = stage_;
  const AppliedEdits applied = applyEdits(stage_, groups);
  ASSERT_EQ(applied.problem, "");
  ASSERT_EQ(applied.before.size(), 2u);
  const auto& next = applied.result.stage;
  EXPECT_FALSE(next->primAt(at("/A")).isActive());
  EXPECT_EQ(next->primAt(at("/A")).kind(), Token("group"));
  EXPECT_EQ(next->primAt(at("/B/C")).attribute(Token("radius")).value(), Value(7.0));
  EXPECT_EQ(next->primAt(at("/I/C")).attribute(Token("radius")).value(), Value(7.0));

  const auto undone = withLayers(next, applied.before).stage;
  EXPECT_TRUE(undone->primAt(at("/A")).isActive());
  EXPECT_EQ(undone->primAt(at("/B/C")).attribute(Token("radius")).value(), Value(1.0));
  EXPECT_EQ(undone->sessionLayer(), before->sessionLayer());
  const auto redone = withLayers(undone, applied.after).stage;
  EXPECT_FALSE(redone->primAt(at("/A")).isActive());
}

TEST_F(StageEdits, AnImpossibleEditChangesNothing) {
  const LayerEdits groups[] = {
      {"/ref.usda", referenced().setText(at("/B/C.radius"), "7").edits},
      {stage_->sessionLayer()->identifier(), {activeEdit(at("/A.v"), false)}},
  };
  const auto layer = stage_->layers().find("/ref.usda")->layer;
  AppliedEdits applied = applyEdits(stage_, groups);
  EXPECT_NE(applied.problem, "");
  EXPECT_TRUE(applied.before.empty());
  EXPECT_FALSE(applied.result.stage);
  EXPECT_EQ(stage_->layers().find("/ref.usda")->layer, layer);

  const LayerEdits missing{"/missing.usda", {}};
  EXPECT_EQ(applyEdits(stage_, std::span(&missing, 1)).problem,
            "The layer '/missing.usda' is not open.");
}

TEST_F(StageEdits, AnInstanceBecomesAnOrdinaryPrim) {
  const EditTranslator editor = session();
  apply(editor, editor.setInstanceable(at("/I"), false));
  EXPECT_FALSE(stage_->primAt(at("/I")).isInstance());
  const EditTranslator next = session();
  apply(next, next.setText(at("/I/C.radius"), "3"));
  EXPECT_EQ(stage_->primAt(at("/I/C")).attribute(Token("radius")).value(), Value(3.0));
  EXPECT_EQ(stage_->primAt(at("/B/C")).attribute(Token("radius")).value(), Value(1.0));
}

// The expected text is that of usdview's steps: CopyLayerMetadata, then
// RemoveInertSceneDescription.
TEST_F(StageEdits, OverridesAreTheSessionLayerOverTheRootLayer) {
  const EditTranslator editor = session();
  apply(editor, editor.setText(at("/A.v"), "(4, 5, 6)"));
  const EditTranslator next = session();
  apply(next, next.setActive(at("/B/C"), true));
  const EditTranslator last = session();
  apply(last, last.setActive(at("/B/C"), std::nullopt));
  EXPECT_EQ(textOf(*overridesLayer(*stage_, std::pair(1.0, 5.0))),
            "#usda 1.0\n(\n    \"root\"\n    defaultPrim = \"A\"\n    endTimeCode = 5\n"
            "    startTimeCode = 1\n    subLayers = [\n        @/root.usda@\n    ]\n)\n\n"
            "over \"A\"\n{\n    custom float3 v = (4, 5, 6)\n}\n\n");
}

}  // namespace usdscope
