// SPDX-License-Identifier: Apache-2.0
// Tests of the cells of the prim tree that are clicked or checked, and of its root row and keys.
#include <gtest/gtest.h>

#include <QApplication>
#include <QMenu>
#include <QTimer>
#include <algorithm>
#include <set>
#include <unordered_map>

#include "app/panes/MetadataPane.h"
#include "app/theme/Theme.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

const std::string& cellsScene() {
  static const std::string path = (testAssetsPath() / "search/shot.usda").string();
  return path;
}

Texts selectedIn(const OpenWindow& open) {
  Texts texts;
  for (const Path prim : open.session.selection.value().prims) texts.push_back(prim.text());
  return texts;
}

TEST(PrimTreeCells, ColumnOfClipsIsShownUntilItIsHidden) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(cellsScene()));
    const Tree tree(open);
    ASSERT_TRUE(waitUntil([&] { return tree.isShown(PrimColumn::Clips); }));
    EXPECT_EQ(open.run("treeColumn", {"clips"}), "");
    EXPECT_FALSE(tree.isShown(PrimColumn::Clips));
  }
  {
    OpenWindow again;
    ASSERT_TRUE(again.open(cellsScene()));
    ASSERT_TRUE(again.settle());
    const Tree tree(again);
    EXPECT_FALSE(tree.isShown(PrimColumn::Clips)) << "hiding it is remembered";
    EXPECT_EQ(again.run("usualColumns"), "");
    EXPECT_TRUE(waitUntil([&] { return tree.isShown(PrimColumn::Clips); }));
  }
  // Clips inside of a prototype are those of its instances.
  const SceneTexts texts;
  texts.write("clip.usda", "def \"C\"\n{\ndouble x.timeSamples = { 1: 1 }\n}\n");
  texts.write("asset.usda",
              "def \"A\"\n{\ndef \"C\" (clips = { dictionary default = {\n"
              "asset[] assetPaths = [@./clip.usda@]\nstring primPath = \"/C\"\n"
              "double2[] active = [(0, 0)]\n} })\n{\ndouble x\n}\n}\n");
  const std::string file = texts.write(
      "scene.usda", "def \"I\" (instanceable = true\nreferences = @./asset.usda@</A>) {}\n");
  OpenWindow instances;
  ASSERT_TRUE(instances.open(file));
  EXPECT_TRUE(waitUntil([&] { return Tree(instances).isShown(PrimColumn::Clips); }));
  const std::string plain = texts.write("plain.usda", "def Cube \"Cube\" {}\n");
  ASSERT_TRUE(instances.open(plain));
  EXPECT_TRUE(waitUntil([&] { return !Tree(instances).isShown(PrimColumn::Clips); }));
}

TEST(PrimTreeCells, BadgesCountTheProblemsOfPrims) {
  OpenWindow open({1600, 900});
  ASSERT_TRUE(open.open(cellsScene()));
  const Tree tree(open);
  EXPECT_EQ(open.run("treeColumn", {"errors"}), "");
  const auto text = [&](const char* path) { return tree.text(path, PrimColumn::Errors); };
  const auto tip = [&](const char* path) {
    return tree.at(path, PrimColumn::Errors).data(Qt::ToolTipRole).toString();
  };
  ASSERT_TRUE(waitUntil([&] { return text("/World/Broken").startsWith("! "); }));
  EXPECT_TRUE(tip("/World/Broken").contains("nowhere.usda")) << tip("/World/Broken").toStdString();
  // A closed row leads to the problems below it.
  EXPECT_EQ(text("/World"), "·");
  EXPECT_EQ(tip("/World"), "Prims below have errors.");
  EXPECT_EQ(text("/World/Lights/KeyLight"), "");
  EXPECT_EQ(text("/"), "");

  // The badge counts the rows of the Problems pane, which has more when all rules have checked.
  EXPECT_EQ(open.run("pane", {"problems"}), "");
  ASSERT_TRUE(waitUntil([&] { return open.session.problems.value().isComplete; }));
  ASSERT_TRUE(open.settle());
  std::unordered_map<Path, std::set<std::size_t>> rows;
  const ProblemList& list = *open.session.problems.value().list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].severity == Severity::Note) continue;
    for (const Path site : list[i].sites) rows[site.primPath()].insert(i);
  }
  ASSERT_GE(rows.size(), 2u);
  for (const auto& [prim, numbers] : rows) {
    const QModelIndex cell = tree.at(prim.text().c_str(), PrimColumn::Errors);
    if (!cell.isValid()) continue;  // Hidden, such as an abstract prim.
    EXPECT_EQ(cell.data().toString(), QString("! %1").arg(numbers.size())) << prim.text();
    const bool isOne = numbers.size() == 1;
    EXPECT_EQ(cell.data(Qt::ToolTipRole).toString().contains("The first of"), !isOne);
    const bool isError = list[*numbers.begin()].severity == Severity::Error;
    EXPECT_EQ(cell.data(Qt::ForegroundRole).value<QColor>(),
              isError ? theme::kError : theme::kWarning);
  }
  EXPECT_EQ(open.run("usualColumns"), "");
}

// Clicks the cell of a draw mode, and triggers an entry of the menu that opens.
QStringList chooseDrawMode(const Tree& tree, const char* path, const QString& entry) {
  QStringList entries;
  QTimer::singleShot(0, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    for (QAction* action : menu->actions()) {
      if (action->isChecked()) entries << "[" + action->text() + "]";
      if (!action->isChecked() && !action->isSeparator()) entries << action->text();
      if (action->text() == entry) action->trigger();
    }
    menu->close();
  });
  tree.click(tree.at(path, PrimColumn::DrawMode));
  return entries;
}

TEST(PrimTreeCells, DrawModesAreChosenInTheirCells) {
  OpenWindow open({1600, 900});
  ASSERT_TRUE(open.open(cellsScene()));
  const Tree tree(open);
  EXPECT_EQ(open.run("treeColumn", {"drawMode"}), "");
  const auto mode = [&](const char* path) { return tree.text(path, PrimColumn::DrawMode); };
  ASSERT_TRUE(waitUntil([&] { return mode("/World/Hero") == "default"; }));
  EXPECT_EQ(chooseDrawMode(tree, "/World/Hero", "bounds"),
            (QStringList{"default", "cards", "bounds", "origin", "[inherited from parent]"}));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(selectedIn(open), Texts{"/World/Hero"});
  ASSERT_TRUE(waitUntil([&] { return mode("/World/Hero") == "bounds"; }));

  // The selection is kept, and all of it is changed as one step.
  open.session.select({Path::fromText("/World"), Path::fromText("/World/Hero")});
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(chooseDrawMode(tree, "/World/Hero", "cards").front(), "Draw mode of 2 prims");
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(selectedIn(open), (Texts{"/World", "/World/Hero"}));
  ASSERT_TRUE(
      waitUntil([&] { return mode("/World/Hero") == "cards" && mode("/World") == "cards"; }));
  EXPECT_EQ(open.run("undo"), "");
  ASSERT_TRUE(
      waitUntil([&] { return mode("/World/Hero") == "bounds" && mode("/World") == "default"; }));

  // Prims that are not models have no menu: the click selects.
  EXPECT_TRUE(chooseDrawMode(tree, "/World/Lights", "bounds").isEmpty());
  EXPECT_EQ(selectedIn(open), Texts{"/World/Lights"});
  EXPECT_EQ(open.run("usualColumns"), "");
}

TEST(PrimTreeCells, RootOfTheStageIsARow) {
  OpenWindow open;
  ASSERT_TRUE(open.open(cellsScene()));
  const Tree tree(open);
  EXPECT_EQ(tree.model->rowCount(), 1);
  EXPECT_EQ(tree.text("/", PrimColumn::Name), "/");
  tree.click(tree.at("/"));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(selectedIn(open), Texts{"/"});
  EXPECT_EQ(open.run("pane", {"metadata"}), "");
  auto* metadata = open.window.findChild<MetadataPane*>();
  EXPECT_TRUE(waitUntil([&] {
    const auto& rows = metadata->model().rows();
    return std::ranges::any_of(
        rows, [](const RowTreeModel::Row& row) { return row.cells[0].text == "defaultPrim"; });
  }));
  // It stays open, whatever is closed.
  EXPECT_EQ(open.run("closeAll"), "");
  EXPECT_TRUE(tree.view->isExpanded(tree.at("/")));
  tree.view->collapse(tree.at("/"));
  EXPECT_TRUE(tree.view->isExpanded(tree.at("/")));
  EXPECT_EQ(open.run("selectRoot"), "");
  EXPECT_TRUE(tree.view->selectionModel()->isSelected(tree.at("/")));
}

TEST(PrimTreeCells, ArrowKeysLeadToParentsAndChildren) {
  OpenWindow open;
  ASSERT_TRUE(open.open(cellsScene()));
  const Tree tree(open);
  EXPECT_EQ(open.run("openAll"), "");
  tree.click(tree.at("/World/Lights/KeyLight"));
  const auto press = [&](Qt::Key key) {
    // Elsewhere, the keys step through the frames.
    tree.view->setAttribute(Qt::WA_UnderMouse);
    QTest::keyClick(tree.view, key);
    return selectedIn(open);
  };
  const auto isOpen = [&](const char* path) { return tree.view->isExpanded(tree.at(path)); };
  // On rows without children, the keys go down and up.
  EXPECT_EQ(press(Qt::Key_Right), Texts{"/World/Lights/FillLight"});
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/World/Lights/KeyLight"});
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/World/Lights"});
  EXPECT_TRUE(isOpen("/World/Lights"));
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/World/Lights"});
  EXPECT_FALSE(isOpen("/World/Lights"));
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/World"});
  EXPECT_TRUE(isOpen("/World"));
  const Path first = tree.model->pathOf(tree.model->index(0, 0, tree.at("/World")));
  EXPECT_EQ(press(Qt::Key_Right), Texts{first.text()});
  tree.click(tree.at("/World"));
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/World"});
  EXPECT_FALSE(isOpen("/World"));
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/"});
  EXPECT_EQ(press(Qt::Key_Left), Texts{"/"});
  EXPECT_TRUE(isOpen("/"));
  EXPECT_EQ(press(Qt::Key_Right), Texts{"/World"});
  EXPECT_EQ(press(Qt::Key_Right), Texts{"/World"});
  EXPECT_TRUE(isOpen("/World"));
}

}  // namespace
}  // namespace usdscope
