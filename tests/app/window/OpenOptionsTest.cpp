// SPDX-License-Identifier: Apache-2.0
// Scenes are opened as the command line says, whatever is remembered about them; layers are added
// to the session layer.
#include <gtest/gtest.h>

#include <memory>

#include "app/actions/ActionSteps.h"
#include "app/session/document/StageOpening.h"
#include "app/session/memory/SceneMemory.h"
#include "engine/stage/Property.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    subLayers = [@anim_v2.usda@, @weak.usda@]
    startTimeCode = 1
    endTimeCode = 20
)
def Xform "A" (
    prepend payload = @model.usda@</M>
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    double size.timeSamples = { 1: 1, 20: 5 }
    variantSet "look" = {
        "blue" {
            double shade = 2
        }
        "red" {
            double shade = 1
        }
    }
}
def Xform "B"
{
    def Camera "Cam"
    {
    }
}
)";

struct Opening : testing::Test {
  SceneTexts texts;
  std::string file;

  void SetUp() override {
    texts.write("anim_v2.usda", "over \"A\"\n{\n    double weight = 7\n}\n");
    texts.write("weak.usda", "over \"A\"\n{\n    double weight = 9\n}\n");
    texts.write("model.usda",
                "def Xform \"M\"\n{\n    def Sphere \"Ball\" (references = @deep_v2.usda@</D>)\n"
                "    {\n    }\n}\n");
    texts.write("deep_v2.usda", "def Xform \"D\"\n{\n    def Cube \"Inside\"\n    {\n    }\n}\n");
    file = texts.write("scene.usda", kScene);
  }

  static bool open(OpenWindow& window, const std::string& scene, OpenOptions options) {
    window.session.open(scene, std::make_shared<const OpenOptions>(std::move(options)));
    return waitUntil([&] {
      const auto phase = window.session.loading.value().phase;
      return phase == LoadState::Phase::Failed ||
             (window.session.isSettled() && window.session.document.value().isOpen());
    });
  }
  static bool has(const OpenWindow& window, const char* path) {
    return bool(window.session.document.value().stage->primAt(Path::fromText(path)));
  }
  static double valueOf(const OpenWindow& window, const char* path) {
    const Path attribute = Path::fromText(path);
    const Prim prim = window.session.document.value().stage->primAt(attribute.primPath());
    return prim.attribute(attribute.name()).value().valueOr(-1.0);
  }
};

TEST_F(Opening, OptionsWinOverWhatIsRemembered) {
  {
    OpenWindow window;
    ASSERT_TRUE(window.open(file));
    EXPECT_EQ(window.run("frame", {"7"}), "");
    EXPECT_EQ(window.run("playRange", {"3", "15"}), "");
    EXPECT_EQ(window.run("select", {"/A"}), "");
    EXPECT_EQ(window.run("wireframe"), "");
    window.window.close();
  }
  OpenWindow window;
  OpenOptions options;
  options.loadRules = LoadRules::none();
  options.camera = "Cam";
  options.selected = {"/B", "/B/Cam"};
  options.frame = 0.0;
  options.lastFrame = 12.5;
  ASSERT_TRUE(open(window, file, options));
  const PlaybackState& playback = window.session.playback.value();
  EXPECT_EQ(playback.time, 0.0);
  EXPECT_EQ(window.session.scene.value()->time.time(), 0.0);
  EXPECT_EQ(playback.start, 1.0);
  EXPECT_EQ(playback.end, 12.5);
  EXPECT_EQ(playback.playStart, 1.0);
  EXPECT_EQ(playback.playEnd, 12.5);
  EXPECT_FALSE(has(window, "/A/Ball"));
  EXPECT_EQ(window.session.view.value().camera.text(), "/B/Cam");
  EXPECT_EQ(window.session.selection.value().prims.size(), 2u);
  EXPECT_EQ(window.session.selection.value().leading().text(), "/B");
  // Everything else is as it was left.
  EXPECT_EQ(window.session.view.value().shading, ShadingMode::Wireframe);
  EXPECT_TRUE(window.session.notices.value().empty());

  // The range stays when the scene is read again; the frame and the selection are the user's.
  EXPECT_EQ(window.run("frame", {"4"}), "");
  EXPECT_EQ(window.run("select", {"/A"}), "");
  EXPECT_EQ(window.run("reload"), "");
  EXPECT_EQ(playback.end, 12.5);
  EXPECT_EQ(playback.time, 4.0);
  EXPECT_EQ(window.session.selection.value().leading().text(), "/A");
  EXPECT_FALSE(has(window, "/A/Ball"));
  EXPECT_EQ(window.run("load", {"/A"}), "");
  EXPECT_TRUE(has(window, "/A/Ball"));
  EXPECT_EQ(window.run("reopen"), "");
  EXPECT_FALSE(has(window, "/A/Ball"));
}

TEST_F(Opening, FirstFrameBehindTheSceneIsARangeOfItsOwn) {
  OpenWindow window;
  OpenOptions options;
  options.firstFrame = 100.25;
  ASSERT_TRUE(open(window, file, options));
  EXPECT_EQ(window.session.playback.value().start, 100.25);
  EXPECT_EQ(window.session.playback.value().end, 100.25);
  EXPECT_EQ(window.session.playback.value().time, 100.25);
}

TEST_F(Opening, WantedRangeMovesTheRememberedFrame) {
  OpenOptions options;
  const TimeCodeRange range{5.0, 9.0, true};
  EXPECT_EQ(firstTime(options, range, 20.0), TimeCode(20.0));
  options.lastFrame = 9.0;
  EXPECT_EQ(firstTime(options, range, 20.0), TimeCode(9.0));
  EXPECT_EQ(firstTime(options, range, 7.5), TimeCode(7.5));
  EXPECT_EQ(firstTime(options, range, TimeCode()), TimeCode());
  options.frame = 0.0;
  EXPECT_EQ(firstTime(options, range, 7.5), TimeCode(0.0));
}

TEST_F(Opening, LayersThatMatchAreMuted) {
  OpenWindow window;
  OpenOptions options;
  options.mutedPatterns = {"_v[0-9]+\\.usda$", "NOTHING"};
  ASSERT_TRUE(open(window, file, options));
  const std::set<std::string> expected = {texts.path("anim_v2.usda"), texts.path("deep_v2.usda")};
  EXPECT_EQ(window.session.edits.value().state().mutedLayers, expected);
  EXPECT_EQ(window.session.document.value().stage->request().mutedLayers, expected);
  EXPECT_EQ(valueOf(window, "/A.weight"), 9.0);
  EXPECT_TRUE(has(window, "/A/Ball"));  // A layer behind a payload is muted too.
  EXPECT_FALSE(has(window, "/A/Ball/Inside"));
  // A muted sublayer of the root layer was not read.
  EXPECT_FALSE(window.session.document.value().layers->find(texts.path("anim_v2.usda")));
  // Muting is not an edit, and can be ended by hand.
  EXPECT_FALSE(window.session.hasSessionEdits());
  EXPECT_EQ(window.run("unmute", {"anim_v2.usda"}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 7.0);
  EXPECT_EQ(window.run("reload"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 7.0);
}

TEST_F(Opening, PatternsMatchPartsAndDistinguishCase) {
  const std::vector<std::string> expressions = {"anim|fx", "^/a/b"};
  const MutePatterns patterns(expressions);
  EXPECT_TRUE(patterns.matches("/shots/anim.usda"));
  EXPECT_TRUE(patterns.matches("/shots/fx/x.usda"));
  EXPECT_TRUE(patterns.matches("/a/b.usda"));
  EXPECT_FALSE(patterns.matches("/shots/Anim.usda"));
  EXPECT_FALSE(patterns.matches("/x/a/b.usda"));
}

TEST_F(Opening, MaskStaysWhenTheStageIsEdited) {
  OpenWindow window;
  OpenOptions options;
  options.mask = PopulationMask({Path::fromText("/B/Cam")});
  ASSERT_TRUE(open(window, file, options));
  EXPECT_FALSE(has(window, "/A"));
  EXPECT_TRUE(has(window, "/B/Cam"));
  EXPECT_EQ(window.run("deactivate", {"/B/Cam"}), "");
  EXPECT_FALSE(has(window, "/A"));
  EXPECT_EQ(window.run("reload"), "");
  EXPECT_FALSE(has(window, "/A"));
  // Another scene has no mask.
  ASSERT_TRUE(window.open(texts.path("model.usda")));
  EXPECT_TRUE(has(window, "/M"));
  ASSERT_TRUE(window.open(file));
  EXPECT_TRUE(has(window, "/A"));
}

TEST_F(Opening, SessionLayerAndVariantsComeBeforeComposing) {
  const std::string session =
      texts.write("session.usda",
                  "(\n    endTimeCode = 30\n)\nover \"A\"\n{\n    double weight = "
                  "11\n}\n");
  OpenWindow window;
  OpenOptions options;
  options.sessionLayer = session;
  options.variants = {VariantSelectionEdit{Path::fromText("/A"), "look", "blue"}};
  ASSERT_TRUE(open(window, file, options));
  EXPECT_EQ(valueOf(window, "/A.weight"), 11.0);
  EXPECT_EQ(valueOf(window, "/A.shade"), 2.0);
  EXPECT_EQ(window.session.playback.value().end, 30.0);
  EXPECT_FALSE(window.session.hasSessionEdits());
  // Edits stand on the session layer, and undo leads back to it.
  EXPECT_EQ(window.run("set", {"/A.weight", "12"}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 12.0);
  EXPECT_EQ(window.run("undo"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 11.0);
  EXPECT_EQ(window.run("reload"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 11.0);
}

TEST_F(Opening, UnreadableSessionLayerIsAClearFailure) {
  const std::string broken = texts.write("broken.usda", "def {{{");
  OpenWindow window;
  OpenOptions options;
  options.sessionLayer = broken;
  ASSERT_TRUE(open(window, file, options));
  const LoadState& state = window.session.loading.value();
  ASSERT_EQ(state.phase, LoadState::Phase::Failed);
  EXPECT_TRUE(state.message.starts_with("The session layer " + broken + " cannot be used: "))
      << state.message;
}

TEST_F(Opening, UnknownNamesAreNoticed) {
  OpenWindow window;
  OpenOptions options;
  options.camera = "Nowhere";
  options.selected = {"/Nothing"};
  ASSERT_TRUE(open(window, file, options));
  ASSERT_EQ(window.session.notices.value().size(), 2u);
  EXPECT_NE(window.session.notices.value()[0].find("/Nothing"), std::string::npos);
  // The cameras are known with the first scene.
  EXPECT_EQ(window.session.notices.value()[1], "The scene has no camera Nowhere.");
  EXPECT_TRUE(window.session.view.value().camera.isEmpty());
}

TEST_F(Opening, SelectsWhatExistsAndSaysWhatDoesNot) {
  OpenWindow window;
  OpenOptions options;
  options.selected = {"/Gone1", "/A", "/Gone2", "/A/Gone3", "nonsense", "/Gone4"};
  ASSERT_TRUE(open(window, file, options));
  EXPECT_EQ(window.session.selection.value().prims, std::vector{Path::fromText("/A")});
  ASSERT_EQ(window.session.notices.value().size(), 1u);
  EXPECT_EQ(window.session.notices.value()[0],
            "There is no prim /Gone1. There is no prim /Gone2. There is no prim /A/Gone3; its "
            "nearest ancestor is /A. 2 more of them are not there.");
}

TEST_F(Opening, UnknownVariantsAreNoticed) {
  OpenWindow window;
  OpenOptions options;
  options.variants = {VariantSelectionEdit{Path::fromText("/A"), "look", "blue"},
                      VariantSelectionEdit{Path::fromText("/A"), "look", "green"},
                      VariantSelectionEdit{Path::fromText("/A"), "size", "big"},
                      VariantSelectionEdit{Path::fromText("/Nothing"), "look", "red"}};
  ASSERT_TRUE(open(window, file, options));
  EXPECT_EQ(
      window.session.notices.value(),
      (std::vector<std::string>{"The variant set look of </A> has no variant green, but blue, red.",
                                "The prim </A> has no variant set size.",
                                "The prim </Nothing> has no variant set look."}));
}

TEST_F(Opening, PropertiesAreSelected) {
  OpenWindow window;
  OpenOptions options;
  options.selected = {"/A.size"};
  ASSERT_TRUE(open(window, file, options));
  EXPECT_EQ(window.session.selection.value().leading().text(), "/A");
  EXPECT_EQ(window.session.selection.value().property, Token("size"));
}

TEST_F(Opening, PayloadPolicyIsRemembered) {
  {
    OpenWindow window;
    EXPECT_EQ(window.run("open", {file, "none"}), "");
    EXPECT_FALSE(has(window, "/A/Ball"));
    window.window.close();
  }
  OpenWindow window;
  ASSERT_TRUE(window.open(file));
  EXPECT_FALSE(has(window, "/A/Ball"));
  // The open scene, too, can be opened again with other payloads.
  EXPECT_EQ(window.run("open", {file, "all"}), "");
  EXPECT_TRUE(has(window, "/A/Ball"));
  EXPECT_EQ(window.run("open", {file, "some"}), "Expected none or all, not some.");
}

TEST_F(Opening, LayersBecomeSublayersOfTheSession) {
  const std::string first = texts.write("first.usda", "over \"A\"\n{\n    double weight = 21\n}\n");
  const std::string second =
      texts.write("second.usda", "over \"A\"\n{\n    double weight = 22\n    double more = 1\n}\n");
  OpenWindow window;
  ASSERT_TRUE(window.open(file));
  EXPECT_EQ(valueOf(window, "/A.weight"), 7.0);
  EXPECT_EQ(window.run("addSessionSublayer", {first}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 21.0);
  EXPECT_EQ(window.run("addSessionSublayer", {second}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 22.0);
  EXPECT_EQ(window.session.edits.value().undoSentence(), "Add second.usda to the session layer");
  EXPECT_EQ(window.run("addSessionSublayer", {second}),
            "second.usda is a sublayer of the session layer already.");
  EXPECT_EQ(window.run("addSessionSublayer", {file}),
            "scene.usda is the root layer of the scene already.");
  const std::string missing = window.run("addSessionSublayer", {texts.path("missing.usda")});
  EXPECT_TRUE(missing.starts_with("missing.usda is not a layer: ")) << missing;
  EXPECT_EQ(window.session.edits.value().rows().size(), 2u);
  // A file may be corrected after it was refused.
  const std::string third = texts.write("third.usda", "over \"A\" { double weight = 23 }\n");
  EXPECT_NE(window.run("addSessionSublayer", {third}), "");
  texts.write("third.usda", "over \"A\"\n{\n    double weight = 23\n}\n");
  EXPECT_EQ(window.run("addSessionSublayer", {third}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 23.0);
  EXPECT_EQ(window.run("undo"), "");

  // One can be reverted alone.
  const std::uint64_t id = window.session.edits.value().rows().front().id;
  window.session.editor().revert(std::vector{id});
  EXPECT_TRUE(window.settle());
  EXPECT_EQ(valueOf(window, "/A.weight"), 22.0);
  EXPECT_EQ(window.run("undo"), "");
  EXPECT_EQ(window.run("undo"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 21.0);
  EXPECT_EQ(window.run("undo"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 7.0);
  EXPECT_EQ(window.run("redo"), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 21.0);
  EXPECT_EQ(window.run("set", {"/A.weight", "30"}), "");
  EXPECT_EQ(valueOf(window, "/A.weight"), 30.0);
}

TEST(ActionSteps, ScriptsAreReadLineByLine) {
  const ActionSteps read = actionStepsOf(
      "# A comment\n"
      "frame 24; select /A  # and why\r\n"
      "\n"
      "set /A.size \"(1, 2; #3)\"\n"
      "screenshot \"two\nlines.png\" ; quit");
  ASSERT_EQ(read.problem, "");
  ASSERT_EQ(read.steps.size(), 5u);
  EXPECT_EQ(read.steps[0].id, "frame");
  EXPECT_EQ(read.steps[0].line, 2);
  EXPECT_EQ(read.steps[1].arguments, std::vector<std::string>{"/A"});
  EXPECT_EQ(read.steps[2].line, 4);
  EXPECT_EQ(read.steps[2].arguments[1], "(1, 2; #3)");
  EXPECT_EQ(read.steps[3].arguments, std::vector<std::string>{"two\nlines.png"});
  EXPECT_EQ(read.steps[4].id, "quit");
  EXPECT_EQ(read.steps[4].line, 6);
  const ActionSteps open = actionStepsOf("frame 1\nselect \"/A\nframe 2");
  EXPECT_EQ(open.problem, "A quotation mark is not closed.");
  EXPECT_EQ(open.problemLine, 2);
}

TEST_F(Opening, OnlyTheSelectionIsOpenedAndThenEverythingAgain) {
  OpenWindow window;
  ASSERT_TRUE(window.open(file));
  EXPECT_NE(window.run("openWhole"), "");
  ASSERT_EQ(window.run("frame", {"7"}), "");
  window.select("/B/Cam");
  ASSERT_EQ(window.run("openOnlySelection"), "");
  EXPECT_TRUE(has(window, "/B/Cam"));
  EXPECT_FALSE(has(window, "/A"));
  EXPECT_EQ(window.session.playback.value().time, 7);
  EXPECT_EQ(window.session.selection.value().leading(), Path::fromText("/B/Cam"));
  ASSERT_EQ(window.run("reload"), "");
  EXPECT_FALSE(has(window, "/A")) << "the choice stays";
  ASSERT_EQ(window.run("openWhole"), "");
  EXPECT_TRUE(has(window, "/A"));
  EXPECT_TRUE(has(window, "/B/Cam"));
}

}  // namespace
}  // namespace usdscope
