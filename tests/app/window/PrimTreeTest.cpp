// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <algorithm>

#include "app/panes/primtree/MentionsView.h"
#include "app/panes/primtree/SearchHelp.h"
#include "app/theme/Theme.h"
#include "app/window/CollectionsMenu.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string shotPath() { return (testAssetsPath() / "search/shot.usda").string(); }

std::vector<std::string> selected(const OpenWindow& open) {
  std::vector<std::string> texts;
  for (const Path prim : open.session.selection.value().prims) texts.push_back(prim.text());
  return texts;
}

using Texts = std::vector<std::string>;

TEST(PrimTree, ShowsNameTypeAndVisibilityAndTogglesIt) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Tree tree(open);
  EXPECT_TRUE(tree.isShown(PrimColumn::Visibility));
  EXPECT_FALSE(tree.isShown(PrimColumn::Kind));
  EXPECT_EQ(tree.text("/Crossing/Car", PrimColumn::Name), "Car");
  EXPECT_EQ(tree.text("/Crossing/Car", PrimColumn::Type), "Xform");
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "V"; }));
  tree.view->expand(tree.model->indexOf(Path::fromText("/Crossing/Houses/House1")));

  tree.click(tree.at("/Crossing/Car", PrimColumn::Visibility));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "I"; }));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car/Body") == "I"; }));
  EXPECT_TRUE(open.session.selection.value().prims.empty());
  const QFont inherited =
      tree.at("/Crossing/Car/Body", PrimColumn::Visibility).data(Qt::FontRole).value<QFont>();
  EXPECT_TRUE(inherited.italic());
  // The tree stays open where it was.
  EXPECT_TRUE(
      tree.view->isExpanded(tree.model->indexOf(Path::fromText("/Crossing/Houses/House1"))));

  tree.click(tree.at("/Crossing/Car", PrimColumn::Visibility));
  EXPECT_TRUE(waitUntil([&] { return tree.visibility("/Crossing/Car") == "V"; }));
}

TEST(PrimTree, SearchKeepsWhatFitsWithWhatIsAbove) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Tree tree(open);
  ASSERT_TRUE(waitUntil([&] { return tree.count() != "…"; }));
  const QString total = tree.count();
  tree.search->setText("WHEEL type:cyl");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "4 of " + total; }))
      << tree.count().toStdString();
  EXPECT_TRUE(tree.at("/Crossing/Car/WheelFL", PrimColumn::Name).isValid());
  EXPECT_FALSE(tree.at("/Crossing/Houses", PrimColumn::Name).isValid());
  Q_EMIT tree.search->nextWanted(false);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Crossing/Car/WheelFL");
  Q_EMIT tree.search->nextWanted(true);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Crossing/Car/WheelBR");
  tree.search->setText("no such prim");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "0 of " + total; }));
  tree.search->setText({});
  ASSERT_TRUE(waitUntil([&] { return tree.count() == total; }));
  EXPECT_TRUE(tree.at("/Crossing/Houses", PrimColumn::Name).isValid());
}

TEST(PrimTree, SearchByAnActionWaitsForNobodysTyping) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  // The script goes on when the session is settled, with the matches of this text.
  EXPECT_EQ(open.run("search", {"WHEEL type:cyl"}), "");
  ASSERT_TRUE(open.session.found.value());
  EXPECT_EQ(open.session.found.value()->found.size(), 4u);
  EXPECT_EQ(open.run("search", {"no such prim"}), "");
  ASSERT_TRUE(open.session.found.value());
  EXPECT_EQ(open.session.found.value()->found.size(), 0u);
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
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "100,003"; }));
  open.session.select({Path::fromText("/World/S99999")});
  EXPECT_TRUE(tree.view->viewport()->rect().contains(
      tree.view->visualRect(tree.at("/World/S99999", PrimColumn::Name)).center()));
  open.session.select({Path::fromText("/World/مرحبا")});
  EXPECT_EQ(tree.view->currentIndex().data().toString(), QString::fromUtf8("مرحبا"));
  tree.search->setText("s9999");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "11 of 100,003"; }))
      << tree.count().toStdString();
}

TEST(PrimTree, ColumnsAreComputedWhenShownAndRemembered) {
  {
    OpenWindow open({1600, 900});
    ASSERT_TRUE(open.open(shotPath()));
    const Tree tree(open);
    // A scene with clips shows their column by itself; toggling it hides it.
    EXPECT_TRUE(waitUntil([&] { return tree.isShown(PrimColumn::Clips); }));
    EXPECT_EQ(open.run("treeColumn", {"clips"}), "");
    EXPECT_FALSE(tree.isShown(PrimColumn::Clips));
    EXPECT_EQ(open.run("treeColumn", {"kind"}), "");
    EXPECT_EQ(open.run("treeColumn", {"clips"}), "");
    EXPECT_EQ(open.run("treeColumn", {"layers"}), "");
    EXPECT_TRUE(tree.isShown(PrimColumn::Kind));
    EXPECT_TRUE(
        waitUntil([&] { return tree.text("/World/Hero", PrimColumn::Kind) == "component"; }));
    EXPECT_TRUE(
        waitUntil([&] { return tree.text("/World/Clipped", PrimColumn::Clips) == "1 missing"; }));
    EXPECT_EQ(tree.at("/World/Clipped", PrimColumn::Clips).data(Qt::ForegroundRole).value<QColor>(),
              theme::kError);
    EXPECT_TRUE(waitUntil([&] { return tree.text("/World/Hero", PrimColumn::Layers) == "4"; }));
    EXPECT_NE(open.run("treeColumn", {"size"}).find("Expected the name of a column: type, vis"),
              std::string::npos);
  }
  {
    OpenWindow again;
    const Tree tree(again);
    EXPECT_TRUE(tree.isShown(PrimColumn::Kind));
    EXPECT_TRUE(tree.isShown(PrimColumn::Layers));
    EXPECT_EQ(again.run("usualColumns"), "");
    EXPECT_FALSE(tree.isShown(PrimColumn::Kind));
    EXPECT_TRUE(tree.isShown(PrimColumn::Visibility));
  }
  OpenWindow usual;
  EXPECT_FALSE(Tree(usual).isShown(PrimColumn::Kind));
}

TEST(PrimTree, NamesKeepRoomBesideManyColumns) {
  OpenWindow open({1000, 700});
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  for (const PrimColumnInfo& info : primColumns()) {
    if (info.isShownAtFirst) continue;
    EXPECT_EQ(open.run("treeColumn", {std::string(info.id)}), "");
  }
  EXPECT_GE(tree.view->header()->sectionSize(0), 100);
  EXPECT_EQ(open.run("usualColumns"), "");
  EXPECT_TRUE(
      waitUntil([&] { return tree.view->header()->length() == tree.view->viewport()->width(); }));
}

TEST(PrimTree, HasUsdviewsColoursAndFonts) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  EXPECT_EQ(open.run("showAbstract"), "");
  EXPECT_EQ(open.run("showUndefined"), "");
  const struct {
    const char* path;
    QColor color;
    bool isBold;
    bool isItalic;
  } cases[] = {
      {"/World", theme::kText, true, false},
      {"/World/Hero", theme::kHasArcs, true, false},
      {"/World/Broken", theme::kHasArcs, true, false},
      {"/World/Trees/Tree1", theme::kInstance, true, false},
      {"/World/Trees/Tree1/Trunk", theme::kPrototype, true, false},
      {"/World/Lights/FillLight", theme::kText.darker(150), true, false},
      {"/_Style", theme::kText, false, false},
      {"/World/Left", theme::kText, false, true},
  };
  for (const auto& c : cases) {
    const QModelIndex row = tree.at(c.path);
    ASSERT_TRUE(row.isValid()) << c.path;
    EXPECT_EQ(row.data(Qt::ForegroundRole).value<QColor>(), c.color) << c.path;
    EXPECT_EQ(row.data(Qt::FontRole).value<QFont>().bold(), c.isBold) << c.path;
    EXPECT_EQ(row.data(Qt::FontRole).value<QFont>().italic(), c.isItalic) << c.path;
  }
}

TEST(PrimTree, HidesAndShowsKindsOfPrimsAsUsdviewDoes) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  const struct {
    const char* action;
    const char* path;
    bool isShownAtFirst;
  } cases[] = {
      {"showInactive", "/World/Lights/FillLight", true},
      {"showUndefined", "/World/Left", false},
      {"showAbstract", "/_Style/Styled", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(tree.at(c.path).isValid(), c.isShownAtFirst) << c.path;
    EXPECT_EQ(open.run(c.action), "");
    EXPECT_EQ(tree.at(c.path).isValid(), !c.isShownAtFirst) << c.path;
    EXPECT_EQ(open.run(c.action), "");
    EXPECT_EQ(tree.at(c.path).isValid(), c.isShownAtFirst) << c.path;
  }
  const auto rootPrim = [&](int row) { return tree.model->index(row, 0, tree.model->rootRow()); };
  EXPECT_EQ(tree.model->rowCount(tree.model->rootRow()), 1);
  EXPECT_EQ(open.run("showPrototypes"), "");
  EXPECT_EQ(tree.model->rowCount(tree.model->rootRow()), 4);
  EXPECT_EQ(rootPrim(1).data(Qt::ForegroundRole).value<QColor>(), theme::kHasArcs);
  EXPECT_TRUE(tree.model->hasChildren(rootPrim(1)));
}

TEST(PrimTree, SaysWhySelectedPrimIsNotShown) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  open.select("/_Style/Styled");
  EXPECT_TRUE(tree.note().contains("Abstract prims are hidden, and so is Styled."))
      << tree.note().toStdString();
  Q_EMIT tree.pane->findChild<QLabel*>("searchNote")->linkActivated("show");
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(tree.at("/_Style/Styled").isValid());
  EXPECT_EQ(tree.note(), "");
  EXPECT_TRUE(tree.view->selectionModel()->isSelected(tree.at("/_Style/Styled")));
}

TEST(PrimTree, MatchesAreMarkedAndF3GoesThroughThem) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  EXPECT_EQ(open.run("nextMatch"), "The search has found no prims.");
  EXPECT_EQ(open.run("search", {"type:Light kind:none"}), "");
  EXPECT_EQ(open.run("search", {"type:BoundableLightBase light"}), "");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "2 of 42"; }));
  EXPECT_TRUE(tree.at("/World/Lights/KeyLight").data(PrimTreeModel::kIsMatchRole).toBool());
  EXPECT_FALSE(tree.at("/World/Lights").data(PrimTreeModel::kIsMatchRole).toBool());
  EXPECT_EQ(tree.at("/World/Lights").data(Qt::ForegroundRole).value<QColor>(), theme::kFaint);
  EXPECT_FALSE(tree.at("/World/Hero").isValid());
  EXPECT_TRUE(tree.view->isExpanded(tree.at("/World/Lights")));
  QTest::keyClick(&open.window, Qt::Key_F3);
  EXPECT_EQ(selected(open), Texts{"/World/Lights/KeyLight"});
  QTest::keyClick(&open.window, Qt::Key_F3);
  EXPECT_EQ(selected(open), Texts{"/World/Lights/RimLight"});
  QTest::keyClick(&open.window, Qt::Key_F3);
  EXPECT_EQ(selected(open), Texts{"/World/Lights/KeyLight"});
  QTest::keyClick(&open.window, Qt::Key_F3, Qt::ShiftModifier);
  EXPECT_EQ(selected(open), Texts{"/World/Lights/RimLight"});
}

TEST(PrimTree, BadTermsGiveOneSentenceAndHideNothing) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  const struct {
    const char* text;
    const char* note;
    bool showsAll;
  } cases[] = {
      {"animated:maybe", "\"animated:\" takes yes or no, not \"maybe\".", true},
      {"type:", "\"type:\" needs a word behind it, as in type:Mesh.", true},
      {"type:Mesch", "There is no type \"Mesch\". Is Mesh meant?", true},
      {"hero animated:maybe", "\"animated:\" takes yes or no, not \"maybe\".", false},
      {"hero", "", false},
  };
  for (const auto& c : cases) {
    tree.search->setText(c.text);
    EXPECT_TRUE(waitUntil([&] { return tree.note() == c.note; }))
        << c.text << ": " << tree.note().toStdString();
    ASSERT_TRUE(open.settle());
    EXPECT_EQ(tree.at("/World/Lights").isValid(), c.showsAll) << c.text;
  }
  tree.search->setText(QString(10'000, 'x'));
  EXPECT_TRUE(waitUntil([&] { return tree.count() == "0 of 42"; }));
}

TEST(PrimTree, ListsWhoMentionsATexture) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  auto* list = tree.pane->findChild<MentionsView*>();
  EXPECT_EQ(open.run("mentions", {"rusty_albedo"}), "");
  ASSERT_TRUE(waitUntil([&] { return tree.count() == "5 found"; })) << tree.count().toStdString();
  EXPECT_TRUE(list->isVisible());
  EXPECT_FALSE(tree.view->isVisible());
  const auto click = [&](const QString& place) {
    for (std::size_t row = 0; row < list->model().rows().size(); ++row) {
      if (list->model().rows()[row][0].text != place) continue;
      QTest::mouseClick(list->view().viewport(), Qt::LeftButton, {},
                        list->view().visualRect(list->model().index(int(row), 1)).center());
      return true;
    }
    return false;
  };
  ASSERT_TRUE(click("/World/Looks/Rust/Texture.inputs:file"));
  EXPECT_EQ(selected(open), Texts{"/World/Looks/Rust/Texture"});
  EXPECT_EQ(open.session.selection.value().property, Token("inputs:file"));
  EXPECT_EQ(open.session.row.value().object, "/World/Looks/Rust/Texture.inputs:file");
  ASSERT_TRUE(click("/World/Hero  +1"));
  EXPECT_EQ(selected(open), (Texts{"/World/Hero", "/World/Lazy"}));
  EXPECT_TRUE(list->isVisible());

  tree.search->setText("mentions:rusty_albedo type:Shader");
  EXPECT_TRUE(waitUntil([&] { return tree.count() == "1 found"; }));
  tree.search->setText("mentions:nobody_says_this");
  EXPECT_TRUE(waitUntil([&] { return tree.count() == "0 found"; }));
  tree.search->setText({});
  EXPECT_TRUE(waitUntil([&] { return tree.view->isVisible(); }));
  EXPECT_FALSE(list->isVisible());
}

TEST(PrimTree, LeadsFromOnePrimToOthers) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const struct {
    const char* from;
    const char* action;
    Texts to;
  } cases[] = {
      {"/World/Trees/Tree1/Trunk", "selectInstances", {"/World/Trees/Tree1", "/World/Trees/Tree2"}},
      {"/World",
       "selectMembers",
       {"/World/Lights/KeyLight", "/World/Lights/RimLight", "/World/Hero", "/World/Hero/Proxy",
        "/World/Hero/Guide", "/World/Lights"}},
      {"/World/Hero/Render/Geo", "selectProxy", {"/World/Hero/Proxy"}},
      {"/World/Hero/Proxy", "selectRenderPrims", {"/World/Hero/Render"}},
      {"/World/Hero/Render/Geo", "selectModel", {"/World/Hero"}},
      {"/World/Hero", "selectRoot", {"/"}},
  };
  for (const auto& c : cases) {
    open.select(c.from);
    open.run(c.action);
    Texts found = selected(open);
    Texts wanted = c.to;
    std::ranges::sort(found);
    std::ranges::sort(wanted);
    EXPECT_EQ(found, wanted) << c.action;
  }
  open.select("/World/Hero");
  EXPECT_EQ(open.run("selectInstances"), "/World/Hero is neither an instance nor a part of one.");
  EXPECT_EQ(open.run("selectMaterial"), "No material is bound to /World/Hero.");
  EXPECT_EQ(open.run("selectProxy"), "/World/Hero does not have the purpose \"render\".");
  EXPECT_EQ(selected(open), Texts{"/World/Hero"});
}

TEST(PrimTree, GoesToThePrototypeAndBackToItsInstances) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  open.select("/World/Trees/Tree2");
  EXPECT_EQ(open.run("selectPrototype"), "");
  const Path prototype = open.session.selection.value().leading();
  EXPECT_TRUE(prototype.text().starts_with("/__Prototype")) << prototype.text();
  EXPECT_TRUE(tree.model->indexOf(prototype).isValid());
  EXPECT_TRUE(tree.view->selectionModel()->isSelected(tree.model->indexOf(prototype)));
  open.run("selectInstances");
  EXPECT_EQ(selected(open), (Texts{"/World/Trees/Tree1", "/World/Trees/Tree2"}));
}

TEST(PrimTree, CollectionsMenuSelectsMembers) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  open.select("/World");
  CollectionsMenu menu(open.session, nullptr);
  Q_EMIT menu.aboutToShow();
  QAction* byName = nullptr;
  for (QAction* action : menu.actions()) {
    if (action->text() == "byName") byName = action;
  }
  ASSERT_TRUE(byName);
  EXPECT_EQ(menu.actions().size(), 2);
  byName->trigger();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(selected(open), (Texts{"/World/Lights/KeyLight", "/World/Lights/RimLight"}));
  Q_EMIT menu.aboutToShow();
  EXPECT_EQ(menu.actions()[0]->text(), "lightLink");  // KeyLight has those of its schema.
}

TEST(PrimTree, OpensToADepthAndBelowTheSelection) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  const auto isOpen = [&](const char* path) { return tree.view->isExpanded(tree.at(path)); };
  EXPECT_EQ(open.run("treeDepth1"), "");
  EXPECT_FALSE(isOpen("/World"));
  EXPECT_EQ(open.run("treeDepth3"), "");
  EXPECT_TRUE(isOpen("/World"));
  EXPECT_TRUE(isOpen("/World/Hero"));
  EXPECT_FALSE(isOpen("/World/Hero/Render"));
  EXPECT_EQ(open.run("openAll"), "");
  EXPECT_TRUE(isOpen("/World/Hero/Render"));
  EXPECT_TRUE(isOpen("/World/Trees/Plain/Leaves"));
  EXPECT_EQ(open.run("closeAll"), "");
  EXPECT_FALSE(isOpen("/World"));
  open.select("/World/Trees");
  EXPECT_EQ(open.run("openSelection"), "");
  EXPECT_TRUE(isOpen("/World/Trees/Plain/Leaves"));
  EXPECT_FALSE(isOpen("/World/Hero"));
  EXPECT_EQ(open.run("closeSelection"), "");
  EXPECT_FALSE(isOpen("/World/Trees/Plain/Leaves"));
  EXPECT_EQ(open.run("treeDepth", {"0"}), "Expected a depth from 1 on.");
  EXPECT_EQ(open.run("closeAll"), "");
  EXPECT_EQ(open.run("showSelection"), "");
  EXPECT_TRUE(isOpen("/World"));
}

TEST(PrimTree, HelpSearchesForItsExamples) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  EXPECT_EQ(open.run("treeHelp"), "");
  auto* help = tree.pane->findChild<SearchHelp*>();
  ASSERT_TRUE(help->isVisible());
  QLabel* example = nullptr;
  for (QLabel* label : help->findChildren<QLabel*>()) {
    if (label->text().contains("href='type:Mesh'")) example = label;
  }
  ASSERT_TRUE(example);
  Q_EMIT example->linkActivated("type:Mesh");
  EXPECT_FALSE(help->isVisible());
  EXPECT_TRUE(waitUntil([&] { return tree.count() == "7 of 42"; })) << tree.count().toStdString();
}

TEST(PrimTree, TermsAndNamesAreCompleted) {
  OpenWindow open;
  ASSERT_TRUE(open.open(shotPath()));
  const Tree tree(open);
  auto* edit = tree.search->findChild<QLineEdit*>();
  auto* completer = edit->findChild<QCompleter*>();
  edit->setFocus();
  const auto proposals = [&] {
    Texts texts;
    for (int row = 0; row < completer->completionCount(); ++row) {
      texts.push_back(completer->completionModel()->index(row, 0).data().toString().toStdString());
    }
    return texts;
  };
  QTest::keyClicks(edit, "hero ty");
  EXPECT_EQ(proposals(), Texts{"type:"});
  QTest::keyClicks(edit, "pe:SkelB");
  EXPECT_TRUE(proposals().empty());
  edit->clear();
  QTest::keyClicks(edit, "hero layer:an");
  EXPECT_EQ(proposals(), Texts{"layer:anim_shot.usda"});
  Q_EMIT completer->activated(QString("layer:anim_shot.usda"));
  EXPECT_EQ(edit->text(), "hero layer:anim_shot.usda");
}

std::shared_ptr<const Stage> stageOf(const std::string& file) {
  StageRequest request;
  request.rootLayer = file;
  return composeStage(request).stage;
}

QString modelTitle(PrimTreeModel& model, const char* path) {
  return model.indexOf(Path::fromText(path)).data().toString();
}

// A view that paints asks for a title. Painting resolves nothing, so the first answer is the name.
TEST(PrimTree, DisplayNamesComeFromTheBackground) {
  SceneTexts texts;
  const std::string first =
      texts.write("names.usda", "def \"A\" (displayName = \"Front Wheel\") {}\ndef \"B\" {}");
  Background background;
  PrimTreeModel model(background);
  model.setStage(stageOf(first));
  EXPECT_EQ(modelTitle(model, "/A"), "A");
  EXPECT_EQ(modelTitle(model, "/B"), "B");
  std::vector<Path> changed;
  QObject::connect(&model, &PrimTreeModel::dataChanged, &model,
                   [&](const QModelIndex& index) { changed.push_back(model.pathOf(index)); });
  EXPECT_TRUE(waitUntil([&] { return modelTitle(model, "/A") == "Front Wheel"; }));
  EXPECT_TRUE(waitUntil([&] { return background.isIdle(); }));
  EXPECT_EQ(changed, std::vector<Path>{Path::fromText("/A")});
  EXPECT_EQ(modelTitle(model, "/B"), "B");

  // Another stage of the scene, as after an edit, shows the known title at once.
  const std::string renamed =
      texts.write("names.usda", "def \"A\" (displayName = \"Rear Wheel\") {}\ndef \"B\" {}");
  model.setStage(stageOf(renamed));
  EXPECT_EQ(modelTitle(model, "/A"), "Front Wheel");
  EXPECT_TRUE(waitUntil([&] { return modelTitle(model, "/A") == "Rear Wheel"; }));

  // Another scene starts with names.
  model.setStage(stageOf(texts.write("other.usda", "def \"A\" {}")));
  EXPECT_EQ(modelTitle(model, "/A"), "A");

  model.setStage(stageOf(renamed));
  EXPECT_TRUE(waitUntil([&] { return modelTitle(model, "/A") == "Rear Wheel"; }));
  model.setShownPrims({.displayNames = false});
  EXPECT_EQ(modelTitle(model, "/A"), "A");
}

TEST(PrimTree, RowsShowDisplayNames) {
  SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("names.usda", R"(def Xform "Car" (displayName = "Käfer 🚗")
{
    def Xform "W1" (displayName = "Front Wheel") {}
    def Xform "W2" (displayName = "") {}
}
)")));
  const Tree tree(open);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(tree.text("/Car", PrimColumn::Name), "Käfer 🚗");
  EXPECT_EQ(tree.text("/Car/W1", PrimColumn::Name), "Front Wheel");
  EXPECT_EQ(tree.text("/Car/W2", PrimColumn::Name), "W2");
  open.run("showDisplayNames");
  EXPECT_EQ(tree.text("/Car/W1", PrimColumn::Name), "W1");
  open.run("showDisplayNames");
  EXPECT_TRUE(waitUntil([&] { return tree.text("/Car/W1", PrimColumn::Name) == "Front Wheel"; }));
}

TEST(PrimTree, ModelIsSoundWith300000Prims) {
  SceneTexts texts;
  constexpr int kGroups = 300;
  std::string body = "class Scope \"Group\"\n{\n";
  for (int i = 0; i < 999; ++i) body += "def Scope \"P" + std::to_string(i) + "\" {}\n";
  body += "}\n";
  for (int i = 0; i < kGroups; ++i) {
    body += "def Scope \"G" + std::to_string(i) + "\" (inherits = </Group>) {}\n";
  }
  const std::shared_ptr<const Stage> stage = stageOf(texts.write("many.usda", body));
  ASSERT_TRUE(stage);
  Background background;
  PrimTreeModel model(background);
  model.setStage(stage);
  // The tester visits all rows and all columns once.
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_TRUE(model.fetchLevels({}, 2, 1'000'000));
  const QModelIndex root = model.rootRow();
  int count = model.rowCount(root);
  for (int row = 0; row < model.rowCount(root); ++row) {
    count += model.rowCount(model.index(row, 0, root));
  }
  EXPECT_EQ(count, kGroups * 1000);
  EXPECT_TRUE(model.indexOf(Path::fromText("/G299/P998")).isValid());
}

}  // namespace
}  // namespace usdscope
