// SPDX-License-Identifier: Apache-2.0
// Calls every row of the table of actions, every entry of the context menus, and many random edits.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
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
#include "app/session/Inspection.h"
#include "app/session/StoppedClips.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/edits/EditTargetChoice.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/session/problems/SkinningCheck.h"
#include "app/window/ContextMenuTable.h"
#include "app/window/Menus.h"
#include "engine/report/dump/Dump.h"
#include "tests/app/window/EveryActionScene.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Arguments = std::vector<std::string>;

struct EveryAction : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  std::string file;
  int layerEdits = 0;  // The number of edits of editLayer().
  QTimer closing;      // A dialog that waits for an answer would stop the test.

  void SetUp() override {
    texts.write("weak.usda", kWeak);
    texts.write("model.usda", kModel);
    // Half a second of silence.
    std::ofstream(texts.path("sound.wav"), std::ios::binary)
        << std::string(
               "RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0"
               "\2\0\x10\0data\x40\x1f\0\0",
               44)
        << std::string(8000, '\0');
    for (const char* name : {"walk.1.usda", "walk.2.usda"}) texts.write(name, kWalk);
    file = texts.write("scene.usda", std::string(kScene) + kWalker);
    QObject::connect(&closing, &QTimer::timeout, [] {
      if (QWidget* dialog = QApplication::activeModalWidget()) dialog->close();
    });
    closing.start(1000);
    qputenv("USD_EDITOR", "true");  // Ends at once.
    qputenv("USDSCOPE_PROGRAM", "true");
    ASSERT_TRUE(open.open(file));
  }

  // Gives actions on rigs something to work on.
  void chooseJointAndShape() {
    open.session.chooseJoint(Path::fromText("/Root/Arm"), Token("Upper"));
    EXPECT_TRUE(open.settle());
    open.session.chooseShape(Path::fromText("/Root/Arm"), Token("smile"));
    EXPECT_TRUE(open.settle());
  }
  // Each action starts from the scene as it is on disk.
  void selectProperty() {
    const bool isOther = open.session.document.value().file != file;
    if (isOther || !open.session.edits.value().rows().empty()) {
      ASSERT_TRUE(open.open(file));
    }
    open.session.targetChoice().chooseSession();
    open.select("/A.size");
    open.session.inspectRow({texts.path("weak.usda"), "/A.size", "size", "9"});
  }
  const Problem& problem() const {
    const ProblemList& list = *open.session.problems.value().list;
    const auto found = std::ranges::find(list, texts.path("scene.usda"), &Problem::layer);
    return found == list.end() ? list.front() : *found;
  }
  // Inspects the missing file, with a filter that shows all problems.
  void inspectProblem() {
    open.session.problemFinder().changeFilter([](ProblemFilter& filter) { filter = {}; });
    ASSERT_TRUE(waitUntil([this] {
      const auto& list = open.session.problems.value().list;
      return list && !list->empty();
    }));
    open.session.inspectRow({.layer = problem().layer,
                             .object = problem().spec.text(),
                             .name = problem().rule(),
                             .value = problemText(problem()),
                             .line = problem().line});
  }
  // Edits a layer with a file, to another value each time: it may have been saved.
  void editLayer() {
    EXPECT_EQ(open.run("editTarget", {"weak.usda"}), "");
    EXPECT_EQ(open.run("set", {"/A.size", std::to_string(10 + ++layerEdits)}), "");
  }
  void checkSkinning() {
    open.select("/Root/Skin");
    EXPECT_EQ(open.run("checkSkinning"), "");
    EXPECT_TRUE(waitUntil([this] {
      return !open.session.skinningCheck().state.value().isRunning && open.session.isSettled();
    }));
  }
  void findSome() {
    EXPECT_EQ(open.run("search", {"A"}), "");
    EXPECT_TRUE(waitUntil([this] {
      const auto& found = open.session.found.value();
      return found && !found->found.empty();
    }));
  }

  // Gives an action the state that it needs. The property of `selectProperty` is selected.
  void prepare(const std::string& id) {
    const auto isRow = [&](const ActionRow& row) { return row.id == id; };
    if (std::ranges::any_of(rigActionRows(), isRow)) {
      chooseJointAndShape();
      open.session.changeView([](ViewSettings& view) { view.bones = BonesDisplay::Shown; });
    }
    const std::map<std::string, const char*> selected = {{"selectTargets", "/A.friend"},
                                                         {"copyTargets", "/A.friend"},
                                                         {"clearTargets", "/A.friend"},
                                                         {"nextNan", "/A.broken"},
                                                         {"markElements", "/A.broken"},
                                                         {"selectModel", "/Set/Box"},
                                                         {"copyModelPath", "/Set/Box"},
                                                         {"selectMaterial", "/Set/Box"},
                                                         {"selectFullMaterial", "/Set/Box"},
                                                         {"selectBinding", "/Set/Box"},
                                                         {"setCamera", "/Cam"},
                                                         {"instanceable", "/B"},
                                                         {"breakInstance", "/B"},
                                                         {"selectProxy", "/Set/Box"},
                                                         {"selectMembers", "/Set"},
                                                         {"selectRenderPrims", "/Set/Stand"},
                                                         {"selectPrototype", "/B"},
                                                         {"selectInstances", "/B"},
                                                         {"clearMeta", "/A"}};
    if (const auto found = selected.find(id); found != selected.end()) open.select(found->second);

    if (id == "evictClip") {
      open.select("/Walker");
      EXPECT_EQ(open.run("frame", {"1"}), "");
      const QSignalSpy read(&open.session.inspection(), &Inspection::clipsMoved);
      EXPECT_EQ(open.run("readClipsAhead", {"2"}), "");
      EXPECT_TRUE(waitUntil([&] { return !read.isEmpty(); }));
      open.session.inspectRow({{}, "/Walker", "default", "walk.1.usda"});
    }
    if (id == "readClipsOn") StoppedClips::of(open.session).set(false, true);
    if (id == "fixClips") open.session.inspectRow({{}, "/Walker", "no-prim-in-clip", "finding"});

    struct Action {
      const char* id;
      Arguments arguments;
    };
    const Action hide = {"makeInvisible", {"/A"}};
    const Action deactivate = {"deactivate", {"/B"}};
    const std::multimap<std::string, Action> before = {
        {"resetShapes", {"fullShape", {}}},
        {"nextMotion", {"findMotion", {"stage"}}},
        {"previousMotion", {"findMotion", {"stage"}}},
        {"clearMotion", {"findMotion", {"stage"}}},
        {"compareNoVersion", {"compareVersion", {"muted", "weak.usda"}}},
        {"undo", deactivate},
        {"redo", deactivate},
        {"redo", {"undo", {}}},
        {"resetSession", deactivate},
        {"unmute", {"mute", {"weak.usda"}}},
        {"load", {"unload", {"/A"}}},
        {"toggleFraming", {"frameSelection", {}}},
        {"removeVisibility", hide},
        {"resetVisibility", hide},
        {"makeVisible", hide},
        {"activate", {"deactivate", {"/A"}}},
        {"instanceable", {"breakInstance", {"/B"}}},
        {"editTargetSession", {"editTarget", {"weak.usda"}}},
        {"clear", {"set", {"/A.size", "4"}}},
        {"clearKey", {"setKey", {"/A.size", "4"}}},
        {"clearAll", {"setKey", {"/A.size", "4"}}},
        {"clearTargets", {"addTarget", {"/A.friend", "/Cam"}}},
        {"clearMeta", {"setMeta", {"/A", "documentation", "\"Text\""}}},
        {"clearVariant", {"variant", {"/A", "look", "blue"}}},
        {"clearPlot", {"plot", {"/A.size"}}},
        {"framePlot", {"plot", {"/A.size"}}},
        {"zoomPlot", {"plot", {"/A.size"}}},
        {"unpinProperties", {"pinProperties", {"/A"}}},
        {"unwatch", {"watch", {"/A.size"}}},
        {"typeFrame", {"layoutInspect", {}}},
        {"resetRange", {"playRange", {"2", "3"}}},
        {"resetExposure", {"exposure", {"2"}}},
        {"rangeIn", {"frame", {"4"}}},
        {"rangeOut", {"frame", {"4"}}},
        {"wholeTimeline", {"zoomTimeline", {"2", "5"}}},
        {"openWhole", {"openOnlySelection", {}}},
        {"removeMarker", {"addMarker", {"Jump", "4"}}},
        {"renameMarker", {"addMarker", {"Jump", "4"}}},
        {"marker", {"addMarker", {"Jump", "4"}}},
        {"nextMarker", {"addMarker", {"Jump", "4"}}},
        {"nextMarker", {"frame", {"2"}}},
        {"previousMarker", {"addMarker", {"Jump", "4"}}},
        {"previousMarker", {"frame", {"8"}}},
        {"revertEdits", deactivate},
        {"saveEdits", deactivate},
        {"chooseEdits", deactivate},
        {"showView", {"saveView", {"Front"}}},
        {"deleteView", {"saveView", {"Front"}}},
        {"resetShortcuts", {"shortcut", {"grid", "Ctrl+Alt+G"}}},
        {"forgetSound", {"chooseSound", {texts.path("sound.wav")}}},
    };
    const auto [first, last] = before.equal_range(id);
    for (auto each = first; each != last; ++each) {
      EXPECT_EQ(open.run(each->second.id, each->second.arguments), "") << each->second.id;
    }
    if (id == "clearMeta") {
      open.session.inspectRow({texts.path("scene.usda"), "/A", "documentation", "\"Text\""});
    }
    if (id == "saveAll" || id == "save") editLayer();
    if (id == "reloadChanged") {
      texts.write("weak.usda", std::string(kWeak) + "\n");
      EXPECT_TRUE(
          waitUntil([this] { return !open.session.files().changed.value().files.empty(); }));
    }
    if (id == "dismissNotices") open.session.notify("A sentence.");
    if (id == "clearRecent" || id == "forgetRecent") {
      ASSERT_TRUE(open.open(file));
    }
    if (id == "revertEdits" || id == "saveEdits") {
      open.session.inspection().chooseEdits({open.session.edits.value().rows().back().id});
    }
    if (id == "worstFrame") checkSkinning();
    if (id == "nextMatch" || id == "previousMatch") findSome();
    const std::set<std::string> ofProblems = {"copyProblem",      "copyProblems", "ignoreRule",
                                              "showIgnoredRules", "problemText",  "problemLayer",
                                              "showProblem",      "problemSource"};
    if (ofProblems.contains(id)) inspectProblem();
    if (id == "showIgnoredRules") {
      EXPECT_EQ(open.run("ignoreRule"), "");
    }
  }

  // The arguments of a row. Actions with the same kinds of arguments share them.
  std::optional<Arguments> argumentsOf(const ActionRow& row) const {
    const std::map<std::string, Arguments> ofAction = {
        {"breakInstance", {"/B"}},
        {"instanceable", {"/B"}},
        {"camera", {"/Cam"}},
        {"block", {"/A.size"}},
        {"set", {"/A.size", "4"}},
        {"setKey", {"/A.size", "4"}},
        {"setFitting", {"/A.size", "4"}},
        {"clear", {"/A.size"}},
        {"clearKey", {"/A.size"}},
        {"clearAll", {"/A.size"}},
        {"setTargets", {"/A.friend", "/Cam"}},
        {"addTarget", {"/A.friend", "/Cam"}},
        {"removeTarget", {"/A.friend", "/B"}},
        {"clearTargets", {"/A.friend"}},
        {"setMeta", {"/A", "documentation", "\"Text\""}},
        {"clearMeta", {"/A", "documentation"}},
        {"setClip", {"/A", "default", "primPath", "\"/M\""}},
        {"kind", {"/A", "group"}},
        {"drawMode", {"/A", "bounds"}},
        {"clearVariant", {"/A", "look"}},
        {"editTarget", {"weak.usda"}},
        {"saveOverrides", {texts.path("overrides.usda")}},
        {"saveFlattened", {texts.path("flattened.usda")}},
        {"saveCapsule", {texts.path("fault.usdz")}},
        {"copyWhyPicture", {texts.path("why.md")}},
        {"compareVersion", {"muted", "weak.usda"}},
        {"compareTolerance", {"0.001"}},
        {"clipBudget", {"512"}},
        {"plot", {"/A.size"}},
        {"pinPlot", {"/A.size"}},
        {"zoomPlot", {"1", "5"}},
        {"clipSets", {"stage"}},
        {"zoomClips", {"1", "5"}},
        {"switchClipSet", {"/A", "default", "off"}},
        {"interpolateClips", {"/A", "default", "on"}},
        {"orderClipSets", {"/A", "default", "other"}},
        {"readClipsAhead", {"3"}},
        {"evictClip", {}},
        {"moveClipSeam", {"/Walker", "default", "5", "4"}},
        {"clipEnds", {"/Walker", "default", "loop"}},
        {"fixClips", {}},
        {"findMotion", {"stage"}},
        {"markElements", {"1"}},
        {"treeColumn", {"kind"}},
        {"treeDepth", {"2"}},
        {"selectMembers", {"shown"}},
        {"showProblem", {"1"}},
        {"statistics", {"types"}},
        {"revertEdits", {}},
        {"watch", {}},
        {"unwatch", {}},
        {"chooseEdits", {"1"}},
        {"selectProperty", {"size"}},
        {"step", {"2"}},
        {"saveEdits", {texts.path("edits.usda")}},
        {"selectCounted", {"types", "Xform"}},
        {"joint", {"/Root/Arm", "Upper"}},
        {"variant", {"/A", "look", "blue"}},
        {"shapeWeight", {"0.5"}},
        {"shape", {"/Root/Arm", "smile"}},
        {"skelPage", {"shapes"}},
        {"pose", {"1.5"}},
        {"pick", {"5", "5"}},
        {"selectRectangle", {"5", "5", "20", "20"}},
        {"pickList", {"5", "5"}},
        {"whyUnderPointer", {"5", "5"}},
        {"look", {"0", "0", "5", "0", "0", "0"}},
        {"lookAlong", {"top"}},
        {"fieldOfView", {"40"}},
        {"clippingRange", {"0.5", "5000"}},
        {"navigation", {"usdscope"}},
        {"frame", {"4"}},
        {"playRange", {"2", "3"}},
        {"slideRange", {"1"}},
        {"zoomTimeline", {"2", "5"}},
        {"preparedBudget", {"512"}},
        {"preparedFrames", {"on"}},
        {"redrawOnScrub", {"on"}},
        {"addMarker", {"Jump", "4"}},
        {"addViewMarker", {"Jump"}},
        {"removeMarker", {"Jump"}},
        {"renameMarker", {"Jump", "Landing"}},
        {"marker", {"Jump"}},
        {"speed", {"2"}},
        {"pane", {"layers"}},
        {"manual", {"clips"}},
        {"trailOfPoint", {"/Root/Skin", "0"}},
        {"floatPane", {"why"}},
        {"closePane", {"why"}},
        {"layout", {"clips"}},
        {"open", {file}},
        {"openBeside", {file}},
        {"addSessionSublayer", {texts.path("model.usda")}},
        {"forgetRecent", {file}},
        {"saveView", {"Front"}},
        {"showView", {"Front"}},
        {"deleteView", {"Front"}},
        {"screenshot", {texts.path("picture.png")}},
        {"copyImage", {"64x48"}},
        {"saveImage", {texts.path("image.png"), "64x48"}},
        {"playblast", {texts.path("play.##.png"), "1", "2", "64x48"}},
        {"turntable", {texts.path("turn.##.png"), "2", "64x48"}},
        {"contactSheet", {texts.path("sheet.png"), "2x1", "64x48"}},
        {"sliceValue", {"0:2"}},
        {"maskColor", {"#202020"}},
        {"reticleColor", {"#20a0ff"}},
        {"exposure", {"1.5"}},
        {"gamma", {"2.2"}},
        {"propertyOrder", {"schema"}},
        {"select", {"/A"}},
        {"selectBinding", {"full"}},
        {"markLayer", {texts.path("weak.usda")}},
        {"theme", {"dark"}},
        {"fontSize", {"14"}},
        {"uiScale", {"1.25"}},
        {"keyMap", {"usdview"}},
        {"shortcut", {"grid", "Ctrl+Alt+G"}},
        {"resetShortcuts", {}},
        {"chooseSound", {texts.path("sound.wav")}},
        {"volume", {"50"}},
        {"viewCamera", {"2", "/Cam"}},
        {"viewTime", {"2", "+2"}},
        {"compareWith", {"+2"}},
        {"wipe", {"0.3"}},
        {"onionSkin", {"1"}},
    };
    if (row.id == std::string_view("ignoreRule")) return Arguments{problem().rule()};
    if (row.id == std::string_view("problemSource")) return Arguments{problem().source};
    const auto found = ofAction.find(row.id);
    if (found != ofAction.end()) return found->second;
    const std::map<std::string, Arguments> ofKind = {{"", {}},
                                                     {"PATH…", {"/A"}},
                                                     {"LAYER", {"weak.usda"}},
                                                     {"TEXT", {"a"}},
                                                     {"[SKELETON SHAPE]", {}}};
    const auto kind = ofKind.find(row.arguments);
    return kind == ofKind.end() ? std::nullopt : std::optional(kind->second);
  }
};

TEST_F(EveryAction, RunsWithoutAProblem) {
  const std::set<std::string> elsewhere = {
      "quit",  // At the end of this test.
      // Possible only while something runs: Saving.FlattenedSceneIsOneLayer and RunningWorkTest.
      "cancel",
      // An earlier program must have crashed: Saving.KilledSessionIsOfferedAndRestored and
      // Saving.OffersCanBeDiscarded.
      "restoreEdits", "discardEdits",
      // With an OpenColorIO configuration: OpenColorIo.DisplaysAndViewsColourThePicture.
      "openColorIo", "ocioDisplay", "ocioView", "ocioColorSpace", "ocioLooks"};
  for (const std::string& id : elsewhere) EXPECT_TRUE(findAction(id)) << id;
  for (const ActionRow& row : actionRows()) {
    if (!row.run || elsewhere.contains(row.id)) continue;
    SCOPED_TRACE(row.id);
    const std::string id = row.id;
    selectProperty();
    prepare(id);
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
    open.session.files().setAutomatic(false);
    if (id == "flashLayer") {
      EXPECT_TRUE(
          waitUntil([this] { return open.session.edits.value().state().allMuted().empty(); }));
      EXPECT_TRUE(open.settle());
    }
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (auto* dialog = qobject_cast<QDialog*>(top)) dialog->close();
    }
    if (QWidget* menu = QApplication::activePopupWidget()) menu->close();
  }
  for (const char* made : {"picture.png", "overrides.usda", "flattened.usda", "edits.usda",
                           "fault.usdz", "image.png", "play.02.png", "turn.02.png", "sheet.png"}) {
    EXPECT_TRUE(QFile::exists(QString::fromStdString(texts.path(made)))) << made;
  }
  EXPECT_EQ(open.run("quit"), "");
  EXPECT_FALSE(open.window.isVisible());
}

// Opens a context menu and triggers an entry. Returns its text; empty if the menu has no such
// entry. Submenus and separators are left alone.
std::string triggerEntry(Menus& menus, const char* kind, int number) {
  std::string text;
  QTimer closing;  // Entries that ask for a file.
  QObject::connect(&closing, &QTimer::timeout, [] {
    if (QWidget* dialog = QApplication::activeModalWidget()) dialog->close();
  });
  closing.start(50);
  QTimer::singleShot(0, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    if (number < menu->actions().size()) {
      QAction* action = menu->actions()[number];
      const bool isLeft = action->isSeparator() || action->menu();
      text = action->isSeparator() ? "-" : action->text().toStdString();
      EXPECT_TRUE(isLeft || action->isEnabled()) << kind << ": " << text;
      if (action->isEnabled() && !isLeft) action->trigger();
    }
    menu->close();
  });
  menus.popUp(kind, {200, 200});
  return text;
}

TEST_F(EveryAction, EntriesOfContextMenusRun) {
  auto* menus = open.window.findChild<Menus*>();
  ASSERT_TRUE(menus);
  const std::set<std::string> kinds = {"prim",  "property",  "value",       "layerRow", "field",
                                       "site",  "clip",      "clipFinding", "problem",  "joint",
                                       "shape", "skinCheck", "edit",        "watch"};
  for (const QWidget* widget : open.window.findChildren<QWidget*>()) {
    const std::string kind = widget->property("contextMenu").toString().toStdString();
    EXPECT_TRUE(kind.empty() || kinds.contains(kind)) << "The test lacks the menu " << kind;
  }
  for (const std::string& kind : kinds) {
    const auto ids = contextMenuActions(kind);
    int count = 0;
    for (std::size_t i = 0;; ++i) {
      selectProperty();
      if (kind == "joint" || kind == "shape") chooseJointAndShape();
      if (kind == "problem") inspectProblem();
      // The menus of panes follow the rows of the table.
      if (i < ids.size()) prepare(std::string(ids[i]));
      open.session.showNote({});
      const std::string text = triggerEntry(*menus, kind.c_str(), int(i));
      if (text.empty()) break;
      EXPECT_TRUE(open.settle()) << kind << ": " << text;
      EXPECT_EQ(open.session.note.value(), "") << kind << ": " << text;
      ++count;
    }
    EXPECT_GE(count, std::max(2, int(ids.size()))) << kind;
  }
}

TEST_F(EveryAction, EditsHaveAMenuForTheirSelectedRows) {
  auto* menus = open.window.findChild<Menus*>();
  auto& view = open.window.findChild<EditsPane*>()->view();
  const auto rows = [this] { return open.session.edits.value().rows(); };
  const auto ids = contextMenuActions("edit");
  for (const std::string_view entry : {"revertEdits", "undo", "redo", "resetSession"}) {
    ASSERT_EQ(open.run("pane", {"edits"}), "");
    // After Revert and Undo nothing is left to revert, and the action is disabled.
    const ActionRow* reset = findAction("resetSession");
    EXPECT_EQ(reset->isEnabled({open.session, open.window}), open.session.hasSessionEdits());
    if (open.session.hasSessionEdits()) {
      ASSERT_EQ(open.run("resetSession"), "");
    }
    ASSERT_EQ(open.run("deactivate", {"/B"}), "");
    if (entry == "redo") {
      ASSERT_EQ(open.run("undo"), "");
    }
    QTest::qWait(20);
    const std::vector<EditRow> before = rows();
    const QModelIndex last = view.model()->index(int(before.size()) - 1, 0);
    view.scrollTo(last);
    QTest::mousePress(view.viewport(), Qt::RightButton, {}, view.visualRect(last).center());
    EXPECT_EQ(open.session.inspection().chosenEdits.value(), std::vector{before.back().id});
    const auto place = std::ranges::find(ids, entry) - ids.begin();
    EXPECT_NE(triggerEntry(*menus, "edit", int(place)), "");
    EXPECT_TRUE(open.settle());
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
  const auto position = [this] { return open.session.edits.value().position(); };
  std::size_t undone = 0;
  while (position() > 0) {
    // Only the newest states are kept. Others are made again in the background, so the history
    // follows late, but each undo counts.
    const std::size_t last = position();
    const std::size_t count = std::min<std::size_t>(last, 25);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(findAction("undo")->run({open.session, open.window}, {}), "");
    }
    ASSERT_TRUE(open.settle());
    ASSERT_EQ(position() + count, last);
    undone += count;
  }
  EXPECT_FALSE(open.session.edits.value().canUndo());
  EXPECT_GT(undone, 250u);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(dumpNow(), before);
}

}  // namespace
}  // namespace usdscope
