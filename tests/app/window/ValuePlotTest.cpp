// SPDX-License-Identifier: Apache-2.0
// The plot of the Value pane, rows that mark points in the picture, pinned properties, and layers
// that mark items in the picture.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QMouseEvent>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <set>

#include "app/models/ArrayModel.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/value/PlotPage.h"
#include "app/panes/value/PlotView.h"
#include "app/panes/value/ValuePane.h"
#include "app/panes/value/WatchPane.h"
#include "app/session/Inspection.h"
#include "app/viewport/ViewportMarks.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kRoot = R"((
    startTimeCode = 1
    endTimeCode = 20
    timeCodesPerSecond = 24
    subLayers = [@anim.usda@]
)
def Xform "World"
{
    def Mesh "M"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        float[] primvars:heat = [nan, 2, nan, 4] (interpolation = "vertex")
        vector3f drift.timeSamples = { 1: (0, 0, 0), 11: (10, 5, 1), 20: (0, 1, 2) }
        token look.timeSamples = { 1: "red", 10: "blue" }
        double still = 3
    }
    def Cube "Other"
    {
        double size.timeSamples = { 2: 1, 8: 2 }
    }
}
)";
constexpr const char* kAnim = R"(over "World"
{
    over "M"
    {
        point3f[] points.timeSamples = {
            1: [(0,0,0), (1,0,0), (1,1,0), (0,1,0)],
            20: [(0,0,0), (1,0,0), (1,1,5), (0,1,0)]
        }
    }
}
)";

struct ValuePlot : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  ValuePane* pane = nullptr;
  PlotView* view = nullptr;

  void SetUp() override {
    texts.write("anim.usda", kAnim);
    ASSERT_TRUE(open.open(texts.write("root.usda", kRoot)));
    ASSERT_EQ(run("pane", {"value"}), "");
    pane = open.window.findChild<ValuePane*>();
    ASSERT_TRUE(pane);
    view = &pane->plot().view();
  }
  std::string run(const char* id, const std::vector<std::string>& arguments = {}) {
    return open.run(id, arguments);
  }
  const PlotChoice& choice() const { return open.session.inspection().plot.value(); }
  double time() const { return open.session.playback.value().time; }
  QPoint placeOf(double time, double value) const {
    const PlotScale scale = view->scale();
    return {int(std::lround(scale.xOf(time))), int(std::lround(scale.yOf(value)))};
  }
  void wheel(const QPoint& at, int angle, Qt::KeyboardModifiers keys = {}) {
    QWheelEvent event(at, view->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view, &event);
    ASSERT_TRUE(open.settle());
  }
  void move(const QPoint& to, Qt::MouseButtons buttons) {
    QMouseEvent event(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, buttons, {});
    QApplication::sendEvent(view, &event);
  }
  void drag(const QPoint& from, const QPoint& to) {
    QTest::mousePress(view, Qt::LeftButton, {}, from);
    move((from + to) / 2, Qt::LeftButton);
    move(to, Qt::LeftButton);
    QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    ASSERT_TRUE(open.settle());
  }
};

TEST_F(ValuePlot, ComponentsSamplesAndPinsAreDrawn) {
  open.select("/World/M.drift");
  EXPECT_FALSE(view->isVisible());
  EXPECT_EQ(run("plot"), "");
  ASSERT_TRUE(view->isVisible());
  ASSERT_EQ(view->plots().size(), 1u);
  EXPECT_EQ(view->plots()[0]->curves.size(), 3u);
  EXPECT_EQ(view->plots()[0]->sampleCount, 3u);
  EXPECT_EQ(pane->plot().legend(), QStringList{"drift"});

  EXPECT_EQ(run("pinPlot"), "");
  open.select("/World/Other.size");
  EXPECT_EQ(pane->plot().legend(), (QStringList{"size", "M.drift  ✕"}));
  EXPECT_EQ(view->plots().size(), 2u);
  EXPECT_EQ(run("plot", {"/World/M.look", "/World/M.points[2]"}), "");
  ASSERT_EQ(view->plots().size(), 4u);
  EXPECT_EQ(view->plots()[2]->spans.size(), 2u);
  EXPECT_EQ(view->plots()[3]->curves.size(), 3u) << "one element of an array";
  const QImage picture = view->grab().toImage();
  EXPECT_GT(coverage(picture), 0.02);
  // A click on the entry of the legend takes its attribute away.
  for (QToolButton* entry : pane->findChildren<QToolButton*>("plotEntry")) {
    if (entry->text().startsWith("M.look")) QTest::mouseClick(entry, Qt::LeftButton);
  }
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(view->plots().size(), 3u);
  EXPECT_EQ(run("clearPlot"), "");
  EXPECT_EQ(view->plots().size(), 1u);
  EXPECT_EQ(run("plot", {"/World/M"}), "/World/M is not the path of an attribute.");
  EXPECT_EQ(run("plot", {"/Nothing.size"}), "There is no prim /Nothing.");
  EXPECT_EQ(run("table"), "");
  EXPECT_FALSE(view->isVisible());
}

TEST_F(ValuePlot, WheelDragAndKeysMoveTheView) {
  open.select("/World/M.drift");
  ASSERT_EQ(run("plot"), "");
  const PlotScale all = view->scale();
  EXPECT_LT(all.from, 1.0);
  EXPECT_GT(all.to, 20.0);
  const QPoint at = placeOf(5.0, 4.0);
  wheel(at, 240);
  ASSERT_TRUE(choice().times);
  EXPECT_NEAR(view->scale().xOf(5.0), at.x(), 1.0) << "the time under the pointer stays";
  EXPECT_LT(view->scale().to - view->scale().from, all.to - all.from);
  wheel(at, 120, Qt::ControlModifier);
  EXPECT_TRUE(choice().values);

  const double from = view->scale().from;
  drag(placeOf(7.0, 4.0), placeOf(7.0, 4.0) + QPoint(-60, 0));
  EXPECT_GT(view->scale().from, from);
  const double before = time();
  EXPECT_EQ(before, 1.0) << "a pan does not move the playhead";
  view->setFocus();
  QTest::keyClick(view, Qt::Key_F);
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(choice().times || choice().values);
  EXPECT_EQ(view->scale().from, all.from);

  EXPECT_EQ(run("zoomPlot", {"5", "6"}), "");
  EXPECT_EQ(view->scale().from, 5.0);
  // Only what is in view decides the height.
  EXPECT_LT(view->scale().values.high, 6.0);
  EXPECT_NE(run("zoomPlot", {"6", "5"}), "");
  EXPECT_NE(run("zoomPlot", {"6"}), "");
  EXPECT_NE(run("zoomPlot", {"6", "inf"}), "");
  EXPECT_EQ(run("framePlot"), "");
  EXPECT_EQ(view->scale().to, all.to);
}

TEST_F(ValuePlot, PlayheadIsDraggedAndClicksGoToSamples) {
  open.select("/World/M.drift");
  ASSERT_EQ(run("plot"), "");
  QTest::mouseClick(view, Qt::LeftButton, {}, placeOf(11.0, 10.0) + QPoint(2, 2));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(time(), 11.0);
  drag(placeOf(11.0, 2.0), placeOf(15.2, 2.0));
  EXPECT_EQ(time(), 15.0) << "whole frames";
}

TEST_F(ValuePlot, RestsOfThePointerShowTheExactValue) {
  open.select("/World/M.drift");
  ASSERT_EQ(run("plot"), "");
  move(placeOf(11.0, 10.0) + QPoint(3, 1), {});
  EXPECT_TRUE(waitUntil([&] { return !pane->plot().tip().isEmpty(); }));
  EXPECT_TRUE(pane->plot().tip().contains("11: (10, 5, 1)")) << pane->plot().tip().toStdString();
  EXPECT_TRUE(pane->plot().tip().contains("root.usda"));
}

TEST_F(ValuePlot, ValuesThatCannotBePlottedSayWhy) {
  ASSERT_EQ(run("plot"), "");
  EXPECT_TRUE(pane->plot().message().startsWith("Select an attribute"));
  open.select("/World/M.still");
  EXPECT_EQ(pane->plot().message(), "");
  EXPECT_EQ(view->plots()[0]->source, ValueSource::Default);
  open.session.close();
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(pane->plot().message().startsWith("Select an attribute"));
}

TEST_F(ValuePlot, SelectedRowsMarkPointsWhereTheyAreDrawn) {
  open.select("/World/M.points");
  const QAbstractItemModelTester tester(&pane->model());
  ASSERT_TRUE(waitUntil([&] { return pane->model().rowCount() == 4; }));
  pane->view().selectRow(2);
  ASSERT_TRUE(open.settle());
  const auto points = [&] { return *open.window.viewport().marks().points(); };
  ASSERT_EQ(points().size(), 1u);
  EXPECT_EQ(points()[0].point, 2u);
  EXPECT_EQ(points()[0].world.z, 0.0);
  open.moveTo(20.0);
  ASSERT_EQ(points().size(), 1u);
  EXPECT_NEAR(points()[0].world.z, 5.0, 1e-6);
  open.select("/World/M.faceVertexCounts");
  EXPECT_TRUE(points().empty());
  EXPECT_EQ(run("markElements", {"0"}), "");
  EXPECT_EQ(points().size(), 4u) << "all points of the face";
  EXPECT_TRUE(pane->view().selectionModel()->isRowSelected(0));
  EXPECT_NE(run("markElements", {"-1"}), "");
  EXPECT_EQ(run("markElements"), "");
  EXPECT_TRUE(points().empty());
}

TEST_F(ValuePlot, ClickedPointsLeadToTheirRow) {
  open.select("/World/M.primvars:heat");
  ASSERT_TRUE(waitUntil([&] { return pane->model().rowCount() == 4; }));
  open.session.inspection().clickPoint(Path::fromText("/World/M"), 3);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(pane->view().currentIndex().row(), 3);
  open.session.inspection().clickPoint(Path::fromText("/World/Other"), 1);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(pane->view().currentIndex().row(), 3) << "a point of another prim";
  EXPECT_EQ(run("nextNan"), "");
  EXPECT_EQ(pane->view().currentIndex().row(), 0);
  EXPECT_EQ(run("nextNan"), "");
  EXPECT_EQ(pane->view().currentIndex().row(), 2);
}

TEST_F(ValuePlot, PinnedPropertiesStayWhileTheSelectionGoesOn) {
  const auto paneIn = [&](const char* dock) {
    return open.window.findChild<QDockWidget*>(dock)->findChild<PropertiesPane*>();
  };
  PropertiesPane* selected = paneIn("properties");
  ASSERT_TRUE(selected);
  EXPECT_FALSE(open.window.findChild<QDockWidget*>("pinned")->isVisible());
  open.select("/World/M");
  QTest::mouseClick(selected->findChild<QToolButton*>("pin"), Qt::LeftButton);
  ASSERT_TRUE(open.settle());
  PropertiesPane* pinned = paneIn("pinned");
  ASSERT_TRUE(pinned && pinned->isVisible());
  const auto has = [](PropertiesPane& of, const QString& name) {
    for (const auto& row : of.model().rows()) {
      if (row[1].text == name) return true;
    }
    return false;
  };
  EXPECT_TRUE(has(*pinned, "drift"));
  open.select("/World/Other");
  EXPECT_TRUE(has(*pinned, "drift"));
  EXPECT_FALSE(has(*selected, "drift"));
  EXPECT_TRUE(has(*selected, "size"));
  // A click on a row of a pinned prim selects the prim with the property.
  for (int row = 0; row < pinned->model().rowCount(); ++row) {
    if (pinned->model().index(row, 1).data() == "still") pinned->view().selectRow(row);
  }
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.selection.value(),
            (Selection{{Path::fromText("/World/M")}, Token("still")}));
  EXPECT_EQ(run("pinProperties", {"/World/Other", "/World/M"}), "");
  EXPECT_EQ(pinned->model().rowCount(), 2) << "a table of two prims";
  EXPECT_EQ(run("unpinProperties"), "");
  EXPECT_EQ(pinned->model().rowCount(), 0);
  EXPECT_FALSE(pinned->isVisible());
  EXPECT_EQ(run("pinProperties", {"/Nothing"}), "There is no prim /Nothing.");
}

TEST_F(ValuePlot, WatchedAttributesStayWithTheirCurves) {
  EXPECT_EQ(run("table"), "");
  EXPECT_EQ(run("watch", {"/World/Other.size", "/World/M.drift", "/World/M.points[2]",
                          "/World/M.look", "/World/M.gone"}),
            "");
  EXPECT_FALSE(choice().isShown) << "the Value pane stays as it is";
  auto* watch = open.window.findChild<WatchPane*>();
  ASSERT_TRUE(watch);
  EXPECT_TRUE(watch->isVisible());
  open.moveTo(5);
  const auto cell = [&](int row, int column) {
    return watch->model().index(row, column).data().toString().toStdString();
  };
  ASSERT_EQ(watch->model().rowCount(), 5);
  EXPECT_EQ(cell(0, 0), "Other.size");
  EXPECT_EQ(cell(0, 1), "1.5");
  EXPECT_EQ(cell(0, 2), "Samples");
  EXPECT_EQ(cell(2, 0), "M.points[2]");
  EXPECT_EQ(cell(2, 1).substr(0, 7), "(1, 1, ");
  EXPECT_EQ(cell(4, 1), "does not exist");
  ASSERT_TRUE(waitUntil([&] { return watch->curveOf(3) && watch->curveOf(4); }));
  EXPECT_EQ(watch->curveOf(0)->curves.size(), 1u);
  EXPECT_EQ(watch->curveOf(1)->curves.size(), 3u);
  EXPECT_EQ(watch->curveOf(3)->spans.size(), 2u);
  EXPECT_EQ(watch->curveOf(5), nullptr);
  const QAbstractItemModelTester tester(&watch->model());

  open.select("/World/M");
  open.moveTo(8);
  EXPECT_EQ(cell(0, 1), "2");
  watch->view().selectRow(0);
  EXPECT_EQ(open.session.selection.value().property.string(), "size");
  EXPECT_EQ(open.session.selection.value().leading().text(), "/World/Other");
  const QRect curve = watch->view().visualRect(watch->model().index(0, 3));
  const QImage picture = watch->view().viewport()->grab(curve).toImage();
  int bright = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) bright += qGray(picture.pixel(x, y)) > 180;
  }
  EXPECT_GT(bright, 20) << "the curve and the playhead are drawn";
  QTest::keyClick(&watch->view(), Qt::Key_Delete);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(cell(0, 0), "M.drift");
  EXPECT_EQ(run("unwatch", {"/World/M.drift"}), "");
  EXPECT_EQ(watch->model().rowCount(), 3);
  EXPECT_NE(run("watch", {"not a path"}), "");
  EXPECT_EQ(run("clearPlot"), "");
  EXPECT_EQ(watch->model().rowCount(), 0);
}

TEST_F(ValuePlot, MarkedLayersMarkItemsInThePicture) {
  const ViewportMarks& marks = open.window.viewport().marks();
  EXPECT_FALSE(marks.items());
  EXPECT_EQ(run("markLayer", {texts.path("anim.usda")}), "");
  ASSERT_TRUE(marks.items());
  EXPECT_EQ(*marks.items(), (std::unordered_set<Path>{Path::fromText("/World/M")}));
  EXPECT_EQ(run("markLayer"), "");
  EXPECT_FALSE(marks.items());
}

TEST_F(ValuePlot, FlashedLayersAreMutedForAMoment) {
  const auto isMuted = [&] {
    return !open.session.document.value().stage->request().mutedLayers.empty();
  };
  bool wasMuted = false;
  const QObject watcher;
  open.session.document.observe(&watcher, [&](const Document&) { wasMuted |= isMuted(); });
  EXPECT_EQ(run("flashLayer", {"anim.usda"}), "");
  EXPECT_TRUE(waitUntil([&] { return wasMuted && !isMuted() && open.session.isSettled(); }));
  EXPECT_FALSE(open.session.hasSessionEdits());
  EXPECT_EQ(open.session.editOutcome.value().sentence, "Undo: Mute anim.usda");
  EXPECT_EQ(run("flashLayer", {"none.usda"}), "The scene has no layer none.usda.");
  EXPECT_EQ(run("flashLayer"), "Expected a layer.");
}

TEST_F(ValuePlot, FlashesThatFollowEachOtherLeaveNothingMuted) {
  std::string root = kRoot;
  root.insert(root.find("@anim.usda@"), "@more.usda@, ");
  texts.write("more.usda", "over \"World\"\n{\n    double more = 1\n}\n");
  ASSERT_TRUE(open.open(texts.write("two.usda", root)));
  Inspection& inspection = open.session.inspection();
  const auto isMuted = [&](const char* file) {
    return open.session.document.value().stage->request().mutedLayers.contains(texts.path(file));
  };
  bool wasMuted = false;
  bool wasMoreMuted = false;
  const QObject watcher;
  open.session.document.observe(&watcher, [&](const Document& document) {
    if (!document.stage) return;
    wasMuted |= isMuted("anim.usda");
    wasMoreMuted |= isMuted("more.usda");
  });
  const auto isOver = [&] {
    return open.session.edits.value().state().allMuted().empty() && open.session.isSettled() &&
           !isMuted("anim.usda") && !isMuted("more.usda");
  };
  // Before the edit of the first flash is made, the layer is flashed again.
  EXPECT_EQ(inspection.flash("anim.usda"), "");
  EXPECT_EQ(inspection.flash("anim.usda"), "");
  EXPECT_TRUE(waitUntil([&] { return wasMuted && isOver(); }));
  // Now another layer is.
  EXPECT_EQ(inspection.flash("anim.usda"), "");
  EXPECT_EQ(inspection.flash("more.usda"), "");
  EXPECT_TRUE(waitUntil([&] { return wasMoreMuted && isOver(); }));
  EXPECT_FALSE(open.session.hasSessionEdits());
  EXPECT_FALSE(open.session.edits.value().canUndo());
  // The flash of the other layer ends before it begins.
  EXPECT_EQ(inspection.flash("anim.usda"), "");
  EXPECT_EQ(inspection.beginFlash("more.usda"), "");
  inspection.endFlash();
  wasMuted = false;
  wasMoreMuted = false;
  EXPECT_EQ(inspection.flash("anim.usda"), "");
  EXPECT_TRUE(waitUntil([&] { return wasMuted && isOver(); }));
  EXPECT_FALSE(wasMoreMuted);
  EXPECT_FALSE(open.session.edits.value().canUndo());
}

TEST_F(ValuePlot, FlashesThatStayAreMadeOneAfterTheOther) {
  std::string root = kRoot;
  root.insert(root.find("@anim.usda@"), "@more.usda@, ");
  texts.write("more.usda", "over \"World\"\n{\n    double more = 1\n}\n");
  ASSERT_TRUE(open.open(texts.write("two.usda", root)));
  const auto tap = [&](const char* layer) {
    EXPECT_EQ(open.session.inspection().beginFlash(layer), "");
    open.session.inspection().keepFlash();
  };
  const auto areMuted = [&](const std::set<std::string>& files, const char* newest) {
    const EditHistory& edits = open.session.edits.value();
    std::set<std::string> muted;
    for (const char* file : {"anim.usda", "more.usda"}) {
      if (edits.state().allMuted().contains(texts.path(file))) muted.insert(file);
    }
    return open.session.isSettled() && muted == files && edits.undoSentence() == newest;
  };
  // The second tap of a layer comes before the edit of the first one is made.
  tap("anim.usda");
  tap("anim.usda");
  EXPECT_TRUE(waitUntil([&] { return areMuted({}, "Unmute anim.usda"); }));
  tap("anim.usda");
  tap("more.usda");
  tap("anim.usda");
  EXPECT_TRUE(waitUntil([&] { return areMuted({"more.usda"}, "Unmute anim.usda"); }));
}

}  // namespace
}  // namespace usdscope
