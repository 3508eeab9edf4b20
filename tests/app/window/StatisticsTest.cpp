// SPDX-License-Identifier: Apache-2.0
// The Statistics pane: its pages, sorting, selecting and copying.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "app/panes/statistics/StatisticsModel.h"
#include "app/panes/statistics/StatisticsPane.h"
#include "app/session/Inspection.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

struct StatisticsTest : testing::Test {
  OpenWindow open{QSize(1200, 800)};

  void SetUp() override {
    ASSERT_TRUE(open.open((testAssetsPath() / "statistics/street.usda").string()));
    ASSERT_EQ(open.run("statistics", {"types"}), "");
  }
  StatisticsPane& pane() const { return *open.window.findChild<StatisticsPane*>(); }
  QTableView& view() const { return *pane().findChild<QTableView*>(); }
  std::string text(int row, int column) const {
    return view().model()->index(row, column).data().toString().toStdString();
  }
  // The row of a name in the first column; -1 if there is none.
  int rowOf(const std::string& name) const {
    for (int row = 0; row < view().model()->rowCount(); ++row) {
      if (text(row, 0) == name) return row;
    }
    return -1;
  }
  void click(int row) {
    const QRect cell = view().visualRect(view().model()->index(row, 0));
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, cell.center());
    EXPECT_TRUE(open.settle());
  }
  std::size_t selectedCount() const { return open.session.selection.value().prims.size(); }
};

TEST_F(StatisticsTest, PagesShowTheCountsOfTheScene) {
  auto* model = pane().findChild<StatisticsModel*>();
  const QAbstractItemModelTester tester(model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_GE(rowOf("Mesh"), 0);
  EXPECT_EQ(text(rowOf("Mesh"), 1), "3");
  EXPECT_EQ(text(rowOf("Mesh"), 2), "5");
  EXPECT_EQ(text(rowOf("no type"), 1), "2");
  auto* pages = pane().findChild<QTabBar*>();
  const std::pair<const char*, int> rows[] = {{"Kinds", 3}, {"Purposes", 4}, {"States", 8}};
  for (int tab = 0; tab < pages->count(); ++tab) {
    pages->setCurrentIndex(tab);
    EXPECT_TRUE(open.settle());
    EXPECT_GT(model->rowCount(), 0) << tab;
    for (const auto& [title, count] : rows) {
      if (pages->tabText(tab) == title) {
        EXPECT_EQ(model->rowCount(), count) << title;
      }
    }
  }
  EXPECT_EQ(open.run("statistics", {"layers"}), "");
  ASSERT_GE(rowOf("animation.usda"), 0);
  EXPECT_EQ(text(rowOf("animation.usda"), 1), "2");
  EXPECT_EQ(open.run("statistics", {"overview"}), "");
  EXPECT_EQ(text(rowOf("Prims"), 1), "17");
  EXPECT_EQ(text(rowOf("Prototypes"), 1), "2");
  EXPECT_EQ(text(rowOf("Faces"), 1), "13");
  EXPECT_GE(rowOf("Memory of the picture"), 0);
  EXPECT_NE(open.run("statistics", {"nonsense"}), "");
}

TEST_F(StatisticsTest, ColumnsSortByNumberAndByName) {
  EXPECT_EQ(text(0, 1), "6");  // The most prims first: Xform.
  view().sortByColumn(0, Qt::AscendingOrder);
  EXPECT_EQ(text(0, 0), "BasisCurves");
  view().sortByColumn(4, Qt::DescendingOrder);
  EXPECT_EQ(text(0, 0), "Mesh");
  EXPECT_EQ(text(1, 0), "BasisCurves");
  // The order stays when the numbers change.
  EXPECT_EQ(open.run("deactivate", {"/Street/Sheet"}), "");
  EXPECT_EQ(text(0, 0), "Mesh");
  EXPECT_EQ(view().horizontalHeader()->sortIndicatorSection(), 4);
}

TEST_F(StatisticsTest, ClickSelectsThePrims) {
  click(rowOf("Mesh"));
  EXPECT_EQ(selectedCount(), 8u);
  click(rowOf("PointInstancer"));
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/Street/Leaves"));
  EXPECT_EQ(open.run("selectCounted", {"states", "animated"}), "");
  EXPECT_EQ(selectedCount(), 4u);
  EXPECT_EQ(open.run("selectCounted", {"kinds", "nonsense"}),
            "The statistics count no such prims.");
  EXPECT_EQ(selectedCount(), 4u);
  EXPECT_NE(open.run("selectCounted"), "");
}

TEST_F(StatisticsTest, SubtreeOfTheSelectionIsCountedAndStaysWhileItsPrimsAreSelected) {
  open.select("/Street/LampB");
  QTest::mouseClick(pane().findChild<QToolButton*>("statisticsOfSelection"), Qt::LeftButton);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(view().model()->rowCount(), 2);
  EXPECT_EQ(text(rowOf("Mesh"), 2), "2");
  click(rowOf("Mesh"));
  EXPECT_EQ(selectedCount(), 2u);
  EXPECT_EQ(view().model()->rowCount(), 2);
  // Another selection moves the subtree.
  open.select("/Street/Guides");
  EXPECT_EQ(view().model()->rowCount(), 4);
  EXPECT_EQ(open.run("statisticsOfSelection"), "");
  EXPECT_EQ(view().model()->rowCount(), 8);
}

TEST_F(StatisticsTest, TableAndRowsAreCopied) {
  EXPECT_EQ(open.run("copyStatistics"), "");
  const QString all = QApplication::clipboard()->text();
  EXPECT_TRUE(all.startsWith("Type\tPrims\tInstanced")) << all.toStdString();
  EXPECT_EQ(all.count('\n'), 9);
  view().selectRow(rowOf("Sphere"));
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
  const QString one = QApplication::clipboard()->text();
  EXPECT_EQ(one.count('\n'), 2);
  EXPECT_TRUE(one.contains("Sphere\t1\t0")) << one.toStdString();
}

TEST_F(StatisticsTest, EmptyStatesSayWhy) {
  const auto empty = [this] {
    for (const QLabel* label : pane().findChildren<QLabel*>()) {
      if (label->isVisible() && label->wordWrap()) return label->text().toStdString();
    }
    return std::string();
  };
  EXPECT_EQ(empty(), "");
  open.select("/Screw");
  EXPECT_EQ(open.run("statisticsOfSelection"), "");
  EXPECT_EQ(text(0, 0), "no type");
  open.session.close();
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(empty(), "Nothing is open.");
  EXPECT_FALSE(open.session.inspection().statistics.value().isOfSelection);
}

}  // namespace
}  // namespace usdscope
