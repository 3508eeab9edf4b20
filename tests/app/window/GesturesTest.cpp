// SPDX-License-Identifier: Apache-2.0
// Gestures run rows of the table of actions, and Esc takes back the drag that goes on.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QWheelEvent>

#include "app/actions/Actions.h"
#include "app/models/LayerTreeModel.h"
#include "app/panes/EditsPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/layers/LayersPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/panes/statistics/StatisticsPane.h"
#include "app/panes/value/WatchPane.h"
#include "app/session/Inspection.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/playback/Transport.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kScene = R"((
    startTimeCode = 0
    endTimeCode = 100
    subLayers = [@weak.usda@, @lost.usda@]
)
def Cube "A"
{
    double size.timeSamples = { 0: 1, 50: 2, 100: 1 }
}
def Xform "B"
{
    double size = 1
}
)";

struct Gestures : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  PlaybackStrip* strip = open.window.findChild<PlaybackStrip*>();
  Texts performed;  // The actions that gestures have run, with their arguments.

  void SetUp() override {
    texts.write("weak.usda", "over \"A\"\n{\n    double other = 9\n}\n");
    ASSERT_TRUE(open.open(texts.write("scene.usda", kScene)));
    QObject::connect(&open.session, &Session::actionWanted, &open.window,
                     [this](const std::string& action, const Texts& arguments) {
                       std::string line = action;
                       for (const std::string& argument : arguments) line += ' ' + argument;
                       performed.push_back(line);
                     });
  }
  // Returns the actions since the last call.
  Texts actions() {
    EXPECT_TRUE(open.settle());
    return std::exchange(performed, {});
  }
  template <typename Pane>
  Pane& pane(const char* id) {
    EXPECT_EQ(open.run("pane", {id}), "");
    return *open.window.findChild<Pane*>();
  }
  const PlaybackState& state() const { return open.session.playback.value(); }

  void send(QWidget& widget, QEvent::Type type, QPointF at, Qt::KeyboardModifiers keys = {},
            Qt::MouseButton button = Qt::LeftButton) {
    const bool isUp = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, widget.mapToGlobal(at), button,
                      isUp ? Qt::NoButton : Qt::MouseButtons(button), keys);
    QApplication::sendEvent(&widget, &event);
  }
  void press(QPointF at, Qt::KeyboardModifiers keys = {}, Qt::MouseButton button = Qt::LeftButton) {
    send(*strip, QEvent::MouseButtonPress, at, keys, button);
  }
  void move(QPointF at, Qt::KeyboardModifiers keys = {}, Qt::MouseButton button = Qt::LeftButton) {
    send(*strip, QEvent::MouseMove, at, keys, button);
  }
  void release(QPointF at, Qt::MouseButton button = Qt::LeftButton) {
    send(*strip, QEvent::MouseButtonRelease, at, {}, button);
  }
  QPointF at(double time, double y = 34) const { return {strip->xOf(time), y}; }
  void pressEsc() { QTest::keyClick(&open.window, Qt::Key_Escape); }
};

TEST_F(Gestures, DragsOnTheStripAreActions) {
  press(at(30));
  move(at(40));
  release(at(40));
  EXPECT_EQ(actions(), (Texts{"holdPlayhead", "frame 30", "frame 40", "releasePlayhead"}));
  press(at(20), Qt::ShiftModifier);
  move(at(60), Qt::ShiftModifier);
  release(at(60));
  EXPECT_EQ(actions(), (Texts{"playRange 20 60"}));
  press(at(60) + QPointF(2, -15));
  move(at(70) + QPointF(2, -15));
  release(at(70));
  EXPECT_EQ(actions(), (Texts{"playRange 20 70"})) << "the handle at the end";
  press(at(30), Qt::ControlModifier);
  move(at(40), Qt::ControlModifier);
  release(at(40));
  EXPECT_EQ(actions(), (Texts{"slideRange 10"}));
  const QPointF place = at(50);
  QWheelEvent wheel(place, strip->mapToGlobal(place), {}, {0, 120}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(strip, &wheel);
  const Texts zoomed = actions();
  ASSERT_EQ(zoomed.size(), 1u);
  EXPECT_TRUE(zoomed[0].starts_with("zoomTimeline ")) << zoomed[0];
  press(at(50), {}, Qt::MiddleButton);
  move(at(48), {}, Qt::MiddleButton);
  release(at(48), Qt::MiddleButton);
  const Texts panned = actions();
  ASSERT_EQ(panned.size(), 1u);
  EXPECT_TRUE(panned[0].starts_with("zoomTimeline ")) << panned[0];
  QMouseEvent twice(QEvent::MouseButtonDblClick, at(50), strip->mapToGlobal(at(50)), Qt::LeftButton,
                    Qt::LeftButton, {});
  QApplication::sendEvent(strip, &twice);
  EXPECT_EQ(actions(), (Texts{"wholeTimeline", "resetRange"}));
}

TEST_F(Gestures, EscTakesBackTheDragOnTheStrip) {
  ASSERT_EQ(open.run("frame", {"12.5"}), "");
  open.session.setPlaying(true);
  const double begun = state().time;
  press(at(30));
  move(at(70));
  EXPECT_EQ(state().time, 70.0);
  pressEsc();
  EXPECT_TRUE(state().isPlaying) << "as before the drag";
  open.session.setPlaying(false);
  EXPECT_NEAR(state().time, begun, 10.0);
  move(at(80));
  release(at(80));
  EXPECT_NEAR(state().time, begun, 10.0) << "the rest of the drag has no effect";

  ASSERT_EQ(open.run("playRange", {"10", "90"}), "");
  press(at(20), Qt::ShiftModifier);
  move(at(60), Qt::ShiftModifier);
  EXPECT_EQ(state().playEnd, 60.0);
  pressEsc();
  release(at(60));
  EXPECT_EQ(std::pair(state().playStart, state().playEnd), std::pair(10.0, 90.0));

  ASSERT_EQ(open.run("zoomTimeline", {"40.25", "60"}), "");
  press(at(50), {}, Qt::MiddleButton);
  move(at(45), {}, Qt::MiddleButton);
  EXPECT_NE(strip->times(), std::pair(40.25, 60.0));
  pressEsc();
  release(at(45), Qt::MiddleButton);
  EXPECT_EQ(strip->times(), std::pair(40.25, 60.0));
}

TEST_F(Gestures, EscTakesBackTheRectangle) {
  ViewportWidget& viewport = open.window.viewport();
  open.select("/A");
  const QImage before = viewport.grab().toImage();
  const QPointF first(5, 5);
  const QPointF last(viewport.width() - 5.0, viewport.height() - 5.0);
  const auto drag = [&](QEvent::Type type, QPointF to) {
    send(viewport, type, to, Qt::ControlModifier);
  };
  drag(QEvent::MouseButtonPress, first);
  drag(QEvent::MouseMove, last);
  EXPECT_GT(difference(before, viewport.grab().toImage()), 0.001) << "the rectangle is drawn";
  QTest::keyClick(&open.window, Qt::Key_Escape, Qt::ControlModifier);
  EXPECT_EQ(difference(before, viewport.grab().toImage()), 0.0);
  drag(QEvent::MouseMove, last - QPointF(50, 50));
  EXPECT_EQ(difference(before, viewport.grab().toImage()), 0.0) << "it does not begin anew";
  drag(QEvent::MouseButtonRelease, last);
  EXPECT_EQ(actions(), Texts());
  EXPECT_EQ(open.session.selection.value().leading().text(), "/A");

  drag(QEvent::MouseButtonPress, first);
  drag(QEvent::MouseMove, last);
  drag(QEvent::MouseButtonRelease, last);
  const Texts selected = actions();
  ASSERT_EQ(selected.size(), 1u);
  EXPECT_TRUE(selected[0].starts_with("selectRectangle 5 5 ")) << selected[0];
  EXPECT_TRUE(selected[0].ends_with(" toggle")) << selected[0];
  EXPECT_TRUE(open.session.selection.value().prims.empty());
  QTest::mouseClick(&viewport, Qt::LeftButton, Qt::ShiftModifier, {7, 9});
  EXPECT_EQ(actions(), (Texts{"pick 7 9 add"}));
}

TEST_F(Gestures, EscTakesBackTheWipe) {
  EXPECT_EQ(open.run("compareWith", {"35"}), "");
  EXPECT_EQ(open.run("wipe", {"0.5"}), "");
  const auto wipe = [this] {
    return open.session.viewChoice().arrangement.value().comparison.wipe;
  };
  QWidget* handle = nullptr;
  for (QWidget* each : open.window.viewport().findChildren<QWidget*>()) {
    if (each->cursor().shape() == Qt::SplitHCursor) handle = each;
  }
  ASSERT_TRUE(handle);
  send(*handle, QEvent::MouseButtonPress, {3, 50});
  send(*handle, QEvent::MouseMove, {103, 50});
  EXPECT_GT(wipe(), 0.55);
  ASSERT_EQ(performed.size(), 1u);
  EXPECT_TRUE(performed[0].starts_with("wipe 0.")) << performed[0];
  pressEsc();
  EXPECT_EQ(wipe(), 0.5);
  send(*handle, QEvent::MouseMove, {203, 50});
  send(*handle, QEvent::MouseButtonRelease, {203, 50});
  EXPECT_EQ(wipe(), 0.5);
}

TEST_F(Gestures, FrameFieldRunsActions) {
  auto* field = open.window.findChild<QLineEdit*>("frame");
  ASSERT_TRUE(field);
  const auto type = [&](const char* text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  };
  type("24 1/3");
  EXPECT_EQ(state().time, 24.0 + 1.0 / 3.0) << "not rounded";
  type("24-");
  type("default");
  field->setFocus();
  QTest::keyClick(field, Qt::Key_Up);
  EXPECT_EQ(actions(), (Texts{"frame 24.333333333333332", "frame 24-", "frame default", "step 1"}));
}

TEST_F(Gestures, SelectionInListsIsAnAction) {
  auto& layers = pane<LayersPane>("layers");
  auto* layerView = layers.findChild<QTreeView*>();
  auto* layerModel = layers.findChild<LayerTreeModel*>();
  QModelIndex weak;
  for (int row = 0; row < layerModel->rowCount({}); ++row) {
    const QModelIndex parent = layerModel->index(row, 0, {});
    for (int inner = 0; inner < layerModel->rowCount(parent); ++inner) {
      const QModelIndex index = layerModel->index(inner, 0, parent);
      if (layerModel->rowOf(index).identifier == texts.path("weak.usda")) weak = index;
    }
  }
  ASSERT_TRUE(weak.isValid());
  actions();
  QTest::mouseClick(layerView->viewport(), Qt::LeftButton, {},
                    layerView->visualRect(weak).center());
  EXPECT_EQ(actions().back(), "markLayer " + texts.path("weak.usda"));
  EXPECT_TRUE(open.session.layerMarks.value());

  Tree tree(open);
  tree.click(tree.at("/A"));
  EXPECT_EQ(actions(), (Texts{"select /A"}));

  auto& problems = pane<ProblemsPane>("problems");
  auto* problemView = problems.findChild<QTreeView*>();
  ASSERT_TRUE(waitUntil([&] { return problemView->model()->rowCount() > 0; }));
  actions();
  QTest::mouseClick(problemView->viewport(), Qt::LeftButton, {},
                    problemView->visualRect(problemView->model()->index(0, 1))
                        .intersected(problemView->viewport()->rect())
                        .center());
  EXPECT_EQ(actions(), (Texts{"showProblem 1"}));

  auto& statistics = pane<StatisticsPane>("statistics");
  actions();
  statistics.findChild<QTabBar*>()->setCurrentIndex(1);
  EXPECT_EQ(actions(), (Texts{"statistics types"}));
  auto* counts = statistics.findChild<QTableView*>();
  ASSERT_TRUE(waitUntil([&] { return counts->model()->rowCount() > 0; }));
  const std::string name = counts->model()->index(0, 0).data().toString().toStdString();
  QTest::mouseClick(counts->viewport(), Qt::LeftButton, {},
                    counts->visualRect(counts->model()->index(0, 0)).center());
  EXPECT_EQ(actions(), (Texts{"selectCounted types " + name}));
  EXPECT_EQ(open.run("statistics", {"kinds"}), "");
  EXPECT_EQ(actions(), Texts()) << "an action moves the tab, which runs no other one";
}

TEST_F(Gestures, RowsOfWatchPropertiesAndEditsRunActions) {
  ASSERT_EQ(open.run("watch", {"/A.size", "/B.size"}), "");
  open.select("/B");
  auto& watch = pane<WatchPane>("watch");
  auto* watched = watch.findChild<QTableView*>();
  ASSERT_EQ(watched->model()->rowCount(), 2);
  const auto click = [](QTableView& view, int row, int column) {
    const QModelIndex cell = view.model()->index(row, column);
    view.scrollTo(cell);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
  };
  click(*watched, 1, 0);
  actions();
  click(*watched, 0, 0);
  EXPECT_EQ(actions(), (Texts{"select /A.size"}));
  EXPECT_EQ(open.session.selection.value().property.string(), "size");
  watched->setFocus();
  QTest::keyClick(watched, Qt::Key_Delete);
  EXPECT_EQ(actions(), (Texts{"unwatch /A.size"}));
  EXPECT_EQ(open.session.inspection().plot.value().pinned.size(), 1u);

  open.select("/B");
  EXPECT_EQ(open.run("deselectProperty"), "");
  PropertiesPane& properties = *open.properties();
  EXPECT_EQ(open.run("pane", {"properties"}), "");
  auto* rows = properties.findChild<QTableView*>();
  int row = -1;
  for (int i = 0; i < rows->model()->rowCount(); ++i) {
    for (int column = 0; column < 2; ++column) {
      if (rows->model()->index(i, column).data().toString() == "size") row = i;
    }
  }
  ASSERT_GE(row, 0);
  click(*rows, row == 0 ? 1 : 0, 1);
  actions();
  click(*rows, row, 1);
  EXPECT_EQ(actions(), (Texts{"selectProperty size"}));
  EXPECT_EQ(open.run("selectProperty", {"nothing"}), "/B has no property nothing.");

  ASSERT_EQ(open.run("deactivate", {"/B"}), "");
  auto& edits = pane<EditsPane>("edits");
  actions();
  edits.view().selectRow(0);
  EXPECT_EQ(actions(), (Texts{"chooseEdits 1"}));
  EXPECT_EQ(open.session.inspection().chosenEdits.value(),
            std::vector{open.session.edits.value().rows().front().id});
  EXPECT_NE(open.run("chooseEdits", {"7"}), "");
  EXPECT_EQ(open.run("chooseEdits"), "");
  EXPECT_TRUE(open.session.inspection().chosenEdits.value().empty());
}

TEST_F(Gestures, MenuKeyOpensTheMenuOfTheSelection) {
  open.select("/A");
  ViewportWidget& viewport = open.window.viewport();
  int opened = 0;
  // The menu itself would wait for the user.
  QObject::disconnect(&viewport, &ViewportWidget::menuWanted, nullptr, nullptr);
  QObject::connect(&viewport, &ViewportWidget::menuWanted, &open.window, [&](const QPoint& at) {
    ++opened;
    EXPECT_TRUE(viewport.rect().contains(viewport.mapFromGlobal(at)));
  });
  viewport.setFocus();
  QTest::keyClick(&viewport, Qt::Key_Menu);
  QTest::keyClick(&viewport, Qt::Key_F10, Qt::ShiftModifier);
  EXPECT_EQ(opened, 2);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/A");
}

}  // namespace
}  // namespace usdscope
