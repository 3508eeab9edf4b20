// SPDX-License-Identifier: Apache-2.0
// Calls every row of the table of actions, every entry of the context menus, and many random edits.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "app/actions/Actions.h"
#include "app/actions/RigActions.h"
#include "app/panes/EditsPane.h"
#include "app/window/Menus.h"
#include "engine/report/Dump.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Arguments = std::vector<std::string>;

constexpr const char* kScene = R"((
    subLayers = [@weak.usda@]
    startTimeCode = 1
    endTimeCode = 10
)
def Xform "A" (
    prepend payload = @model.usda@</M>
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    double size = 3
    double size.timeSamples = { 1: 1, 10: 5 }
    custom rel friend = </B>
    variantSet "look" = {
        "blue" {
        }
        "red" {
        }
    }
}
def Xform "B" (
    instanceable = true
    references = @model.usda@</M>
)
{
}
def Camera "Cam"
{
}
def SkelRoot "Root"
{
    def Skeleton "Arm"
    {
        uniform token[] joints = ["Upper", "Upper/Lower"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
                                             ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
                                             ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
        rel skel:animationSource = </Root/Motion>
    }
    def SkelAnimation "Motion"
    {
        uniform token[] blendShapes = ["smile"]
        float[] blendShapeWeights.timeSamples = { 1: [0], 10: [1] }
    }
    def Mesh "Skin" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] primvars:skel:jointIndices = [0, 0, 1] (
            interpolation = "vertex"
            elementSize = 1
        )
        float[] primvars:skel:jointWeights = [1, 1, 1] (
            interpolation = "vertex"
            elementSize = 1
        )
        rel skel:skeleton = </Root/Arm>
        uniform token[] skel:blendShapes = ["smile"]
        rel skel:blendShapeTargets = </Root/Skin/Smile>

        def BlendShape "Smile"
        {
            uniform vector3f[] offsets = [(0, 0, 1)]
            uniform int[] pointIndices = [2]
        }
    }
}
)";
constexpr const char* kWeak = "over \"A\"\n{\n    double size = 9\n}\n";
constexpr const char* kModel = "def Xform \"M\"\n{\n    def Sphere \"Ball\"\n    {\n    }\n}\n";

struct EveryAction : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  std::string file;
  QTimer closing;  // A dialog that waits for an answer would stop the test.

  void SetUp() override {
    texts.write("weak.usda", kWeak);
    texts.write("model.usda", kModel);
    file = texts.write("scene.usda", kScene);
    QObject::connect(&closing, &QTimer::timeout, [] {
      if (QWidget* dialog = QApplication::activeModalWidget()) dialog->close();
    });
    closing.start(1000);
    ASSERT_TRUE(open.open(file));
  }

  // Gives actions on rigs something to work on.
  void chooseJointAndShape() {
    open.session.chooseJoint(Path::fromText("/Root/Arm"), Token("Upper"));
    EXPECT_TRUE(open.settle());
    open.session.chooseShape(Path::fromText("/Root/Arm"), Token("smile"));
    EXPECT_TRUE(open.settle());
  }
  void selectProperty() {
    if (!open.session.document.value().isOpen()) {
      ASSERT_TRUE(open.open(file));
    }
    open.select("/A.size");
    open.session.inspectRow({texts.path("weak.usda"), "/A.size", "size", "9"});
  }

  // The arguments of a row. Actions with the same kinds of arguments share them.
  std::optional<Arguments> argumentsOf(const ActionRow& row) const {
    const std::map<std::string, Arguments> ofAction = {
        {"breakInstance", {"/B"}},
        {"instanceable", {"/B"}},
        {"camera", {"/Cam"}},
        {"block", {"/A.size"}},
        {"joint", {"/Root/Arm", "Upper"}},
        {"variant", {"/A", "look", "blue"}},
        {"shapeWeight", {"0.5"}},
        {"shape", {"/Root/Arm", "smile"}},
        {"skelPage", {"shapes"}},
        {"pose", {"1.5"}},
        {"look", {"0", "0", "5", "0", "0", "0"}},
        {"frame", {"4"}},
        {"pane", {"layers"}},
        {"floatPane", {"why"}},
        {"closePane", {"why"}},
        {"layout", {"clips"}},
        {"open", {file}},
        {"screenshot", {texts.path("picture.png")}},
        {"sliceValue", {"0:2"}},
        {"propertyOrder", {"schema"}},
        {"select", {"/A"}},
        {"markLayer", {texts.path("weak.usda")}},
    };
    const auto found = ofAction.find(row.id);
    if (found != ofAction.end()) return found->second;
    const std::map<std::string, Arguments> ofKind = {
        {"", {}}, {"PATH…", {"/A"}}, {"LAYER", {"weak.usda"}}, {"TEXT", {"a"}}};
    const auto kind = ofKind.find(row.arguments);
    return kind == ofKind.end() ? std::nullopt : std::optional(kind->second);
  }
};

TEST_F(EveryAction, RunsWithoutAProblem) {
  // Actions that are possible only in a state that others make.
  const std::set<std::string> elsewhere = {"quit", "cancel"};
  for (const ActionRow& row : actionRows()) {
    if (!row.run || elsewhere.contains(row.id)) continue;
    SCOPED_TRACE(row.id);
    const std::string id = row.id;
    selectProperty();
    if (id == "selectTargets" || id == "copyTargets") open.select("/A.friend");
    if (std::ranges::find(rigActionRows(), id, [](const ActionRow& r) {
          return std::string(r.id);
        }) != rigActionRows().end()) {
      chooseJointAndShape();
      open.session.changeView([](ViewSettings& view) { view.bones = BonesDisplay::Shown; });
    }
    if (id == "resetShapes") open.run("fullShape");
    if (id == "undo" || id == "redo" || id == "resetSession") open.run("deactivate", {"/B"});
    if (id == "redo") open.run("undo");
    if (id == "unmute") open.run("mute", {"weak.usda"});
    if (id == "load") open.run("unload", {"/A"});
    if (id == "removeVisibility" || id == "resetVisibility" || id == "makeVisible") {
      open.run("makeInvisible", {"/A"});
    }
    if (id == "activate") open.run("deactivate", {"/A"});
    // Only instances can be broken.
    if (id == "instanceable") open.run("breakInstance", {"/B"});
    EXPECT_TRUE(row.isEnabled({open.session, open.window}));
    const auto arguments = argumentsOf(row);
    if (!arguments) {
      ADD_FAILURE() << "The test needs arguments for this row: " << row.arguments;
      continue;
    }
    if (id == "play") {
      EXPECT_EQ(row.run({open.session, open.window}, {}), "");
      EXPECT_TRUE(open.session.playback.value().isPlaying);
      open.session.setPlaying(false);
      continue;
    }
    EXPECT_EQ(open.run(row.id, *arguments), "");
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (auto* dialog = qobject_cast<QDialog*>(top)) dialog->close();
    }
  }
  EXPECT_TRUE(QFile::exists(QString::fromStdString(texts.path("picture.png"))));
  EXPECT_EQ(open.run("quit"), "");
  EXPECT_FALSE(open.window.isVisible());
}

// Opens a context menu and triggers an entry. Returns its text; empty if the menu has no such
// entry.
std::string triggerEntry(Menus& menus, const char* kind, int number) {
  std::string text;
  QTimer::singleShot(0, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    if (number < menu->actions().size()) {
      QAction* action = menu->actions()[number];
      text = action->isSeparator() ? "-" : action->text().toStdString();
      if (action->isEnabled() && !action->menu() && !action->isSeparator()) action->trigger();
    }
    menu->close();
  });
  menus.popUp(kind, {200, 200});
  return text;
}

TEST_F(EveryAction, EntriesOfContextMenusRun) {
  auto* menus = open.window.findChild<Menus*>();
  ASSERT_TRUE(menus);
  for (const char* kind :
       {"prim", "property", "value", "layerRow", "field", "site", "clip", "joint", "shape"}) {
    int count = 0;
    for (int i = 0;; ++i) {
      const std::string name = kind;
      if (name == "joint" || name == "shape") {
        chooseJointAndShape();
      } else {
        selectProperty();
      }
      open.session.showNote({});
      const std::string text = triggerEntry(*menus, kind, i);
      if (text.empty()) break;
      EXPECT_TRUE(open.settle()) << kind << ": " << text;
      const std::string note = open.session.note.value();
      const bool isDone = note.ends_with("nothing changes.") || note.ends_with("already.");
      if (text != "Select Target Path(s)" && text != "Copy Target Path(s)" && !isDone) {
        EXPECT_EQ(note, "") << kind << ": " << text;
      }
      ++count;
    }
    EXPECT_GE(count, 2) << kind;
  }
}

TEST_F(EveryAction, EditsHaveAMenuThatSelectsTheirRow) {
  auto& view = open.window.findChild<EditsPane*>()->view();
  const auto rows = [this] { return open.session.edits.value().rows(); };
  for (const char* entry : {"Revert", "Undo", "Redo", "Revert All Edits"}) {
    ASSERT_EQ(open.run("pane", {"edits"}), "");
    ASSERT_EQ(open.run("resetSession"), "");
    ASSERT_EQ(open.run("deactivate", {"/B"}), "");
    if (entry == std::string("Redo")) {
      ASSERT_EQ(open.run("undo"), "");
    }
    QTest::qWait(20);
    const std::vector<EditRow> before = rows();
    const QModelIndex last = view.model()->index(int(before.size()) - 1, 0);
    view.scrollTo(last);
    bool isFound = false;
    QTimer::singleShot(0, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      for (QAction* action : menu->actions()) {
        if (action->text() != entry) continue;
        isFound = action->isEnabled();
        action->trigger();
      }
      menu->close();
    });
    Q_EMIT view.customContextMenuRequested(view.visualRect(last).center());
    EXPECT_TRUE(isFound) << entry;
    EXPECT_TRUE(open.settle());
    EXPECT_EQ(view.currentIndex().row(), last.row()) << entry;
    EXPECT_NE(rows().back().state, before.back().state) << entry;
  }
}

TEST_F(EveryAction, FiveHundredRandomEditsAreUndone) {
  const auto dumpNow = [this] {
    Diagnostics problems;
    return dumpToText(dumpStage(*open.session.document.value().stage, {}, problems));
  };
  const std::string before = dumpNow();
  const std::vector<std::pair<const char*, Arguments>> edits = {
      {"makeInvisible", {"/A"}},
      {"makeVisible", {"/A"}},
      {"visOnly", {"/B"}},
      {"deactivate", {"/B"}},
      {"activate", {"/B"}},
      {"unload", {"/A"}},
      {"load", {"/A"}},
      {"variant", {"/A", "look", "blue"}},
      {"variant", {"/A", "look", "red"}},
      {"block", {"/A.size"}},
      {"mute", {"weak.usda"}},
      {"unmute", {"weak.usda"}},
      {"solo", {"weak.usda"}},
      {"breakInstance", {"/B"}},
      {"instanceable", {"/B"}},
      {"removeVisibility", {"/A"}},
      {"resetVisibility", {}},
  };
  std::mt19937 random(19);
  bool isChanged = false;
  for (int i = 0; i < 500; ++i) {
    const auto& [action, arguments] = edits[random() % edits.size()];
    // Some are refused, for example to activate what is active. Then nothing changes.
    findAction(action)->run({open.session, open.window}, arguments);
    if (i % 25 == 0) {
      ASSERT_TRUE(open.settle());
      isChanged = isChanged || dumpNow() != before;
    }
  }
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(isChanged);
  int undone = 0;
  while (open.session.edits.value().canUndo()) {
    findAction("undo")->run({open.session, open.window}, {});
    ASSERT_LE(++undone, 500);
  }
  ASSERT_TRUE(open.settle());
  EXPECT_GT(undone, 250);
  EXPECT_EQ(dumpNow(), before);
}

}  // namespace
}  // namespace usdscope
