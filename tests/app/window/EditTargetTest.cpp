// SPDX-License-Identifier: Apache-2.0
// Tests of edit targets, and of edits of values, metadata and targets in them.
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "app/actions/Actions.h"
#include "app/panes/MetadataPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/widgets/CellEditor.h"
#include "engine/format/LayerCache.h"
#include "engine/report/rows/CompositionRows.h"
#include "engine/stage/Property.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

struct EditTargets : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 700)};

  void SetUp() override {
    texts.write("asset.usda",
                "def Sphere \"Asset\"\n{\n    double radius.timeSamples = { 0: 1, 10: 2 }\n}\n");
    texts.write("weak.usda",
                "def Xform \"World\"\n{\n    def Sphere \"Weak\"\n    {\n"
                "        double radius.timeSamples = { 0: 1, 5: 2 }\n    }\n}\n");
    const std::string file = texts.write(
        "root.usda",
        "(\n    subLayers = [@weak.usda@ (offset = 10; scale = 2)]\n"
        "    endTimeCode = 30\n    startTimeCode = 0\n)\n"
        "def Xform \"World\"\n{\n"
        "    def Sphere \"Ball\" (\n        variants = { string look = \"red\" }\n"
        "        prepend variantSets = \"look\"\n    )\n    {\n"
        "        rel goal = </World/Weak>\n"
        "        variantSet \"look\" = {\n            \"red\" (\n"
        "                variants = { string size = \"big\" }\n"
        "                prepend variantSets = \"size\"\n            ) {\n"
        "                variantSet \"size\" = {\n                    \"big\" {\n"
        "                        double radius = 1\n                    }\n"
        "                }\n            }\n        }\n    }\n"
        "    def Sphere \"Other\"\n    {\n        rel goal\n    }\n"
        "    def \"Ref\" (\n        references = @asset.usda@</Asset> (offset = 5)\n    )\n"
        "    {\n    }\n"
        "    def \"Copy\" (\n        instanceable = true\n"
        "        references = @root.usda@</Inner>\n    )\n    {\n    }\n}\n"
        "def Xform \"Inner\"\n{\n    def Sphere \"Part\"\n    {\n    }\n}\n");
    ASSERT_TRUE(open.open(file));
  }

  const Stage& stage() const { return *open.session.document.value().stage; }
  Value value(const std::string& path, TimeCode time = {}) const {
    const Path property = Path::fromText(path);
    return stage().primAt(property.primPath()).attribute(property.name()).value(time);
  }
  std::string run(const char* id, const Texts& arguments = {}) { return open.run(id, arguments); }
  std::shared_ptr<const OpenedLayer> opened(const std::string& name) const {
    return stage().layers().find(texts.path(name));
  }
  PropertySpec spec(const std::string& layer, const std::string& path) const {
    const auto found = layer.empty() ? stage().sessionLayer() : opened(layer)->layer;
    return found->findProperty(Path::fromText(path));
  }
  std::string target() const { return open.session.editTarget.value().text(); }
  std::string rowOfAsset(const std::string& prim) const {
    const auto rows = compositionRows(stage().primAt(Path::fromText(prim)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].identifier == texts.path("asset.usda")) return std::to_string(i + 1);
    }
    return "0";
  }
  void selectAll() {
    open.session.select({Path::fromText("/World/Ball"), Path::fromText("/World/Other"),
                         Path::fromText("/World/Weak")});
    ASSERT_TRUE(open.settle());
  }
  CellEditor* editor() const { return open.window.findChild<CellEditor*>(); }
};

TEST_F(EditTargets, EveryKindTakesEditsAndGivesThemBack) {
  const struct {
    Texts layer;   // The target before, if not the session layer.
    Texts choice;  // The arguments of editTarget.
    const char* prim;
    const char* text;
    const char* file;  // Empty for the session layer.
    const char* spec;
  } cases[] = {
      {{}, {"session"}, "/World/Ball", "session layer", "", "/World/Ball.radius"},
      {{}, {"root.usda"}, "/World/Ball", "root.usda", "root.usda", "/World/Ball.radius"},
      {{}, {"weak.usda"}, "/World/Weak", "weak.usda", "weak.usda", "/World/Weak.radius"},
      {{},
       {"variant", "look"},
       "/World/Ball",
       "{look=red} of </World/Ball> in session layer",
       "",
       "/World/Ball{look=red}.radius"},
      {{"root.usda"},
       {"variant", "look"},
       "/World/Ball",
       "{look=red} of </World/Ball> in root.usda",
       "root.usda",
       "/World/Ball{look=red}.radius"},
      {{"root.usda"},
       {"variant", "size"},
       "/World/Ball",
       "{size=big} of </World/Ball> in root.usda",
       "root.usda",
       "/World/Ball{look=red}{size=big}.radius"},
      {{},
       {"node", "asset"},
       "/World/Ref",
       "</Asset> in asset.usda",
       "asset.usda",
       "/Asset.radius"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.text) + " " + c.spec);
    EXPECT_EQ(run("editTarget", c.layer.empty() ? Texts{"session"} : c.layer), "");
    open.select(c.prim);
    Texts choice = c.choice;
    if (choice[0] == "node") choice[1] = rowOfAsset(c.prim);
    EXPECT_EQ(run("editTarget", choice), "");
    EXPECT_EQ(target(), c.text);
    const std::string file = c.file;
    const auto before = file.empty() ? nullptr : opened(file)->layer;
    const std::string property = std::string(c.prim) + ".radius";
    EXPECT_EQ(run("set", {property, "3.5"}), "");
    EXPECT_EQ(spec(file, c.spec).field(fields::kDefault), Value(3.5));
    const std::string place = std::string(" in ") + c.text;
    EXPECT_EQ(open.session.edits.value().undoSentence(),
              "Set " + property + " to 3.5 as the default" +
                  (std::string(c.choice[0]) == "session" ? "" : place));
    if (!file.empty()) {
      EXPECT_TRUE(opened(file)->isModified());
    }
    EXPECT_EQ(run("undo"), "");
    EXPECT_FALSE(spec(file, c.spec) && spec(file, c.spec).hasField(fields::kDefault) &&
                 spec(file, c.spec).field(fields::kDefault) == Value(3.5));
    if (!file.empty()) {
      EXPECT_EQ(opened(file)->layer, before);
      EXPECT_FALSE(opened(file)->isModified());
    }
    EXPECT_EQ(run("redo"), "");
    EXPECT_EQ(spec(file, c.spec).field(fields::kDefault), Value(3.5));
    EXPECT_EQ(run("undo"), "");
  }
  EXPECT_FALSE(open.session.hasSessionEdits());
}

TEST_F(EditTargets, TimesAndTargetsAreMappedBack) {
  open.moveTo(20);
  EXPECT_EQ(run("editTarget", {"weak.usda"}), "");
  EXPECT_EQ(run("setKey", {"/World/Weak.radius", "7"}), "");
  const Value samples = spec("weak.usda", "/World/Weak.radius").field(fields::kTimeSamples);
  const auto* found = samples.find<TimeSamples>();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->times().span().size(), 2u) << "20 is 5 in the layer, which has a sample there";
  EXPECT_EQ(value("/World/Weak.radius", 20), Value(7.0));
  EXPECT_EQ(open.session.edits.value().undoSentence(),
            "Set /World/Weak.radius to 7 at frame 20 in weak.usda");
  EXPECT_EQ(run("clearKey", {"/World/Weak.radius"}), "");
  EXPECT_EQ(value("/World/Weak.radius", 20), Value(1.0));
  EXPECT_EQ(run("clearAll", {"/World/Weak.radius"}), "");
  EXPECT_EQ(value("/World/Weak.radius", 20), Value(1.0)) << "the fallback";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(value("/World/Weak.radius", 20), Value(2.0));

  open.select("/World/Ref");
  EXPECT_EQ(run("editTarget", {"node", rowOfAsset("/World/Ref")}), "");
  EXPECT_EQ(run("setFitting", {"/World/Ref.radius", "9"}), "");
  EXPECT_EQ(value("/World/Ref.radius", 20), Value(9.0));
  EXPECT_EQ(open.session.edits.value().undoSentence(),
            "Set /World/Ref.radius to 9 at frame 20 in </Asset> in asset.usda");
  EXPECT_EQ(run("set", {"/World/Ball.radius", "9"}),
            "</World/Ball.radius> cannot be edited in </Asset> in asset.usda, which lies behind "
            "arcs that "
            "do not lead to this path.");
}

TEST_F(EditTargets, ALayerThatDisappearsGivesWayToTheSessionLayer) {
  EXPECT_EQ(run("editTarget", {"weak.usda"}), "");
  EXPECT_EQ(run("mute", {"weak.usda"}),
            "The scene does not use weak.usda any more; edits go to the session layer again.");
  EXPECT_EQ(target(), "session layer");
  EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(run("editTarget", {"weak.usda"}), "");
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_EQ(target(), "session layer");
}

TEST_F(EditTargets, ImpossibleTargetsAndEditsHaveOneSentence) {
  open.select("/World/Ball");
  EXPECT_EQ(run("editTarget", {"asset.usda"}),
            "'asset.usda' is not in the root layer stack of the stage, or it is muted; edits of "
            "the stage can be written to the layers of this stack.");
  EXPECT_EQ(run("editTarget", {"nowhere.usda"}), "The scene has no layer nowhere.usda.");
  EXPECT_EQ(run("editTarget", {"variant", "hat"}), "</World/Ball> has no variant set 'hat'.");
  EXPECT_NE(run("editTarget", {"node", "99"}).find("expected 1 to"), std::string::npos);
  EXPECT_NE(run("editTarget", {"node", "x"}), "");
  EXPECT_NE(run("editTarget"), "");
  EXPECT_EQ(target(), "session layer");

  EXPECT_EQ(run("set", {"/World/Ball.radius", "blue"}),
            "This is not a value of the type double. Column 1: Expected a number; found: blue.");
  EXPECT_EQ(run("set", {"/World/Ball.hat", "1"}), "</World/Ball> has no attribute 'hat'.");
  EXPECT_EQ(run("set", {"/World/Ball.goal", "1"}),
            "</World/Ball.goal> is a relationship, not an attribute.");
  EXPECT_NE(run("set", {"/World/Copy/Part.radius", "1"}).find("shared by all instances"),
            std::string::npos);
  EXPECT_EQ(run("set", {"/World/Ball.radius"}), "Expected a value.");
  EXPECT_NE(run("kind", {"/", "component"}), "");
  EXPECT_NE(run("drawMode", {"/World/Ball", "cubist"}).find("cubist"), std::string::npos);
  EXPECT_NE(run("setMeta", {"/World/Ball", "hat", "1"}).find("hat"), std::string::npos);
  EXPECT_NE(run("setClip", {"/World/Ball", "default", "hat", "1"}).find("hat"), std::string::npos);
  EXPECT_NE(run("addTarget", {"/World/Ball.goal", "no path"}), "");
  EXPECT_EQ(open.session.edits.value(), EditHistory());

  // The other prims are edited.
  open.session.select({Path::fromText("/World/Ball"), Path::fromText("/World")});
  open.session.selectProperty(Token("radius"));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(run("set", {"4"}), "1 of 2 edits are ignored. </World> has no attribute 'radius'.");
  EXPECT_EQ(value("/World/Ball.radius"), Value(4.0));
}

TEST_F(EditTargets, EveryActionWorksOnAllSelectedPrimsInOneStep) {
  const struct {
    const char* action;
    Texts arguments;
    std::size_t count;
    const char* property = "radius";
  } cases[] = {
      {"set", {"0.25"}, 3},
      {"setKey", {"0.25"}, 3},
      {"setFitting", {"0.25"}, 3},
      {"block", {}, 3},
      {"clear", {}, 3},
      {"clearKey", {}, 3},
      {"clearAll", {}, 3},
      {"kind", {"component"}, 3},
      {"drawMode", {"bounds"}, 3},
      {"setMeta", {"documentation", "\"a note\""}, 3},
      {"setClip", {"default", "times", "[(0, 0), (1, 1)]"}, 3},
      {"setClip", {"default", "active", "[(0, 0)]"}, 3},
      {"instanceable", {}, 3},
      {"clearVariant", {"look"}, 3},
      {"deactivate", {}, 3},
      {"makeInvisible", {}, 3},
      {"addTarget", {"/World/Ref"}, 2, "goal"},
      {"removeTarget", {"/World/Weak"}, 2, "goal"},
      {"clearTargets", {}, 2, "goal"},
  };
  EXPECT_EQ(run("editTarget", {"root.usda"}), "");
  const auto before = opened("root.usda")->layer;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.action);
    selectAll();
    open.session.selectProperty(Token(c.property));
    const std::size_t rows = open.session.edits.value().rows().size();
    const std::string note = run(c.action, c.arguments);
    if (c.count == 3) {
      EXPECT_EQ(note, "");
    }
    const auto now = open.session.edits.value().rows();
    const auto applied = std::ranges::count(now, EditRow::State::Applied, &EditRow::state);
    EXPECT_EQ(std::size_t(applied), c.count) << rows;
    EXPECT_NE(now.back().sentence.find(" in root.usda"), std::string::npos);
    EXPECT_EQ(run("undo"), "");
    EXPECT_FALSE(open.session.hasSessionEdits());
    EXPECT_EQ(opened("root.usda")->layer, before);
  }
  EXPECT_EQ(run("setTargets", {"/World/Other.goal", "/World/Ball", "/World/Ref"}), "");
  EXPECT_EQ(stage().primAt(Path::fromText("/World/Other")).relationship(Token("goal")).targets(),
            (std::vector<Path>{Path::fromText("/World/Ball"), Path::fromText("/World/Ref")}));
  EXPECT_EQ(run("setMeta", {"/", "metersPerUnit", "0.5"}), "");
  EXPECT_EQ(stage().metersPerUnit(), 0.5);
  EXPECT_EQ(run("clearMeta", {"/", "metersPerUnit"}), "");
  EXPECT_EQ(stage().metersPerUnit(), 0.01);
}

TEST_F(EditTargets, AHundredEditsOfALayerComposeOnceAndAreUndone) {
  EXPECT_EQ(run("editTarget", {"root.usda"}), "");
  const auto before = opened("root.usda")->layer;
  int composed = 0;
  QObject counter;
  open.session.document.observe(&counter, [&](const Document&) { ++composed; });
  composed = 0;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(findAction("set")->run({open.session, open.window},
                                     {"/World/Ball.radius", std::to_string(i)}),
              "");
  }
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(composed, 1);
  EXPECT_EQ(value("/World/Ball.radius"), Value(99.0));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(findAction("undo")->run({open.session, open.window}, {}), "");
    if (i == 49) {
      ASSERT_TRUE(open.settle());
      EXPECT_EQ(value("/World/Ball.radius"), Value(49.0));
    }
  }
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(open.session.edits.value().canUndo());
  EXPECT_EQ(opened("root.usda")->layer, before);
  EXPECT_EQ(value("/World/Ball.radius"), Value(1.0));
}

TEST_F(EditTargets, EditsOfLayersSurviveReloading) {
  EXPECT_EQ(run("editTarget", {"root.usda"}), "");
  EXPECT_EQ(run("set", {"/World/Ball.radius", "6"}), "");
  open.session.reload();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(value("/World/Ball.radius"), Value(6.0));
  EXPECT_TRUE(opened("root.usda")->isModified());
  EXPECT_EQ(run("reloadLayer", {"root.usda"}), "");
  EXPECT_EQ(value("/World/Ball.radius"), Value(6.0));
  EXPECT_EQ(target(), "root.usda");
  EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(value("/World/Ball.radius"), Value(1.0));
  EXPECT_FALSE(opened("root.usda")->isModified());
}

TEST_F(EditTargets, CancelledEditsLeaveNoTraceInTheLayer) {
  EXPECT_EQ(run("editTarget", {"root.usda"}), "");
  const auto before = opened("root.usda")->layer;
  bool wasMade = false;
  auto* watcher = new QObject;
  open.session.edits.observe(watcher, [&](const EditHistory& edits) {
    if (!edits.canUndo()) return;
    wasMade = true;
    // Composing starts when the observers have returned.
    QMetaObject::invokeMethod(watcher, [&] { open.session.cancelLoading(); }, Qt::QueuedConnection);
  });
  EXPECT_EQ(findAction("set")->run({open.session, open.window}, {"/World/Ball.radius", "6"}), "");
  ASSERT_TRUE(waitUntil([&] { return wasMade && !open.session.edits.value().canUndo(); }));
  delete watcher;
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(value("/World/Ball.radius"), Value(1.0));
  EXPECT_EQ(opened("root.usda")->layer, before);
  EXPECT_EQ(run("set", {"/World/Other.radius", "6"}), "");
  EXPECT_EQ(value("/World/Ball.radius"), Value(1.0));
  EXPECT_EQ(value("/World/Other.radius"), Value(6.0));
}

TEST_F(EditTargets, TopBarAndRowsChooseTheTarget) {
  auto* button = open.window.findChild<QToolButton*>("editTarget");
  ASSERT_TRUE(button);
  EXPECT_TRUE(button->text().startsWith("Edit: session"));
  open.select("/World/Ball");
  QMenu* menu = button->menu();
  const auto entries = [&] {
    Q_EMIT menu->aboutToShow();
    QStringList titles;
    for (const QAction* action : menu->actions()) {
      if (!action->isSeparator()) titles << (action->isChecked() ? "*" : "") + action->text();
    }
    return titles;
  };
  EXPECT_EQ(entries(), (QStringList{"*Session layer", "root.usda", "  weak.usda", "look = red",
                                    "size = big"}));
  const auto click = [&](const QString& text) {
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions()) {
      if (action->text() == text) action->trigger();
    }
    ASSERT_TRUE(open.settle());
  };
  click("root.usda");
  EXPECT_EQ(button->text(), "Edit: root.usda ▾");
  EXPECT_EQ(entries()[1], "*root.usda");
  click("size = big");
  EXPECT_EQ(target(), "{size=big} of </World/Ball> in root.usda");
  EXPECT_EQ(entries().back(), "*{size=big} of </World/Ball> in root.usda");
  EXPECT_EQ(run("editTargetSession"), "");
  EXPECT_EQ(target(), "session layer");

  // The entry of context menus works on the row.
  open.session.inspectRow({.layer = texts.path("weak.usda")});
  EXPECT_EQ(run("editTargetRow"), "");
  EXPECT_EQ(target(), "weak.usda");
  open.select("/World/Ref");
  open.session.inspectRow({.layer = texts.path("asset.usda"), .object = "/Asset.radius"});
  EXPECT_EQ(run("editTargetRow"), "");
  EXPECT_EQ(target(), "</Asset> in asset.usda");
  open.session.inspectRow({.layer = texts.path("asset.usda"), .object = "/Lost"});
  EXPECT_EQ(run("editTargetRow"),
            "/World/Ref has no site in asset.usda that can take edits of the prim.");
}

TEST_F(EditTargets, ValuesAreEditedByHand) {
  EXPECT_EQ(run("pane", {"properties"}), "");
  open.select("/World/Ball.radius");
  EXPECT_EQ(run("editValue"), "");
  ASSERT_TRUE(editor());
  EXPECT_EQ(editor()->line().text(), "1");
  EXPECT_EQ(editor()->message(), "Enter sets the default in the session layer.");
  editor()->line().setText("1, 2");
  QTest::keyClick(&editor()->line(), Qt::Key_Return);
  ASSERT_TRUE(editor()) << "the text is refused";
  EXPECT_NE(editor()->message(), "Enter sets the default in the session layer.");
  editor()->line().setText("2.5");
  QTest::keyClick(&editor()->line(), Qt::Key_Return);
  ASSERT_TRUE(open.settle());
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_FALSE(editor());
  EXPECT_EQ(value("/World/Ball.radius"), Value(2.5));

  EXPECT_EQ(run("editValue"), "");
  ASSERT_TRUE(editor());
  editor()->line().setText("8");
  QTest::keyClick(&editor()->line(), Qt::Key_Escape);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(value("/World/Ball.radius"), Value(2.5));

  // A double click on the value; the target has samples.
  EXPECT_EQ(run("editTarget", {"weak.usda"}), "");
  open.moveTo(20);
  open.select("/World/Weak.radius");
  auto* pane = open.properties();
  const QModelIndex cell = pane->view().currentIndex().siblingAtColumn(2);
  const QPoint at = pane->view().visualRect(cell).center();
  QTest::mouseClick(pane->view().viewport(), Qt::LeftButton, {}, at);
  QTest::mouseDClick(pane->view().viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(open.settle());
  ASSERT_TRUE(editor());
  EXPECT_EQ(editor()->message(), "Enter sets frame 20 in weak.usda.");
  editor()->line().setText("5");
  QTest::keyClick(&editor()->line(), Qt::Key_Return);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(value("/World/Weak.radius", 20), Value(5.0));
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);

  // Targets of a relationship; and parts of instances, which are refused before an editor opens.
  EXPECT_EQ(run("editTarget", {"session"}), "");
  open.select("/World/Ball.goal");
  EXPECT_EQ(run("editValue"), "");
  ASSERT_TRUE(editor());
  EXPECT_EQ(editor()->line().text(), "</World/Weak>");
  editor()->line().setText("</World/Ref>, /World/Other");
  QTest::keyClick(&editor()->line(), Qt::Key_Return);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(stage().primAt(Path::fromText("/World/Ball")).relationship(Token("goal")).targets(),
            (std::vector<Path>{Path::fromText("/World/Ref"), Path::fromText("/World/Other")}));
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  open.select("/World/Copy/Part.radius");
  EXPECT_NE(run("editValue").find("shared by all instances"), std::string::npos);
  EXPECT_FALSE(editor());
}

TEST_F(EditTargets, FieldsAndClipsAreEditedByHand) {
  EXPECT_EQ(run("pane", {"metadata"}), "");
  open.select("/World/Ball");
  EXPECT_EQ(run("kind", {"component"}), "");
  EXPECT_EQ(run("setClip", {"default", "times", "[(0, 0)]"}), "");
  auto* pane = open.window.findChild<MetadataPane*>();
  ASSERT_TRUE(pane);
  const auto doubleClick = [&](const QString& name, const QModelIndex& parent) {
    for (int row = 0; row < pane->model().rowCount(parent); ++row) {
      const QModelIndex index = pane->model().index(row, 0, parent);
      if (index.data().toString() != name) continue;
      Q_EMIT pane->view().doubleClicked(index.siblingAtColumn(1));
      EXPECT_TRUE(open.settle());
      return index;
    }
    ADD_FAILURE() << name.toStdString();
    return QModelIndex();
  };
  const auto enter = [&](const QString& text) {
    ASSERT_TRUE(editor());
    editor()->line().setText(text);
    QTest::keyClick(&editor()->line(), Qt::Key_Return);
    ASSERT_TRUE(open.settle());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  doubleClick("kind", {});
  ASSERT_TRUE(editor());
  EXPECT_EQ(editor()->line().text(), "\"component\"");
  EXPECT_EQ(editor()->message(), "Enter sets kind in the session layer.");
  enter("group");
  const auto ball = [&] { return stage().primAt(Path::fromText("/World/Ball")); };
  EXPECT_EQ(ball().metadata(fields::kKind), Value(Token("group")));
  const QModelIndex clips = doubleClick("clips:default", {});
  EXPECT_FALSE(editor());
  doubleClick("times", clips);
  ASSERT_TRUE(editor());
  EXPECT_EQ(editor()->line().text(), "[(0, 0)]");
  enter("[(0, 0) (1, 1)]");
  ASSERT_TRUE(editor()) << "a comma is missing";
  enter("[(0, 0), (5, 1)]");
  EXPECT_FALSE(editor());
  EXPECT_EQ(open.session.edits.value().undoSentence(),
            "Set times of the clips default of /World/Ball to [(0, 0), (5, 1)]");
}

}  // namespace
}  // namespace usdscope
