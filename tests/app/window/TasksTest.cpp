// SPDX-License-Identifier: Apache-2.0
// Tasks of everyday work, done by mouse and keys alone. Each prints its number of gestures: a
// click, a key, and a typed word are one gesture each.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QTreeView>
#include <algorithm>
#include <iostream>

#include "app/models/LayerTreeModel.h"
#include "app/models/PrimTreeModel.h"
#include "app/panes/ChangesLine.h"
#include "app/panes/CompositionPane.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/MetadataPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/primtree/MentionsView.h"
#include "app/panes/problems/ProblemModel.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/session/edits/LayerSaver.h"
#include "app/widgets/CellEditor.h"
#include "engine/report/dump/Dump.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

constexpr const char* kShot = R"((
    doc = "the shot"
    subLayers = [@anim.usda@, @layout.usda@]
)
def Xform "Set" (
    variants = { string look = "broken" }
    prepend variantSets = "look"
    prepend references = [@strong.usda@</M>, @weak.usda@</M>]
)
{
    variantSet "look" = {
        "broken" {
            over "Ball"
            {
                double radius = 0
            }
        }
        "good" {
        }
    }
}
def Xform "Prop" (
    payload = @lost.usda@
)
{
}
def "Copy" (
    instanceable = true
    references = @strong.usda@</M>
)
{
}
def Sphere "Mover"
{
    double radius.timeSamples = { 1: 1, 2: 2 }
}
def Camera "Lens"
{
    float focalLength.timeSamples = { 1: 35, 2: 50 }
}
def Material "Paint"
{
    def Shader "Rust"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @./maps/rusty_albedo.png@
    }
}
)";
constexpr const char* kAnim =
    "over \"Set\"\n{\n    over \"Ball\"\n    {\n        double size = 2\n    }\n}\n";
constexpr const char* kLayout = R"(over "Set"
{
    over "Ball"
    {
        double size.timeSamples = { 1: 1, 2: 2, 3: 3 }
        custom float[] weights = [0, 1, nan, 2]
    }
}
)";
constexpr const char* kStrong = "def Xform \"M\"\n{\n    def Sphere \"Ball\"\n    {\n    }\n}\n";
constexpr const char* kWeak = "def Xform \"Other\"\n{\n}\n";

/// A user with a mouse and a keyboard, who counts gestures.
struct Tasks : testing::Test {
  SceneTexts texts;
  std::unique_ptr<OpenWindow> open;
  int gestures = 0;

  void SetUp() override {
    QSettings().clear();
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    open = std::make_unique<OpenWindow>(QSize(1600, 1000));
    texts.write("anim.usda", kAnim);
    texts.write("layout.usda", kLayout);
    texts.write("strong.usda", kStrong);
    texts.write("weak.usda", kWeak);
    ASSERT_TRUE(open->open(texts.write("shot.usda", kShot)));
    QTest::qWait(100);
  }
  void TearDown() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::cout << test->name() << ": " << gestures << " gestures\n";
    RecordProperty("gestures", gestures);
    QSettings().clear();
  }

  void rest() {
    EXPECT_TRUE(open->settle());
    QTest::qWait(30);
  }
  void click(QWidget& widget, const QPoint& at, Qt::KeyboardModifiers modifiers = {}) {
    ++gestures;
    QTest::mouseClick(&widget, Qt::LeftButton, modifiers, at);
    rest();
  }
  void click(QAbstractItemView& view, const QModelIndex& index) {
    ASSERT_TRUE(index.isValid());
    view.scrollTo(index);
    ASSERT_FALSE(placeOf(view, index).isEmpty());
    click(*view.viewport(), placeOf(view, index).center());
  }
  // The part of a row that is in sight.
  static QRect placeOf(const QAbstractItemView& view, const QModelIndex& index) {
    return view.visualRect(index).intersected(view.viewport()->rect());
  }
  void doubleClick(QAbstractItemView& view, const QModelIndex& index) {
    ASSERT_TRUE(index.isValid());
    ++gestures;
    view.scrollTo(index);
    const QPoint at = placeOf(view, index).center();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at);
    QTest::qWait(50);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
    rest();
  }
  // Right-clicks a row, and clicks an entry of its menu.
  void choose(QAbstractItemView& view, const QModelIndex& index, const QString& entry) {
    ASSERT_TRUE(index.isValid());
    view.scrollTo(index);
    bool isChosen = false;
    QTimer timer;  // The menu has an event loop of its own.
    QObject::connect(&timer, &QTimer::timeout, &open->window, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      timer.stop();
      for (QAction* action : menu->actions()) {
        if (action->text() != entry || !action->isEnabled()) continue;
        ++gestures;
        isChosen = true;
        return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      }
      menu->close();
    });
    timer.start(20);
    ++gestures;
    // Only the system's events open menus, and these go to the window.
    const QPoint at = view.viewport()->mapTo(&open->window, placeOf(view, index).center());
    QTest::mouseClick(open->window.windowHandle(), Qt::RightButton, {}, at);
    rest();
    EXPECT_TRUE(isChosen) << entry.toStdString();
  }
  void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    ++gestures;
    QTest::keyClick(&widget, key, modifiers);
    rest();
  }
  // Types into the field that has the keys.
  void type(const QString& text) {
    ++gestures;
    ASSERT_TRUE(QApplication::focusWidget());
    QTest::keyClicks(QApplication::focusWidget(), text);
    rest();
  }
  // Clicks the tab of a pane, unless the pane is in front.
  void bringToFront(const char* id) {
    const auto* dock = open->window.findChild<QDockWidget*>(id);
    if (dock->isVisible() && dock->x() >= 0) return;  // Qt moves other tabs out of sight.
    for (QTabBar* tabs : open->window.findChildren<QTabBar*>()) {
      for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->tabText(i) != dock->windowTitle()) continue;
        click(*tabs, tabs->tabRect(i).center());
        EXPECT_GE(dock->x(), 0) << id;
        return;
      }
    }
    ADD_FAILURE() << "no tab for " << id;
  }

  QTreeView& primTree() {
    return *open->window.findChild<PrimTreePane*>()->findChild<QTreeView*>();
  }
  void clickPrim(const char* path) {
    auto* model = open->window.findChild<PrimTreePane*>()->findChild<PrimTreeModel*>();
    const Path wanted = Path::fromText(path);
    // The arrows of its ancestors are clicked first.
    for (Path at = wanted.parent(); !at.isRoot(); at = at.parent()) {
      const QModelIndex index = model->indexOf(at);
      if (primTree().isExpanded(index)) continue;
      click(primTree(), index);
      press(primTree(), Qt::Key_Plus);
    }
    click(primTree(), model->indexOf(wanted).siblingAtColumn(0));
  }
  QModelIndex property(const QString& name) {
    const QAbstractItemModel* model = open->properties()->view().model();
    for (int row = 0; row < model->rowCount(); ++row) {
      if (model->index(row, 1).data().toString() == name) return model->index(row, 1);
    }
    ADD_FAILURE() << "no property " << name.toStdString();
    return {};
  }
  void clickProperty(const QString& name) { click(open->properties()->view(), property(name)); }
  double radius() {
    const Prim ball = open->session.document.value().stage->primAt(Path::fromText("/Set/Ball"));
    const Value value = ball.attribute(Token("radius")).value(TimeCode(1));
    const auto* number = value.find<double>();
    return number ? *number : -1.0;
  }
};

TEST_F(Tasks, LayerThatWinsIsMarked) {
  clickPrim("/Set/Ball");
  clickProperty("size");
  bringToFront("layerStack");
  const auto& rows = open->window.findChild<LayerStackPane*>()->model().rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_TRUE(rows[0][0].isBold);
  EXPECT_TRUE(rows[0][0].text.contains("anim.usda"));
  EXPECT_EQ(rows[1].back().text.toStdString(),
            "a default in the higher sublayer anim.usda hides 3 samples here");
  EXPECT_LE(gestures, 5);
}

TEST_F(Tasks, MutedLayerListsItsChanges) {
  bringToFront("layers");
  auto* view = open->window.findChild<QWidget*>("layers")->findChild<QTreeView*>();
  auto* model = qobject_cast<LayerTreeModel*>(view->model());
  ASSERT_TRUE(model);
  const QModelIndexList rows = model->match(model->index(0, 0), Qt::DisplayRole, "anim.usda", 1,
                                            Qt::MatchContains | Qt::MatchRecursive);
  ASSERT_EQ(rows.size(), 1);
  click(*view, rows[0].siblingAtColumn(LayerTreeModel::kMute));
  auto* line = open->window.findChild<QWidget*>("layers")->findChild<ChangesLine*>();
  EXPECT_TRUE(line->isVisible());
  click(*line, line->rect().center());
  const auto& changed = open->session.selection.value().prims;
  EXPECT_NE(std::ranges::find(changed, Path::fromText("/Set/Ball")), changed.end());
  EXPECT_LE(gestures, 3);
}

TEST_F(Tasks, NanInAnArrayIsFound) {
  clickPrim("/Set/Ball");
  clickProperty("weights");
  bringToFront("value");
  auto* pane = open->window.findChild<QWidget*>("value");
  QLabel* link = nullptr;
  for (QLabel* label : pane->findChildren<QLabel*>()) {
    if (label->isVisible() && label->text().contains("1 NaN")) link = label;
  }
  ASSERT_TRUE(link) << "the count of NaN is not shown";
  auto* view = pane->findChild<QAbstractItemView*>();
  // The user sees where the link is; the test looks for it.
  ++gestures;
  for (int x = 0; x < link->width() && view->currentIndex().row() != 2; x += 6) {
    QTest::mouseClick(link, Qt::LeftButton, {}, QPoint(x, link->height() / 2));
  }
  EXPECT_EQ(view->currentIndex().row(), 2);
  EXPECT_LE(gestures, 6);
}

TEST_F(Tasks, VariantThatBreaksTheLookIsChanged) {
  EXPECT_EQ(radius(), 0.0);
  clickPrim("/Set/Ball");
  clickProperty("radius");
  bringToFront("layerStack");
  const auto& rows = open->window.findChild<LayerStackPane*>()->model().rows();
  ASSERT_FALSE(rows.empty());
  EXPECT_TRUE(rows[0][1].text.contains("{look=broken}")) << rows[0][1].text.toStdString();
  clickPrim("/Set");
  bringToFront("metadata");
  auto* choice = open->window.findChild<MetadataPane*>()->findChild<QComboBox*>();
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->currentText(), "broken");
  choice->setFocus();
  press(*choice, Qt::Key_Down);
  EXPECT_EQ(radius(), 1.0);
  EXPECT_LE(gestures, 8);
}

TEST_F(Tasks, ArcThatLostHasAReason) {
  clickPrim("/Set");
  bringToFront("composition");
  const auto& rows = open->window.findChild<CompositionPane*>()->model().rows();
  bool isThere = false;
  for (const RowTreeModel::Row& row : rows) {
    if (row.cells[0].text.contains("weak.usda")) isThere |= !row.cells[4].text.isEmpty();
  }
  EXPECT_TRUE(isThere) << "the reference without a prim has a reason";
  EXPECT_LE(gestures, 2);
}

TEST_F(Tasks, MetadataOfTheRootIsShown) {
  // Nothing is selected, which is the root.
  bringToFront("metadata");
  const auto& rows = open->window.findChild<MetadataPane*>()->model().rows();
  bool isThere = false;
  for (const RowTreeModel::Row& row : rows) isThere |= row.cells[1].text.contains("the shot");
  EXPECT_TRUE(isThere);
  EXPECT_LE(gestures, 1);
}

TEST_F(Tasks, MissingPayloadIsFound) {
  bringToFront("problems");
  auto* pane = open->window.findChild<ProblemsPane*>();
  auto* view = pane->findChild<QTreeView*>();
  const auto* model = pane->findChild<ProblemModel*>();
  QModelIndex row;
  for (int i = 0; i < model->rowCount(); ++i) {
    if (model->problem(i).asset == "lost.usda") row = model->index(i, ProblemModel::kProblem);
  }
  ASSERT_TRUE(row.isValid());
  EXPECT_FALSE(placeOf(*view, row).isEmpty()) << "the user has to scroll";
  EXPECT_TRUE(row.data().toString().contains(QString::fromStdString(texts.path("lost.usda"))))
      << "the places that were searched are named: " << row.data().toString().toStdString();
  click(*view, row);
  EXPECT_EQ(open->session.selection.value().leading(), Path::fromText("/Prop"));
  EXPECT_LE(gestures, 2);
}

TEST_F(Tasks, AnimatedPrimsAreListed) {
  const Tree tree(*open);
  press(open->window, Qt::Key_F, Qt::ControlModifier);
  type("animated:yes");
  // The samples of the ball have no effect: a stronger layer has a default.
  ASSERT_TRUE(waitUntil([&] { return tree.count().startsWith("2 of "); }))
      << tree.count().toStdString();
  EXPECT_EQ(tree.model->rowCount(tree.at("/")), 2);
  EXPECT_TRUE(tree.at("/Mover").isValid());
  EXPECT_TRUE(tree.at("/Lens").isValid());
  EXPECT_LE(gestures, 2);
  press(*QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(open->session.selection.value().leading(), Path::fromText("/Mover"));
  EXPECT_LE(gestures, 3);
}

TEST_F(Tasks, InstanceLeadsToItsPrototype) {
  const Tree tree(*open);
  choose(*tree.view, tree.at("/Copy"), "Prototype of Instance");
  const Path leading = open->session.selection.value().leading();
  const auto& stage = open->session.document.value().stage;
  EXPECT_EQ(leading, stage->primAt(Path::fromText("/Copy")).prototype().path());
  const QModelIndex row = tree.at(leading.text().c_str());
  ASSERT_TRUE(row.isValid());
  EXPECT_TRUE(tree.view->selectionModel()->isSelected(row));
  EXPECT_FALSE(placeOf(*tree.view, row).isEmpty());
  EXPECT_LE(gestures, 2);
}

TEST_F(Tasks, MentionsOfATextureAreFound) {
  const Tree tree(*open);
  press(open->window, Qt::Key_F, Qt::ControlModifier);
  type("mentions:rusty_albedo");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "1 found"; })) << tree.count().toStdString();
  auto* list = tree.pane->findChild<MentionsView*>();
  ASSERT_TRUE(list->isVisible());
  EXPECT_EQ(list->model().rows().at(0)[0].text, "/Paint/Rust.inputs:file");
  EXPECT_EQ(list->model().rows().at(0)[2].text, "shot.usda");
  click(list->view(), list->model().index(0, 1));
  EXPECT_EQ(open->session.selection.value().leading(), Path::fromText("/Paint/Rust"));
  EXPECT_EQ(open->session.selection.value().property, Token("inputs:file"));
  EXPECT_LE(gestures, 3);
}

TEST_F(Tasks, ValueIsOverriddenAndSaved) {
  clickPrim("/Set/Ball");
  doubleClick(open->properties()->view(), property("radius").siblingAtColumn(2));
  ASSERT_TRUE(open->window.findChild<CellEditor*>());
  type("5");
  press(*QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(radius(), 5.0);
  QTimer timer;  // The dialog has an event loop of its own.
  QString file;
  QObject::connect(&timer, &QTimer::timeout, &open->window, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    // Without a window manager, nothing else gives it the keys.
    if (!dialog->isActiveWindow()) return dialog->activateWindow();
    timer.stop();
    file = dialog->selectedFiles().value(0);
    ++gestures;  // The name that is proposed is a good one.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    if (dialog->isVisible()) dialog->reject();
  });
  timer.start(100);
  press(open->window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QFileInfo(file).fileName(), "shot-overrides.usda");
  EXPECT_TRUE(open->session.saver().unsaved.value().empty());
  EXPECT_LE(gestures, 6);
  ASSERT_TRUE(open->open(file.toStdString()));
  EXPECT_EQ(radius(), 5.0);
  ASSERT_TRUE(open->open(texts.path("shot.usda")));
  EXPECT_EQ(radius(), 0.0) << "the shot itself stays as it was";
}

TEST_F(Tasks, EverythingIsUndone) {
  Diagnostics problems;
  const auto dump = [&] {
    return dumpToText(dumpStage(*open->session.document.value().stage, {}, problems));
  };
  const std::string before = dump();
  clickPrim("/Set");
  press(open->window, Qt::Key_H, Qt::ControlModifier);
  clickPrim("/Prop");
  press(open->window, Qt::Key_H, Qt::ControlModifier);
  EXPECT_NE(dump(), before);
  const int made = gestures;
  press(open->window, Qt::Key_Z, Qt::ControlModifier);
  press(open->window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(dump(), before);
  EXPECT_EQ(gestures - made, 2);
  EXPECT_FALSE(open->session.hasSessionEdits());
}

}  // namespace
}  // namespace usdscope
