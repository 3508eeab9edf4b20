// SPDX-License-Identifier: Apache-2.0
// The layouts of the window, and the titles and tabs of its docks.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "app/panes/Panes.h"
#include "app/window/LayoutTable.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Ids = std::set<std::string>;

struct LayoutsTest : testing::Test {
  void SetUp() override { QSettings().clear(); }
  void TearDown() override { QSettings().clear(); }
};

QDockWidget& dock(OpenWindow& open, const char* id) {
  return *open.window.findChild<QDockWidget*>(id);
}

Ids openPanes(OpenWindow& open) {
  Ids ids;
  for (const PaneRow& row : paneRows()) {
    if (!dock(open, row.id).isHidden()) ids.insert(row.id);
  }
  return ids;
}

Ids panesOf(const LayoutRow& layout) {
  Ids ids;
  for (const PanePlace& pane : layout.panes) ids.insert(pane.pane);
  return ids;
}

// Whether a dock is the front tab of its area, or has no tab. Qt moves the other tabs out of sight.
bool isInFront(const QDockWidget& dock) { return dock.isVisible() && dock.x() >= 0; }

TEST_F(LayoutsTest, PanesOfTheTableExist) {
  for (const LayoutRow& layout : layoutRows()) {
    for (const PanePlace& pane : layout.panes) {
      EXPECT_TRUE(std::ranges::any_of(paneRows(), [&](const PaneRow& row) {
        return std::string(row.id) == pane.pane;
      })) << pane.pane;
    }
    EXPECT_EQ(panesOf(layout).size(), layout.panes.size()) << layout.id;
  }
}

TEST_F(LayoutsTest, EachShowsThePanesOfTheTableAndLeavesRoomForThePicture) {
  for (const QSize size : {QSize(1000, 700), QSize(1600, 1000)}) {
    OpenWindow open(size);
    for (const LayoutRow& layout : layoutRows()) {
      ASSERT_EQ(open.run("layout", {layout.id}), "");
      QTest::qWait(50);
      EXPECT_EQ(openPanes(open), panesOf(layout)) << layout.id;
      if (!layout.panes.empty()) {
        EXPECT_TRUE(isInFront(dock(open, layout.panes.front().pane))) << layout.id;
      }
      // Half, but for the least width of the pane Skel.
      EXPECT_GE(open.window.viewport().width(), size.width() * 48 / 100) << layout.id;
      EXPECT_GE(open.window.viewport().height(), size.height() * 2 / 5) << layout.id;
      EXPECT_EQ(open.window.size(), size) << layout.id;
    }
    EXPECT_NE(open.run("layout", {"nonsense"}), "");
    EXPECT_NE(open.run("layout"), "");
  }
}

TEST_F(LayoutsTest, OwnArrangementsAreRememberedForEachLayoutAndAfterARestart) {
  {
    OpenWindow open;
    EXPECT_EQ(open.run("closePane", {"properties"}), "");
    EXPECT_EQ(open.run("floatPane", {"why"}), "");
    EXPECT_EQ(open.run("layoutClips"), "");
    EXPECT_FALSE(dock(open, "properties").isHidden());
    EXPECT_FALSE(dock(open, "why").isFloating());
    EXPECT_EQ(open.run("closePane", {"primTree"}), "");
    EXPECT_EQ(open.run("layout", {"inspect"}), "");
    EXPECT_TRUE(dock(open, "properties").isHidden());
    EXPECT_TRUE(dock(open, "why").isFloating());
    EXPECT_FALSE(dock(open, "primTree").isHidden());
    EXPECT_EQ(open.run("layoutClips"), "");
    open.window.close();
  }
  OpenWindow again;
  EXPECT_EQ(again.window.layoutId(), "clips");
  EXPECT_TRUE(dock(again, "primTree").isHidden());
  EXPECT_EQ(again.run("layoutInspect"), "");
  EXPECT_TRUE(dock(again, "properties").isHidden());
  EXPECT_TRUE(dock(again, "why").isFloating());
  EXPECT_EQ(again.run("resetLayout"), "");
  EXPECT_EQ(openPanes(again), panesOf(*findLayout("inspect")));
  EXPECT_FALSE(dock(again, "why").isFloating());
  EXPECT_EQ(again.run("closePane", {"why"}), "");
  EXPECT_EQ(again.run("layout", {"default"}), "");
  EXPECT_FALSE(dock(again, "why").isHidden());
}

TEST_F(LayoutsTest, DamagedArrangementsAreIgnored) {
  {
    OpenWindow open;
    EXPECT_EQ(open.run("closePane", {"primTree"}), "");
    open.window.close();
  }
  const QString key = "layouts/inspect";
  const QByteArray saved = QSettings().value(key).toByteArray();
  ASSERT_GT(saved.size(), 100);
  {
    OpenWindow good;
    EXPECT_TRUE(dock(good, "primTree").isHidden());
  }
  std::vector<QByteArray> damaged = {{}, "nonsense", saved.left(saved.size() / 2), saved.mid(40)};
  for (const qsizetype at : {qsizetype(40), saved.size() / 2, saved.size() - 1}) {
    damaged.push_back(saved);
    damaged.back()[at] = char(damaged.back()[at] ^ 0x55);
  }
  for (const QByteArray& text : damaged) {
    QSettings().setValue(key, text);
    QSettings().setValue("layouts/current", "no such layout");
    OpenWindow open;
    EXPECT_EQ(openPanes(open), panesOf(layoutRows().front())) << text.size();
    EXPECT_EQ(open.window.layoutId(), "inspect");
  }
}

TEST_F(LayoutsTest, PresentShowsOnlyThePictureAndItsKeyLeavesIt) {
  OpenWindow open;
  EXPECT_EQ(open.run("layoutAnimate"), "");
  QTest::keyClick(&open.window, Qt::Key_F11);
  EXPECT_EQ(open.window.layoutId(), "present");
  EXPECT_TRUE(waitUntil([&] { return open.window.viewport().size() == open.window.size(); }));
  QTest::keyClick(&open.window, Qt::Key_F11);
  EXPECT_EQ(open.window.layoutId(), "animate");
  for (QWidget* bar : {static_cast<QWidget*>(open.window.menuBar()),
                       static_cast<QWidget*>(open.window.statusBar()),
                       static_cast<QWidget*>(open.window.findChild<QToolBar*>("playback"))}) {
    EXPECT_TRUE(bar->isVisible());
  }
  // A pane cannot be shown beside the picture alone.
  EXPECT_EQ(open.run("layout", {"present"}), "");
  EXPECT_EQ(open.run("pane", {"layers"}), "");
  EXPECT_EQ(open.window.layoutId(), "animate");
  EXPECT_TRUE(isInFront(dock(open, "layers")));
}

TEST_F(LayoutsTest, EveryPaneCanBeRaisedFloatedAndClosed) {
  OpenWindow open;
  for (const PaneRow& row : paneRows()) {
    EXPECT_EQ(open.run("pane", {row.id}), "");
    EXPECT_TRUE(waitUntil([&] { return isInFront(dock(open, row.id)); })) << row.id;
    EXPECT_EQ(open.run("floatPane", {row.id}), "");
    EXPECT_TRUE(dock(open, row.id).isFloating()) << row.id;
    EXPECT_EQ(open.run("floatPane", {row.id}), "");
    EXPECT_FALSE(dock(open, row.id).isFloating()) << row.id;
    EXPECT_EQ(open.run("closePane", {row.id}), "");
    EXPECT_TRUE(dock(open, row.id).isHidden()) << row.id;
  }
  for (const char* action : {"pane", "floatPane", "closePane"}) {
    EXPECT_NE(open.run(action, {"nonsense"}), "") << action;
    EXPECT_NE(open.run(action), "") << action;
  }
}

TEST_F(LayoutsTest, TitlesAreNotCutAndNarrowTabBarsScroll) {
  OpenWindow open({1000, 700});
  QTest::qWait(50);
  int count = 0;
  for (const QTabBar* tabs : open.window.findChildren<QTabBar*>()) {
    if (tabs->parent() != &open.window || !tabs->isVisible()) continue;
    ++count;
    EXPECT_EQ(tabs->elideMode(), Qt::ElideNone);
    EXPECT_TRUE(tabs->usesScrollButtons());
    for (int i = 0; i < tabs->count(); ++i) {
      EXPECT_GE(tabs->tabRect(i).width(), tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)))
          << tabs->tabText(i).toStdString();
    }
  }
  EXPECT_GE(count, 3);
}

TEST_F(LayoutsTest, TitleOfALoneDockFloatsAndClosesIt) {
  OpenWindow open;
  EXPECT_EQ(open.run("layoutAnimate"), "");
  QTest::qWait(50);
  auto* title = dock(open, "primTree").titleBarWidget();
  ASSERT_TRUE(title);
  const QList<QToolButton*> buttons = title->findChildren<QToolButton*>();
  ASSERT_EQ(buttons.size(), 2);
  QTest::mouseClick(buttons[0], Qt::LeftButton);
  EXPECT_TRUE(dock(open, "primTree").isFloating());
  QTest::mouseClick(buttons[1], Qt::LeftButton);
  EXPECT_TRUE(dock(open, "primTree").isHidden());
}

// The line that says what an edit changed appears with the first edit.
TEST_F(LayoutsTest, FirstEditDoesNotMoveThePicture) {
  for (const QSize size : {QSize(1000, 700), QSize(1600, 1000)}) {
    for (const char* layout : {"inspect", "clips"}) {
      OpenWindow open(size);
      ASSERT_EQ(open.run("layout", {layout}), "");
      ASSERT_TRUE(open.open(samplePath()));
      open.select("/Crossing/Car");
      QTest::qWait(100);
      const QRect before = open.window.viewport().geometry();
      EXPECT_EQ(open.run("makeInvisible"), "");
      QTest::qWait(100);
      EXPECT_EQ(open.window.viewport().geometry(), before) << layout << " " << size.width();
    }
  }
}

TEST_F(LayoutsTest, VeryLongAndForeignNamesDoNotWidenTheWindow) {
  SceneTexts texts;
  const std::string name(10000, 'n');
  const std::string arabic = "شخصية_الفيلم_الطويلة";
  std::string scene = "def Xform \"" + name + "\" (doc = \"" + std::string(10000, 'd') +
                      "\"\n customData = { string \"" + name + "\" = \"🎬🎬\" })\n{\n double " +
                      name + " = 1\n rel " + name + "2 = </" + name + ">\n}\n";
  scene += "def Xform \"" + arabic + "\" (references = </" + name + ">)\n{\n}\n";
  const std::string file = texts.write("names.usda", scene);
  OpenWindow open({1000, 700});
  ASSERT_TRUE(open.open(file));
  for (const std::string& prim : {"/" + name, "/" + arabic}) {
    for (const PaneRow& row : paneRows()) {
      open.window.showPane(row.id);
      open.select(prim);
      open.select(prim + "." + name);
      EXPECT_TRUE(open.settle());
      QTest::qWait(20);
      EXPECT_EQ(open.window.size(), QSize(1000, 700)) << row.id;
      EXPECT_GE(open.window.viewport().width(), 300) << row.id;
    }
  }
}

}  // namespace
}  // namespace usdscope
