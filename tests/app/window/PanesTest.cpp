// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include "app/models/PrimTreeModel.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/PrimTreePane.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/widgets/FrameField.h"
#include "app/widgets/SearchField.h"
#include "engine/compose/LayerStack.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

struct Tree {
  PrimTreePane* pane;
  QTreeView* view;
  PrimTreeModel* model;
  SearchField* search;

  explicit Tree(OpenWindow& open)
      : pane(open.window.findChild<PrimTreePane*>()),
        view(pane->findChild<QTreeView*>()),
        model(pane->findChild<PrimTreeModel*>()),
        search(pane->findChild<SearchField*>()) {}

  QModelIndex at(const char* path, PrimTreeModel::Column column) const {
    return model->indexOf(Path::fromText(path)).siblingAtColumn(column);
  }
  QString text(const char* path, PrimTreeModel::Column column) const {
    return at(path, column).data().toString();
  }
  QString visibility(const char* path) const { return text(path, PrimTreeModel::kVisibility); }
  void click(const QModelIndex& index) const {
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
  }
};

QString countIn(SearchField& field) { return field.findChild<QLabel*>()->text(); }

TEST(PrimTree, ShowsNameTypeAndVisibilityAndTogglesIt) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Tree tree(open);
  ASSERT_EQ(tree.model->columnCount(), 3);
  EXPECT_EQ(tree.text("/Crossing/Car", PrimTreeModel::kName), "Car");
  EXPECT_EQ(tree.text("/Crossing/Car", PrimTreeModel::kType), "Xform");
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "V"; }));
  tree.view->expand(tree.model->indexOf(Path::fromText("/Crossing/Houses/House1")));

  tree.click(tree.at("/Crossing/Car", PrimTreeModel::kVisibility));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "I"; }));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car/Body") == "I"; }));
  EXPECT_TRUE(open.session.selection.value().prims.empty());
  const QFont inherited =
      tree.at("/Crossing/Car/Body", PrimTreeModel::kVisibility).data(Qt::FontRole).value<QFont>();
  EXPECT_TRUE(inherited.italic());
  // The tree stays open where it was.
  EXPECT_TRUE(
      tree.view->isExpanded(tree.model->indexOf(Path::fromText("/Crossing/Houses/House1"))));

  tree.click(tree.at("/Crossing/Car", PrimTreeModel::kVisibility));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "V"; }));
}

TEST(PrimTree, SearchKeepsWhatFitsWithWhatIsAbove) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Tree tree(open);
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) != "…"; }));
  const QString total = countIn(*tree.search);
  tree.search->setText("WHEEL type:cyl");
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) == "4 of " + total; }))
      << countIn(*tree.search).toStdString();
  EXPECT_TRUE(tree.at("/Crossing/Car/WheelFL", PrimTreeModel::kName).isValid());
  EXPECT_FALSE(tree.at("/Crossing/Houses", PrimTreeModel::kName).isValid());
  Q_EMIT tree.search->nextWanted(false);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Crossing/Car/WheelFL");
  Q_EMIT tree.search->nextWanted(true);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Crossing/Car/WheelBR");
  tree.search->setText("no such prim");
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) == "0 of " + total; }));
  tree.search->setText({});
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) == total; }));
  EXPECT_TRUE(tree.at("/Crossing/Houses", PrimTreeModel::kName).isValid());
}

TEST(PrimTree, SelectionsMadeElsewhereAreShown) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Tree tree(open);
  const auto selected = [&] {
    const QModelIndexList rows = tree.view->selectionModel()->selectedRows();
    return rows.size() == 1 ? tree.model->pathOf(rows[0]) : Path();
  };
  const Path car = Path::fromText("/Crossing/Car");
  tree.search->setText("Tree1");
  ASSERT_TRUE(waitUntil([&] { return !tree.model->indexOf(car).isValid(); }));
  open.session.select({car});  // Which the search has left out.
  EXPECT_TRUE(waitUntil([&] { return tree.model->indexOf(car).isValid(); }));
  EXPECT_EQ(selected(), car);
  EXPECT_TRUE(tree.search->text().isEmpty());

  open.session.reload();
  ASSERT_TRUE(waitUntil([&] { return open.session.isSettled(); }));
  EXPECT_EQ(selected(), car);
}

TEST(PrimTree, LivesWithOddNamesAndVeryManyRows) {
  SceneTexts texts;
  const std::string longName(200, 'n');
  std::string body = "def Xform \"World\"\n{\ndef Cube \"" + longName +
                     "\" {}\ndef Sphere \"مرحبا\" {\nstring text = \"مرحبا بالعالم\"\n}\n";
  constexpr int kMany = 100000;
  for (int i = 0; i < kMany; ++i) body += "def Scope \"S" + std::to_string(i) + "\" {}\n";
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("odd.usda", body + "}\n")));
  const Tree tree(open);
  const QModelIndex world = tree.model->indexOf(Path::fromText("/World"));
  EXPECT_EQ(tree.model->rowCount(world), kMany + 2);
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) == "100,003"; }));
  open.session.select({Path::fromText("/World/S99999")});
  EXPECT_TRUE(tree.view->viewport()->rect().contains(
      tree.view->visualRect(tree.at("/World/S99999", PrimTreeModel::kName)).center()));
  open.session.select({Path::fromText("/World/مرحبا")});
  EXPECT_EQ(tree.view->currentIndex().data().toString(), QString::fromUtf8("مرحبا"));
  tree.search->setText("s9999");
  ASSERT_TRUE(waitUntil([&] { return countIn(*tree.search) == "11 of 100,003"; }))
      << countIn(*tree.search).toStdString();
}

TEST(Properties, RowsAreSearchedAndCounted) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.select("/Crossing/Car");
  auto* pane = open.window.findChild<PropertiesPane*>();
  auto* search = pane->findChild<SearchField*>();
  const auto total = pane->model().rows().size();
  constexpr std::size_t kComputedRows = 4;
  const struct {
    const char* text;
    std::size_t count;
  } cases[] = {{"animated", 1}, {"ORDER", 1}, {"authored xform", 2}, {"clips", 0}, {"", total}};
  for (const auto& c : cases) {
    search->setText(c.text);
    EXPECT_TRUE(waitUntil([&] { return pane->model().rows().size() == c.count; })) << c.text;
  }
  EXPECT_EQ(countIn(*search), QString::number(total - kComputedRows));
}

TEST(Properties, SayInWordsWhereAValueIsFrom) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.select("/Crossing/Car");
  QStringList words;
  for (const auto& row : open.window.findChild<PropertiesPane*>()->model().rows()) {
    words << row[1].text + ": " + row[3].text;
  }
  for (const char* wanted : {"proxyPrim: ", "visibility: Fallback", "xformOpOrder: Default",
                             "xformOp:translate: Samples"}) {
    EXPECT_TRUE(words.contains(wanted)) << wanted << " in " << words.join(", ").toStdString();
  }
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
  EXPECT_EQ(columns(), (QStringList{"Layer", "Offset , Scale", "Path", "Value", "Span", "Reason"}));
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
  auto* field = open.window.findChild<FrameField*>();
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "12.25");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(open.session.playback.value().time, 12.25);
  EXPECT_EQ(field->text(), "12.25");
  EXPECT_FALSE(field->hasFocus());
  open.session.setTime(13);
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
  QTest::qWait(50);
  const double before = open.session.playback.value().time;
  QTest::keyClick(tree.view, Qt::Key_Right);
  EXPECT_EQ(open.session.playback.value().time, before);
  EXPECT_TRUE(tree.view->isExpanded(car));
}

}  // namespace
}  // namespace usdscope
