// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include "app/panes/LayerStackPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/TimeField.h"
#include "app/widgets/SearchField.h"
#include "engine/compose/LayerStack.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

QString countIn(SearchField& field) { return field.findChild<QLabel*>()->text(); }

TEST(Properties, RowsAreSearchedAndCounted) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.select("/Crossing/Car");
  auto* pane = open.properties();
  auto* search = pane->findChild<SearchField*>();
  const auto total = pane->model().rows().size();
  const auto properties = std::ranges::count_if(
      pane->model().rows(),
      [](const TableModel::Row& row) { return row[0].text.startsWith('A') || row[0].text == "R"; });
  const struct {
    const char* text;
    std::size_t count;
  } cases[] = {{"animated", 1}, {"ORDER", 1}, {"authored xform", 2}, {"clips", 0}, {"", total}};
  for (const auto& c : cases) {
    search->setText(c.text);
    EXPECT_TRUE(waitUntil([&] { return pane->model().rows().size() == c.count; })) << c.text;
  }
  EXPECT_EQ(countIn(*search), QString::number(properties));
}

TEST(Properties, SayInWordsWhereAValueIsFrom) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.select("/Crossing/Car");
  QStringList words;
  for (const auto& row : open.properties()->model().rows()) {
    words << row[1].text + ": " + row[3].text;
  }
  for (const char* wanted : {"proxyPrim: ", "visibility: Fallback", "xformOpOrder: Default",
                             "xformOp:translate: Samples"}) {
    EXPECT_TRUE(words.contains(wanted)) << wanted << " in " << words.join(", ").toStdString();
  }
}

TEST(Properties, SelectedRowStaysInViewUntilTheUserScrolls) {
  OpenWindow open{QSize(1200, 900)};
  ASSERT_TRUE(open.open(samplePath()));
  ASSERT_EQ(open.run("layout", {"inspect"}), "");
  open.select("/Crossing/Birds/Bird1.points");
  QTableView& view = open.properties()->view();
  auto* dock = open.window.findChild<QDockWidget*>("properties");
  const auto isInView = [&] {
    QApplication::processEvents();
    const QRect row = view.visualRect(view.currentIndex());
    return row.isValid() && view.viewport()->rect().contains(row.center());
  };
  ASSERT_TRUE(isInView());
  ASSERT_EQ(view.currentIndex().siblingAtColumn(1).data().toString(), "points");
  for (const int height : {500, 170, 300, 150}) {
    open.window.resizeDocks({dock}, {height}, Qt::Vertical);
    EXPECT_TRUE(isInView()) << height;
  }
  // Other rows come in front of it.
  for (const char* order : {"schema", "composed", "namespace"}) {
    ASSERT_EQ(open.run("propertyOrder", {order}), "");
    EXPECT_TRUE(isInView()) << order;
  }
  QScrollBar& bar = *view.verticalScrollBar();
  ASSERT_GT(bar.maximum(), 0);
  bar.triggerAction(bar.value() > bar.maximum() / 2 ? QScrollBar::SliderToMinimum
                                                    : QScrollBar::SliderToMaximum);
  EXPECT_FALSE(isInView());
  open.window.resizeDocks({dock}, {160}, Qt::Vertical);
  EXPECT_FALSE(isInView());
  // The row becomes current again.
  open.select("/Crossing/Birds/Bird1.visibility");
  open.select("/Crossing/Birds/Bird1.points");
  EXPECT_TRUE(isInView());
}

TEST(LayerStack, HasUsdviewsColumns) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  auto* pane = open.window.findChild<LayerStackPane*>();
  const auto columns = [&] {
    QStringList titles;
    for (int i = 0; i < pane->model().columnCount(); ++i) {
      titles << pane->model().headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return titles;
  };
  open.window.showPane("layerStack");
  open.select("/Crossing/Car.xformOp:translate");
  EXPECT_EQ(columns(), (QStringList{"Layer", "Offset, Scale", "Path", "Value", "Span", "Reason"}));
  EXPECT_EQ(pane->model().rows()[0][1].text, "(1, 1)");
  open.select("/Crossing/Car.xformOpOrder");
  EXPECT_EQ(columns(), (QStringList{"Layer", "Path", "Value", "Reason"}));
  open.select("/Crossing/Car.proxyPrim");
  EXPECT_TRUE(columns().contains("Target Paths"));
  EXPECT_EQ(open.run("deselectProperty"), "");
  EXPECT_TRUE(columns().contains("Metadata"));
  open.select("/");
  EXPECT_EQ(columns().front(), "Layer");
  EXPECT_FALSE(columns().contains("Path"));
}

TEST(Playback, FrameFieldTakesFractionsAndGivesTheKeysBack) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  auto* field = open.window.findChild<TimeField*>("frame");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "12.25");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(open.session.playback.value().time, 12.25);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(field->text(), "12.25");
  EXPECT_FALSE(field->hasFocus());
  open.moveTo(13);
  EXPECT_EQ(field->text(), "13");
}

TEST(Playback, StripIsScrubbedInFramesAndWithAltBetweenThem) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  auto* strip = open.window.findChild<PlaybackStrip*>();
  const QPoint at(strip->width() / 3, strip->height() / 2);
  QTest::mouseClick(strip, Qt::LeftButton, {}, at);
  const double whole = open.session.playback.value().time;
  EXPECT_EQ(whole, std::round(whole));
  EXPECT_GT(whole, 20.0);
  double fraction = 0.0;
  for (int x = 0; x < 5 && fraction == 0.0; ++x) {
    QTest::mouseClick(strip, Qt::LeftButton, Qt::AltModifier, at + QPoint(x, 0));
    fraction = std::remainder(open.session.playback.value().time, 1.0);
  }
  EXPECT_NE(fraction, 0.0);
}

TEST(Keys, ArrowsMoveThePlayheadAndInTheTreeTheRows) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.setTime(10);
  open.window.viewport().setFocus();
  QTest::keyClick(&open.window, Qt::Key_Right);
  EXPECT_EQ(open.session.playback.value().time, 11.0);
  QTest::keyClick(&open.window, Qt::Key_Home);
  EXPECT_EQ(open.session.playback.value().time, open.session.playback.value().start);

  const Tree tree(open);
  const QModelIndex car = tree.model->indexOf(Path::fromText("/Crossing/Car"));
  open.session.select({Path::fromText("/Crossing/Car")});
  tree.view->collapse(car);
  tree.view->setFocus();
  QTest::mouseMove(tree.view, tree.view->rect().center());
  ASSERT_TRUE(waitUntil([&] { return tree.view->underMouse(); }));
  const double before = open.session.playback.value().time;
  QTest::keyClick(tree.view, Qt::Key_Right);
  EXPECT_EQ(open.session.playback.value().time, before);
  EXPECT_TRUE(tree.view->isExpanded(car));
}

}  // namespace
}  // namespace usdscope
