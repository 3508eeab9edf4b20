// SPDX-License-Identifier: Apache-2.0
// Tests of edits: undo, redo, reverting one edit, and the Edits pane.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "app/actions/Actions.h"
#include "app/panes/ChangesLine.h"
#include "app/panes/EditsPane.h"
#include "app/session/edits/EditHistory.h"
#include "app/window/VariantsMenu.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/schema/Imageable.h"
#include "engine/stage/Property.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

// Finds empty layers.
std::shared_ptr<const Layer> emptyLayer(const std::string& identifier) {
  return LayerBuilder().build({.identifier = identifier.empty() ? "anon:session" : identifier});
}

NamedEdit muteEdit(const std::string& layer) { return {"Mute " + layer, {MutePart{layer, true}}}; }

NamedEdit deactivation(const std::string& path) {
  return {"Deactivate " + path, {LayerPart{{activeEdit(Path::fromText(path), false)}}}};
}

// The sentences, with `-` before reverted edits and `~` before undone ones.
Texts rowsOf(const EditHistory& history) {
  Texts texts;
  for (const EditRow& row : history.rows()) {
    const char* mark = row.state == EditRow::State::Applied    ? ""
                       : row.state == EditRow::State::Reverted ? "-"
                                                               : "~";
    texts.push_back(mark + row.sentence);
  }
  return texts;
}

TEST(EditHistory, UndoRedoAndRevertGoFromStepToStep) {
  EditHistory history;
  EXPECT_FALSE(history.canUndo() || history.canRedo());
  ASSERT_EQ(history.add("Mute 2 layers", {muteEdit("a"), muteEdit("b")}, emptyLayer), "");
  ASSERT_EQ(history.add("Deactivate /X", {deactivation("/X")}, emptyLayer), "");
  ASSERT_EQ(history.add("Mute c", {muteEdit("c")}, emptyLayer), "");
  EXPECT_EQ(history.undoSentence(), "Mute c");
  const EditHistory whole = history;

  history.undo();
  history.undo();
  EXPECT_EQ(history.state().mutedLayers, (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(history.state().sessionLayer, nullptr);
  EXPECT_EQ(history.redoSentence(), "Deactivate /X");
  EXPECT_EQ(rowsOf(history), (Texts{"Mute a", "Mute b", "~Deactivate /X", "~Mute c"}));
  history.redo();
  history.redo();
  EXPECT_EQ(history, whole);
  // The engine finds its earlier stage only with this object.
  EXPECT_EQ(history.state().sessionLayer, whole.state().sessionLayer);

  const std::uint64_t ids[] = {history.rows()[0].id, history.rows()[2].id};
  EXPECT_TRUE(history.revert(ids));
  EXPECT_FALSE(history.revert(ids));
  EXPECT_EQ(history.state().mutedLayers, (std::set<std::string>{"b", "c"}));
  EXPECT_EQ(history.state().sessionLayer, nullptr);
  EXPECT_EQ(rowsOf(history), (Texts{"-Mute a", "Mute b", "-Deactivate /X", "Mute c"}));
  EXPECT_EQ(history.undoSentence(), "Revert 2 edits");
  history.undo();
  EXPECT_EQ(history.state(), whole.state());
  ASSERT_EQ(history.add("Mute d", {muteEdit("d")}, emptyLayer), "");
  EXPECT_FALSE(history.canRedo());
  EXPECT_EQ(rowsOf(history), (Texts{"Mute a", "Mute b", "Deactivate /X", "Mute c", "Mute d"}));
  EXPECT_EQ(whole.rows().size(), 4u) << "copies are independent";
}

TEST(EditHistory, ImpossibleEditsAreRefused) {
  EditHistory history;
  const NamedEdit wrong{"Wrong", {LayerPart{{activeEdit(Path::fromText("/A.b"), false)}}}};
  EXPECT_NE(history.add("Two", {deactivation("/A"), wrong}, emptyLayer), "");
  EXPECT_EQ(history, EditHistory());
}

TEST(EditHistory, TwoHundredStepsCanAllBeUndone) {
  EditHistory history;
  for (int i = 0; i < 200; ++i) {
    const std::string path = "/P" + std::to_string(i);
    ASSERT_EQ(history.add(path, {deactivation(path)}, emptyLayer), "");
  }
  for (int left = 199; left >= 0; --left) {
    history.undo();
    const auto& layer = history.state().sessionLayer;
    ASSERT_EQ(layer ? layer->primRowCount() - 1 : 0u, std::size_t(left));
  }
  EXPECT_EQ(history.state(), StageState());
}

TEST(EditHistory, LayersWithFilesHaveVersions) {
  const auto deactivate = [](const std::string& layer, const std::string& path) {
    return NamedEdit{layer + path, {LayerPart{{activeEdit(Path::fromText(path), false)}, layer}}};
  };
  const auto one = emptyLayer("one");
  const auto two = emptyLayer("two");
  const FindLayer find = [&](const std::string& layer) {
    return layer == "one" ? one : layer == "two" ? two : nullptr;
  };
  EditHistory history;
  EXPECT_EQ(history.add("None", {deactivate("three", "/A")}, find), "The layer three is not open.");
  EXPECT_EQ(history, EditHistory());
  ASSERT_EQ(history.add("One", {deactivate("one", "/A")}, find), "");
  ASSERT_EQ(history.add("Both", {deactivate("one", "/B"), deactivate("two", "/C")}, find), "");
  const EditHistory whole = history;
  EXPECT_EQ(history.state().layers.at("one")->primRowCount(), 3u);
  EXPECT_EQ(history.state().layers.at("two")->primRowCount(), 2u);

  history.undo();
  EXPECT_EQ(history.state().layers.at("one")->primRowCount(), 2u);
  EXPECT_EQ(history.state().layers.at("two"), two) << "the unedited version comes back";
  history.undo();
  EXPECT_EQ(history.state().layers.at("one"), one);
  history.redo();
  history.redo();
  EXPECT_EQ(history, whole);

  const std::uint64_t first[] = {history.rows()[0].id};
  ASSERT_TRUE(history.revert(first));
  EXPECT_EQ(history.state().layers.at("one")->primRowCount(), 2u);
  EXPECT_EQ(history.state().layers.at("two"), whole.state().layers.at("two"));
  EXPECT_EQ(history.appliedEdits().size(), 2u);

  // A layer that was read again has the edits on top of its new content.
  const LayerEdit other = activeEdit(Path::fromText("/New"), true);
  Diagnostics problems;
  const auto read = edited(*one, std::span(&other, 1), problems);
  const EditHistory again =
      whole.rebased([&](const std::string& layer) { return layer == "one" ? read : nullptr; });
  EXPECT_EQ(again.state().layers.at("one")->primRowCount(), 4u);
  EXPECT_EQ(again.rows(), whole.rows());
  EXPECT_EQ(whole.rebased(find), whole);

  // An older copy keeps the layers in order that were edited after it.
  EditHistory old;
  old.takeLayersOf(whole);
  EXPECT_EQ(old.state().layers.at("two"), two);
}

// Ten balls below a parent, with a payload and a variant set.
std::string writeScene(const SceneTexts& texts) {
  texts.write("heavy.usda", "def Xform \"Heavy\"\n{\n    def Cube \"Load\"\n    {\n    }\n}\n");
  std::string body = "def Xform \"World\"\n{\n";
  for (int i = 0; i < 10; ++i) {
    const std::string n = std::to_string(i);
    body += "def Sphere \"Ball" + n + "\" (\nvariants = { string size = \"small\" }\n" +
            "prepend variantSets = \"size\"\n)\n{\ndouble3 xformOp:translate = (" + n +
            ", 0, 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n" +
            "variantSet \"size\" = {\n\"small\" {\ndouble radius = 0.2\n}\n" +
            "\"large\" {\ndouble radius = 0.4\n}\n}\n}\n";
  }
  return texts.write("scene.usda", body +
                                       "def Xform \"Heavy\" (payload = @heavy.usda@</Heavy>)\n{\n"
                                       "}\ndef Scope \"Nothing\"\n{\n}\n}\n");
}

struct Edits : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1000, 700)};

  void SetUp() override { ASSERT_TRUE(open.open(writeScene(texts))); }

  const Stage& stage() const { return *open.session.document.value().stage; }
  Prim prim(const std::string& path) const { return stage().primAt(Path::fromText(path)); }
  bool isVisible(const std::string& path) const { return computeIsVisible(prim(path), 0.0); }
  void selectBalls(int count) {
    std::vector<Path> balls;
    for (int i = 0; i < count; ++i) {
      balls.push_back(Path::fromText("/World/Ball" + std::to_string(i)));
    }
    open.session.select(balls);
    ASSERT_TRUE(open.settle());
  }
  std::string run(const char* id, const Texts& arguments = {}) { return open.run(id, arguments); }
};

TEST_F(Edits, EveryActionWorksOnAllSelectedPrimsAndCanBeUndone) {
  const auto at = [this](const char* name) { return prim(std::string("/World/") + name); };
  const struct {
    const char* action;
    std::function<bool()> isDone;
  } cases[] = {
      {"makeInvisible", [&] { return !isVisible("/World/Ball0") && !isVisible("/World/Ball2"); }},
      {"visOnly",
       [&] {
         return isVisible("/World/Ball0") && isVisible("/World/Ball2") &&
                !isVisible("/World/Ball3") && !isVisible("/World/Heavy");
       }},
      {"deactivate", [&] { return !at("Ball0").isActive() && !at("Ball2").isActive(); }},
      {"instanceable", [&] { return at("Ball2").metadata(Token("instanceable")) == Value(true); }},
      {"breakInstance",
       [&] { return at("Ball2").metadata(Token("instanceable")) == Value(false); }},
  };
  selectBalls(3);
  const Value radius = at("Ball0").attribute(Token("radius")).value();
  for (const auto& c : cases) {
    EXPECT_FALSE(c.isDone()) << c.action;
    EXPECT_EQ(run(c.action), "") << c.action;
    EXPECT_TRUE(c.isDone()) << c.action;
    EXPECT_EQ(run("undo"), "") << c.action;
    EXPECT_FALSE(c.isDone()) << c.action;
    EXPECT_EQ(run("redo"), "") << c.action;
    EXPECT_TRUE(c.isDone()) << c.action;
    EXPECT_EQ(run("undo"), "") << c.action;
  }
  EXPECT_FALSE(open.session.hasSessionEdits());
  EXPECT_EQ(run("undo"), "There is nothing to undo.");

  // Blocking a value works on the selected property of every selected prim.
  open.session.selectProperty(Token("radius"));
  EXPECT_EQ(run("block"), "");
  EXPECT_EQ(at("Ball2").attribute(Token("radius")).value(), Value());
  EXPECT_EQ(at("Ball2").attribute(Token("radius")).value(1), Value(1.0)) << "the fallback";
  EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(at("Ball2").attribute(Token("radius")).value(), radius);
  EXPECT_EQ(run("block", {"/World/Ball0.radius"}), "");
  EXPECT_EQ(at("Ball0").attribute(Token("radius")).value(), Value());
  EXPECT_EQ(at("Ball2").attribute(Token("radius")).value(), radius);
  EXPECT_EQ(run("block", {"/World/Ball0.nothing"}), "</World/Ball0> has no attribute 'nothing'.");
  EXPECT_EQ(run("block", {"/World"}), "/World is not the path of a property.");
}

TEST_F(Edits, PayloadsAreLoadedAndUnloaded) {
  EXPECT_TRUE(prim("/World/Heavy/Load"));
  EXPECT_EQ(run("unload", {"/World/Heavy"}), "");
  EXPECT_FALSE(prim("/World/Heavy/Load"));
  EXPECT_EQ(run("load", {"/"}), "");
  EXPECT_TRUE(prim("/World/Heavy/Load"));
  EXPECT_EQ(run("undo"), "");
  EXPECT_FALSE(prim("/World/Heavy/Load"));
  EXPECT_EQ(run("resetSession"), "");
  EXPECT_TRUE(prim("/World/Heavy/Load"));
  EXPECT_EQ(run("unload", {"/Nowhere"}), "There is no prim /Nowhere.");
  EXPECT_EQ(run("activate", {"/World/Heavy"}), "/World/Heavy is active already.");
  EXPECT_EQ(run("deactivate", {"/World/Heavy"}), "");
  EXPECT_EQ(run("activate", {"/World/Heavy"}), "");
  EXPECT_TRUE(prim("/World/Heavy/Load"));
}

TEST_F(Edits, SessionVisibilityIsRemovedAlone) {
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0", "/World/Ball1"}), "");
  EXPECT_EQ(run("deactivate", {"/World/Ball2"}), "");
  EXPECT_EQ(run("removeVisibility", {"/World/Ball0"}), "");
  EXPECT_TRUE(isVisible("/World/Ball0"));
  EXPECT_FALSE(isVisible("/World/Ball1"));
  EXPECT_EQ(run("removeVisibility", {"/World/Ball0"}),
            "The session layer does not change the visibility of /World/Ball0.");
  EXPECT_EQ(run("resetVisibility"), "");
  EXPECT_TRUE(isVisible("/World/Ball1"));
  EXPECT_EQ(open.session.edits.value().state().sessionLayer->propertyRowCount(), 0u);
  EXPECT_FALSE(prim("/World/Ball2").isActive());
  EXPECT_NE(run("resetVisibility"), "");
}

TEST_F(Edits, PrimsThatCannotBeChangedAreLeftOut) {
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0", "/World/Lost"}),
            "1 of 2 prims are ignored. There is no prim /World/Lost.");
  EXPECT_FALSE(isVisible("/World/Ball0"));
  EXPECT_EQ(run("makeInvisible", {"World Ball"}), "World Ball is not the path of a prim.");
  open.session.select({});
  EXPECT_EQ(run("makeInvisible"), "No prim is selected.");
}

TEST_F(Edits, AHundredEditsComposeOnceAndStayInOrder) {
  selectBalls(10);
  int composed = 0;
  QObject counter;
  open.session.document.observe(&counter, [&](const Document&) { ++composed; });
  composed = 0;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(findAction("makeInvisible")->run({open.session, open.window}, {}), "");
    EXPECT_EQ(findAction("deactivate")->run({open.session, open.window}, {}), "");
  }
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(composed, 1);
  const auto rows = open.session.edits.value().rows();
  ASSERT_EQ(rows.size(), 100u);
  EXPECT_EQ(rows[0].sentence, "Hide /World/Ball0");
  EXPECT_EQ(rows[99].sentence, "Deactivate /World/Ball9");
  EXPECT_EQ(open.session.edits.value().undoSentence(), "Deactivate 10 prims");
  // Undo before the edits are made drops the newest action.
  EXPECT_EQ(findAction("activate")->run({open.session, open.window}, {}), "");
  EXPECT_EQ(findAction("undo")->run({open.session, open.window}, {}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.edits.value().rows(), rows);
}

TEST_F(Edits, VariantsOfTheSelectedPrimStandInTheTopBar) {
  auto* variants = open.window.findChild<QToolButton*>("variants");
  ASSERT_TRUE(variants);
  open.window.resize(1600, 900);  // In a narrow window the path and the edit target come first.
  open.select("/World");
  EXPECT_FALSE(variants->isVisible());
  open.select("/World/Ball1");
  ASSERT_TRUE(variants->isVisible());
  EXPECT_TRUE(variants->toolTip().endsWith("size: small"));
  EXPECT_EQ(run("variant", {"/World/Ball1", "size", "large"}), "");
  EXPECT_TRUE(variants->toolTip().endsWith("size: large"));
  Q_EMIT variants->menu()->aboutToShow();
  QMenu* sizes = variants->menu()->actions().front()->menu();
  ASSERT_TRUE(sizes);
  for (QAction* choice : sizes->actions()) {
    if (choice->text() == "small") choice->trigger();
  }
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(variants->toolTip().endsWith("size: small"));
}

TEST_F(Edits, VariantsMenuLeadsFromAShapeToItsModel) {
  ASSERT_TRUE(open.open(texts.write("model.usda", R"(def Xform "Pot" (
    variants = { string size = "small" }
    prepend variantSets = "size"
)
{
    def Sphere "Body"
    {
    }
    variantSet "size" = {
        "small" {
        }
    }
}
def Scope "Plain"
{
}
)")));
  const auto entries = [](const QMenu& of) {
    QStringList all;
    for (const QAction* action : of.actions()) all << action->text();
    return all.join("; ").toStdString();
  };
  VariantsMenu menu(open.session, &open.window);
  open.select("/Plain");
  Q_EMIT menu.aboutToShow();
  EXPECT_EQ(entries(menu), "The prim has no variant sets.");
  open.select("/Pot/Body");
  Q_EMIT menu.aboutToShow();
  ASSERT_EQ(entries(menu), "The prim has no variant sets.; Select /Pot, Which Has Variants");
  menu.actions().back()->trigger();
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Pot");
  Q_EMIT menu.aboutToShow();
  EXPECT_EQ(entries(menu), "size");
}

TEST_F(Edits, PaneListsEditsAndRevertsOneAlone) {
  EXPECT_EQ(run("pane", {"edits"}), "");
  auto* pane = open.window.findChild<EditsPane*>();
  ASSERT_TRUE(pane);
  EXPECT_FALSE(pane->view().isVisible());
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0"}), "");
  EXPECT_EQ(run("variant", {"/World/Ball1", "size", "large"}), "");
  EXPECT_EQ(run("deactivate", {"/World/Ball2"}), "");
  ASSERT_TRUE(pane->view().isVisible());
  const auto shown = [&] {
    Texts lines;
    for (const TableModel::Row& row : pane->model().rows()) {
      lines.push_back((row[0].text + " | " + row[1].text).toStdString());
    }
    return lines;
  };
  EXPECT_EQ(shown(),
            (Texts{"Hide /World/Ball0 | Revert", "Choose large as size of /World/Ball1 | Revert",
                   "Deactivate /World/Ball2 | Revert"}));
  EXPECT_EQ(pane->findChild<ChangesLine*>()->text().toStdString(),
            "Deactivate /World/Ball2: changed 2 prims")
      << "the parent has one child less";

  QTest::mouseClick(pane->view().viewport(), Qt::LeftButton, Qt::NoModifier,
                    pane->view().visualRect(pane->model().index(1, 1)).center());
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(shown()[1], "Choose large as size of /World/Ball1 | reverted");
  EXPECT_EQ(prim("/World/Ball1").variantSets()[0].selection, "small");
  EXPECT_FALSE(isVisible("/World/Ball0"));

  pane->view().selectRow(0);
  QTest::keyClick(&pane->view(), Qt::Key_Delete);
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(isVisible("/World/Ball0"));
  EXPECT_FALSE(prim("/World/Ball2").isActive());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(shown()[2], "Deactivate /World/Ball2 | undone");
  EXPECT_EQ(shown()[1], "Choose large as size of /World/Ball1 | Revert");
  EXPECT_EQ(prim("/World/Ball1").variantSets()[0].selection, "large");

  pane->findChild<ChangesLine*>()->click();
  EXPECT_EQ(open.session.selection.value().prims,
            (std::vector<Path>{Path::fromText("/World"), Path::fromText("/World/Ball2")}));
}

TEST_F(Edits, MenuNamesWhatUndoDoes) {
  auto* undo = open.window.findChild<QAction*>("undo");
  auto* redo = open.window.findChild<QAction*>("redo");
  ASSERT_TRUE(undo && redo);
  EXPECT_FALSE(undo->isEnabled() || redo->isEnabled());
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0"}), "");
  EXPECT_EQ(undo->text().toStdString(), "Undo Hide /World/Ball0");
  undo->trigger();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(redo->text().toStdString(), "Redo Hide /World/Ball0");
  EXPECT_TRUE(isVisible("/World/Ball0"));
  open.session.close();
  EXPECT_FALSE(undo->isEnabled() || redo->isEnabled());
}

TEST_F(Edits, SurviveReloadingAndEndWithTheFile) {
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0"}), "");
  open.session.reload();
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(isVisible("/World/Ball0"));
  EXPECT_EQ(run("undo"), "");
  EXPECT_TRUE(isVisible("/World/Ball0"));
  EXPECT_EQ(run("redo"), "");
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_EQ(open.session.edits.value(), EditHistory());
}

TEST_F(Edits, CancelledOnesAreForgotten) {
  EXPECT_EQ(run("makeInvisible", {"/World/Ball0"}), "");
  const EditHistory before = open.session.edits.value();
  EXPECT_EQ(findAction("undo")->run({open.session, open.window}, {}), "");
  EXPECT_NE(open.session.edits.value(), before);
  open.session.cancelLoading();
  EXPECT_EQ(open.session.edits.value(), before);
  EXPECT_FALSE(isVisible("/World/Ball0"));
}

}  // namespace
}  // namespace usdscope
