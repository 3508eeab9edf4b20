// SPDX-License-Identifier: Apache-2.0
// Keys: the two key maps, shortcuts of the user, the key sheet; gestures that run actions; the
// keyboard in fields, lists and buttons.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <map>
#include <set>

#include "app/actions/Actions.h"
#include "app/actions/KeyMap.h"
#include "app/session/PathsFromText.h"
#include "app/widgets/FocusRing.h"
#include "app/widgets/SearchField.h"
#include "app/window/AccessibleNames.h"
#include "app/window/KeySheet.h"
#include "app/window/Menus.h"
#include "app/window/PathField.h"
#include "app/window/palette/Palette.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

std::string keysOf(const OpenWindow& open, const char* id) {
  return shortcutText(*findAction(id), open.session.preferences().values.value()).toStdString();
}

TEST(KeyMap, NoTwoActionsShareAKey) {
  for (const KeyMapKind map : {KeyMapKind::Usdview, KeyMapKind::Review}) {
    PreferenceValues values;
    values.keyMap = map;
    for (const ActionRow& row : actionRows()) {
      if (!row.run) continue;
      // Escape cancels while something is loaded, and nothing else then.
      if (row.id == std::string_view("cancel")) continue;
      for (const QKeySequence& key : shortcutsOf(row, values)) {
        const ActionRow* other = actionWithKey(key, row, values);
        EXPECT_FALSE(other) << key.toString().toStdString() << ": " << row.id << " and "
                            << (other ? other->id : "");
      }
    }
  }
}

TEST(KeyMap, HasTheKeysOfUsdview) {
  const std::multimap<std::string, const char*> wanted = {{"Space", "play"},
                                                          {"Left", "previousFrame"},
                                                          {"Right", "nextFrame"},
                                                          {"F", "frameSelection"},
                                                          {"J", "toggleFraming"},
                                                          {"Ctrl+F", "search"},
                                                          {"Ctrl+O", "open"},
                                                          {"Ctrl+R", "reload"},
                                                          {"Ctrl+Shift+R", "reopen"},
                                                          {"|", "selectRoot"},
                                                          {"\\", "selectModel"},
                                                          {"Shift+L", "selectMaterial"},
                                                          {"Alt+1", "treeDepth1"},
                                                          {"Alt+8", "treeDepth8"},
                                                          {"Alt+9", "openAll"},
                                                          {"Alt+0", "closeAll"},
                                                          {"Ctrl+0", "wireframe"},
                                                          {"Ctrl+1", "wireframeOnSurface"},
                                                          {"Ctrl+2", "smooth"},
                                                          {"Ctrl+3", "flat"},
                                                          {"Ctrl+4", "points"},
                                                          {"Ctrl+6", "geomOnly"},
                                                          {"Ctrl+D", "hud"},
                                                          {"Shift+H", "makeVisible"},
                                                          {"Ctrl+H", "makeInvisible"},
                                                          {"Alt+H", "visOnly"},
                                                          {"Ctrl+U", "removeVisibility"},
                                                          {"Shift+U", "resetVisibility"},
                                                          {"Shift+I", "rollover"},
                                                          {"F11", "layoutPresent"},
                                                          {"Home", "firstFrame"},
                                                          {"End", "lastFrame"},
                                                          {"[", "rangeIn"},
                                                          {"]", "rangeOut"},
                                                          {"Shift+Space", "playReversed"},
                                                          {"Ctrl+,", "preferences"}};
  for (const auto& [key, id] : wanted) {
    ASSERT_TRUE(findAction(id)) << id;
    EXPECT_TRUE(
        shortcutsOf(*findAction(id), {}).contains(QKeySequence(QString::fromStdString(key))))
        << key << " " << id;
  }
}

struct KeysOfWindow : testing::Test {
  OpenWindow open{QSize(1200, 800)};

  void SetUp() override { ASSERT_TRUE(open.open(samplePath())); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(&open.window, key, modifiers);
    QApplication::processEvents();
  }
  const PlaybackState& playback() const { return open.session.playback.value(); }
  std::string leading() const { return open.session.selection.value().leading().text(); }
};

TEST_F(KeysOfWindow, ReviewMapPlaysWithoutThePointerOverTheBar) {
  QCursor::setPos(open.window.viewport().mapToGlobal(QPoint(40, 40)));
  press(Qt::Key_L);
  EXPECT_FALSE(playback().isPlaying);
  ASSERT_EQ(open.run("keyMap", {"review"}), "");
  press(Qt::Key_L);
  EXPECT_TRUE(playback().isPlaying);
  EXPECT_FALSE(playback().isReversed);
  press(Qt::Key_J);
  EXPECT_TRUE(playback().isReversed);
  press(Qt::Key_K);
  EXPECT_FALSE(playback().isPlaying);
  open.moveTo(playback().start + 3);
  press(Qt::Key_I);
  EXPECT_EQ(playback().playStart, playback().start + 3);
  open.moveTo(playback().start + 6);
  press(Qt::Key_O);
  press(Qt::Key_I, Qt::ShiftModifier);
  EXPECT_EQ(playback().playStart, playback().start);
  EXPECT_EQ(playback().playEnd, playback().start + 6) << "the other end stays";
  press(Qt::Key_O, Qt::ShiftModifier);
  EXPECT_EQ(playback().playEnd, playback().end);
  EXPECT_EQ(keysOf(open, "toggleFraming"), "Shift+F");
  ASSERT_EQ(open.run("keyMap", {"usdview"}), "");
  EXPECT_EQ(keysOf(open, "toggleFraming"), "J");
  EXPECT_EQ(keysOf(open, "shuttleForward"), "");
  EXPECT_EQ(open.run("keyMap", {"vim"}), "Expected usdview or review.");
}

TEST_F(KeysOfWindow, KeyOfADisabledActionSaysWhatItLacks) {
  ASSERT_EQ(open.run("deselect", {}), "");
  QTest::keyClick(&open.window, '\\');
  EXPECT_EQ(open.session.note.value(), "Select a prim first.");
  QTest::keyClick(&open.window, '|');
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(leading(), "/");
  EXPECT_EQ(open.session.note.value(), "");
}

TEST_F(KeysOfWindow, KeysOfTheUserWorkAtOnceAndStay) {
  ASSERT_EQ(open.run("shortcut", {"grid", "Ctrl+G"}), "");
  const bool hadGrid = open.session.view.value().showGrid;
  press(Qt::Key_G, Qt::ControlModifier);
  EXPECT_NE(open.session.view.value().showGrid, hadGrid);
  EXPECT_EQ(open.run("shortcut", {"hud", "Ctrl+G"}), "Ctrl+G is a key of Grid already.");
  EXPECT_EQ(keysOf(open, "hud"), "Ctrl+D");
  EXPECT_EQ(open.run("shortcut", {"hud", "Ctrl+G", "replace"}), "");
  EXPECT_EQ(keysOf(open, "hud"), "Ctrl+G");
  EXPECT_EQ(keysOf(open, "grid"), "");
  const bool hadHud = open.session.view.value().showHud;
  press(Qt::Key_G, Qt::ControlModifier);
  EXPECT_NE(open.session.view.value().showHud, hadHud);
  // An action of no menu.
  ASSERT_EQ(open.run("shortcut", {"playForward", "P; Ctrl+Shift+J"}), "");
  press(Qt::Key_P);
  EXPECT_TRUE(playback().isPlaying);
  press(Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(playback().isPlaying);
  {
    OpenWindow again;
    EXPECT_EQ(keysOf(again, "hud"), "Ctrl+G");
    EXPECT_EQ(keysOf(again, "playForward"), "P, Ctrl+Shift+J");
    ASSERT_EQ(again.run("resetShortcuts", {"hud"}), "");
    EXPECT_EQ(keysOf(again, "hud"), "Ctrl+D");
    ASSERT_EQ(again.run("resetShortcuts"), "");
    EXPECT_EQ(keysOf(again, "playForward"), "");
    EXPECT_TRUE(again.session.preferences().values.value().keys.empty());
  }
  EXPECT_EQ(open.run("shortcut", {"hud", "Ctrl+"}),
            "Ctrl+ is not a key; expected one such as "
            "Ctrl+Shift+K.");
  EXPECT_EQ(open.run("shortcut", {"frame", "Ctrl+G"}),
            "Go to Frame needs arguments, so it cannot have keys.");
  EXPECT_EQ(open.run("shortcut", {"nothing", "Ctrl+G"}), "There is no action nothing.");
}

TEST_F(KeysOfWindow, KeySheetFindsAndChangesKeys) {
  ASSERT_EQ(open.run("keys"), "");
  auto* sheet = open.window.findChild<KeySheet*>();
  ASSERT_TRUE(sheet);
  auto* list = sheet->findChild<QTreeWidget*>();
  auto* message = sheet->findChild<QLabel*>("message");
  const auto itemOf = [&](const char* id) -> QTreeWidgetItem* {
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
      for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j) {
        QTreeWidgetItem* item = list->topLevelItem(i)->child(j);
        if (item->data(0, Qt::UserRole).toString() == QLatin1String(id)) return item;
      }
    }
    return nullptr;
  };
  ASSERT_TRUE(itemOf("bones"));
  EXPECT_EQ(itemOf("bones")->text(1).toStdString(), "B");
  EXPECT_EQ(itemOf("bones")->parent()->text(0).toStdString(), "View");
  EXPECT_EQ(list->topLevelItem(list->topLevelItemCount() - 1)->text(0).toStdString(), "Mouse");
  auto* words = sheet->findChild<SearchField*>();
  QTest::keyClicks(words->findChild<QLineEdit*>(), "ctrl+d");
  QTest::keyClick(words->findChild<QLineEdit*>(), Qt::Key_Return);
  EXPECT_FALSE(itemOf("hud")->isHidden());
  EXPECT_TRUE(itemOf("bones")->isHidden());
  words->setText({});
  QTest::keyClick(words->findChild<QLineEdit*>(), Qt::Key_Return);

  // New keys, after those of another action were refused.
  list->setCurrentItem(itemOf("bones"));
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(itemOf("bones")->text(1).toStdString(), "Press keys…");
  QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
  EXPECT_TRUE(message->text().startsWith("Ctrl+D is a key of Heads-Up Display already."))
      << message->text().toStdString();
  EXPECT_EQ(keysOf(open, "bones"), "B");
  QTest::keyClick(list, Qt::Key_F7);
  EXPECT_EQ(keysOf(open, "bones"), "F7");
  EXPECT_EQ(itemOf("bones")->text(1).toStdString(), "F7");
  EXPECT_EQ(itemOf("bones")->text(2).toStdString(), "changed");
  // Keys that are pressed twice are taken from the other action.
  QTest::keyClick(list, Qt::Key_Return);
  QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
  QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(keysOf(open, "bones"), "Ctrl+D");
  EXPECT_EQ(keysOf(open, "hud"), "");
  QTest::keyClick(list, Qt::Key_Return);
  QTest::keyClick(list, Qt::Key_Escape);
  EXPECT_TRUE(sheet->isVisible()) << "Escape ends the waiting for keys, not the sheet";
  EXPECT_EQ(keysOf(open, "bones"), "Ctrl+D");
  sheet->findChild<QToolButton*>("resetAllKeys")->click();
  EXPECT_EQ(keysOf(open, "bones"), "B");
  EXPECT_EQ(keysOf(open, "hud"), "Ctrl+D");
  EXPECT_FALSE(sheet->findChild<QToolButton*>("resetAllKeys")->isEnabled());
  QTest::keyClick(list, Qt::Key_Return);
  QTest::keyClick(list, Qt::Key_Delete);
  EXPECT_EQ(keysOf(open, "bones"), "");
  sheet->findChild<QToolButton*>("resetKeys")->click();
  EXPECT_EQ(keysOf(open, "bones"), "B");
}

TEST_F(KeysOfWindow, ButtonsAndMenusRunActions) {
  std::vector<std::string> ran;
  QObject::connect(&open.session, &Session::actionWanted,
                   [&](const std::string& action, const std::vector<std::string>& arguments) {
                     ran.push_back(action);
                     for (const std::string& each : arguments) ran.back() += " " + each;
                   });
  const auto took = [&] { return std::exchange(ran, {}); };
  using Ran = std::vector<std::string>;
  for (auto* button :
       open.window.findChild<QWidget*>("playbackBar")->findChildren<QToolButton*>("transport")) {
    button->click();
  }
  EXPECT_EQ(took(), (Ran{"firstFrame", "previousFrame", "playReversed", "playForward", "nextFrame",
                         "lastFrame"}));
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  // Choices in menus of buttons.
  for (auto* button :
       open.window.findChild<QWidget*>("playbackBar")->findChildren<QToolButton*>()) {
    if (button->menu()) button->menu()->actions().back()->trigger();
  }
  EXPECT_EQ(took(), (Ran{"stepSample", "speed 4", "playOnce"}));
  // The letter in the column Vis.
  const Tree tree{open};
  tree.click(tree.at("/Crossing", PrimColumn::Visibility));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(took(), Ran{"makeInvisible /Crossing"});
  EXPECT_EQ(open.run("undo"), "");
}

TEST(PathTexts, PathsAreFoundInPastedText) {
  using Paths = std::vector<std::string>;
  const std::pair<const char*, Paths> cases[] = {
      {"/World/Car", {"/World/Car"}},
      {"  /World/Car \n", {"/World/Car"}},
      {"</World/Car>", {"/World/Car"}},
      {"\"/World/Car\", '/World/Bus'", {"/World/Car", "/World/Bus"}},
      {"</World/A>,</World/B.size>", {"/World/A", "/World/B.size"}},
      {"/World/Car/", {"/World/Car"}},
      {"/World/Car.", {"/World/Car"}},
      {"/World/Car.primvars:st", {"/World/Car.primvars:st"}},
      {"/", {"/"}},
      {"", {}},
      {" <> , ''", {}},
  };
  for (const auto& [text, paths] : cases) EXPECT_EQ(pathTextsIn(text), paths) << text;
}

TEST_F(KeysOfWindow, PathFieldTakesAPastedPathAndGivesTheKeyboardBack) {
  ASSERT_EQ(open.run("pane", {"primTree"}), "");
  const QWidget* before = QApplication::focusWidget();
  ASSERT_TRUE(before);
  auto* field = open.window.findChild<PathField*>();
  ASSERT_EQ(open.run("goToPath"), "");
  field->setText("\"</Crossing>\"");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(leading(), "/Crossing");
  EXPECT_EQ(QApplication::focusWidget(), before);
  ASSERT_EQ(open.run("goToPath"), "");
  QTest::keyClicks(field, "/Nothing");
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_EQ(QApplication::focusWidget(), before);
  EXPECT_EQ(field->text().toStdString(), "/Crossing");
}

TEST_F(KeysOfWindow, PathFieldShowsTheLeadingPathAndTheCountOfTheOthers) {
  const auto* field = open.window.findChild<PathField*>();
  open.session.select({Path::fromText("/Crossing/Houses/House1/Roof"),
                       Path::fromText("/Crossing/Trees/Tree1"),
                       Path::fromText("/Crossing/Ground/Road")});
  const int wide = field->fontMetrics().horizontalAdvance(
      "/Crossing/Houses/House1/Roof, /Crossing/Trees/Tree1 and 1 more");
  ASSERT_EQ(open.run("uiScale", {"1"}), "");
  for (const int room : {wide + 30, wide - 30, 190}) {
    SCOPED_TRACE(room);
    open.window.findChild<PathField*>()->resize(room, field->height());
    const QString shown = field->text();
    EXPECT_LE(field->fontMetrics().horizontalAdvance(shown), room);
    EXPECT_TRUE(shown.contains(room < 200 ? "Roof and 2 more" : "/Crossing/Houses/House1/Roof"))
        << shown.toStdString();
    EXPECT_TRUE(shown.endsWith(room > wide ? " and 1 more" : " and 2 more")) << shown.toStdString();
  }
  // The whole list is there to be edited, and Enter alone keeps the selection.
  ASSERT_EQ(open.run("goToPath"), "");
  EXPECT_EQ(field->text().count(','), 2);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(open.session.selection.value().prims.size(), 3u);
}

TEST_F(KeysOfWindow, EnterRightAfterTypingSelectsAMatchOfTheNewestText) {
  ASSERT_EQ(open.run("search"), "");
  auto* dock = open.window.findChild<QDockWidget*>("primTree");
  auto* edit = dock->findChild<SearchField*>()->findChild<QLineEdit*>();
  QTest::keyClicks(edit, "type:Camera");
  QTest::keyClick(edit, Qt::Key_Return);  // Sooner than the search starts.
  ASSERT_TRUE(open.settle());
  const Prim found = open.session.subject().prim;
  ASSERT_TRUE(found);
  EXPECT_EQ(found.typeName().text(), "Camera");
  QTest::keyClick(edit, Qt::Key_Escape);
  EXPECT_TRUE(edit->text().isEmpty());
  EXPECT_NE(QApplication::focusWidget(), edit);
}

// A busy desktop hands the keyboard over late; letters that are typed meanwhile are not shortcuts.
TEST_F(KeysOfWindow, LettersAfterThePaletteIsWantedBelongToIt) {
  EXPECT_EQ(findAction("palette")->run({open.session, open.window}, {}), "");
  auto* palette = open.window.findChild<Palette*>();
  ASSERT_TRUE(palette);
  auto* field = palette->findChild<QLineEdit*>();
  ASSERT_FALSE(palette->isActiveWindow());
  for (const char letter : {'l', 'o', 'o', 'p'}) QTest::keyClick(&open.window, letter);
  QTest::keyClick(&open.window, Qt::Key_Space);
  EXPECT_EQ(field->text(), "loop ");
  EXPECT_FALSE(playback().isPlaying);
  QTest::keyClick(&open.window, Qt::Key_Escape);
  EXPECT_FALSE(palette->isVisible());
  QTest::keyClick(&open.window, Qt::Key_Space);
  EXPECT_TRUE(playback().isPlaying) << "afterwards the keys are those of the window";
}

TEST_F(KeysOfWindow, RingIsAroundWhatTheKeyboardReaches) {
  auto* ring = open.window.findChild<FocusRing*>();
  ASSERT_TRUE(ring);
  EXPECT_FALSE(ring->ringed());
  open.select("/Crossing");
  ASSERT_EQ(open.run("pane", {"properties"}), "");
  ASSERT_TRUE(ring->ringed());
  EXPECT_EQ(ring->ringed(), QApplication::focusWidget());
  QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {}, QPoint(3, 3));
  EXPECT_FALSE(ring->ringed()) << "the mouse needs no ring";
  // The keyboard reaches everything in a circle, buttons too.
  std::set<const QWidget*> reached;
  for (int i = 0; i < 400; ++i) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    if (!reached.insert(QApplication::focusWidget()).second && reached.size() > 20) break;
  }
  int buttons = 0;
  for (const QWidget* each : reached) {
    buttons += qobject_cast<const QAbstractButton*>(each) ? 1 : 0;
  }
  EXPECT_GT(buttons, 8);
}

TEST_F(KeysOfWindow, F6GoesThroughThePanesInFront) {
  std::set<const QWidget*> reached;
  for (int i = 0; i < 6; ++i) {
    press(Qt::Key_F6);
    reached.insert(QApplication::focusWidget());
  }
  EXPECT_TRUE(reached.contains(&open.window.viewport()));
  EXPECT_GE(reached.size(), 3u);
  const QWidget* now = QApplication::focusWidget();
  press(Qt::Key_F6);
  press(Qt::Key_F6, Qt::ShiftModifier);
  EXPECT_EQ(QApplication::focusWidget(), now);
}

TEST_F(KeysOfWindow, SpaceOnAButtonPressesIt) {
  QToolButton* first = nullptr;
  for (auto* each : open.window.findChildren<QToolButton*>("transport")) {
    if (!first) first = each;
  }
  ASSERT_TRUE(first);
  open.moveTo(playback().start + 5);
  first->setFocus(Qt::TabFocusReason);
  QTest::keyClick(first, Qt::Key_Space);
  EXPECT_FALSE(playback().isPlaying);
  EXPECT_EQ(playback().time, playback().start);
}

TEST_F(KeysOfWindow, EverythingThatTakesTheKeyboardHasAName) {
  std::set<std::string> nameless;
  const auto check = [&](const std::string& where) {
    QApplication::processEvents();
    for (const QWidget* each : QApplication::allWidgets()) {
      if (!each->isVisible() || each->focusPolicy() == Qt::NoFocus) continue;
      const std::string type = each->metaObject()->className();
      // The picture and containers that scroll; labels say their text.
      if (type == "QLabel" || each == &open.window.viewport() || each->isWindow()) continue;
      if (!hasAccessibleName(*each)) {
        nameless.insert(where + ": " + type + " " + each->objectName().toStdString());
      }
    }
  };
  open.select("/Crossing");
  for (const std::string& pane : open.window.paneIds()) {
    EXPECT_EQ(open.run("pane", {pane}), "") << pane;
    check(pane);
  }
  for (const char* dialog : {"keys", "manual", "colors", "preferences", "palette"}) {
    EXPECT_EQ(open.run(dialog), "");
    check(dialog);
  }
  for (const std::string& each : nameless) ADD_FAILURE() << each;
}

}  // namespace
}  // namespace usdscope
