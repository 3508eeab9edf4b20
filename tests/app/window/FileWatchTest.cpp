// SPDX-License-Identifier: Apache-2.0
// Files of the open scene change on disk: they are named, read again, and nothing is lost.
//
// USDSCOPE_FILE_CHANGES="SEED COUNT" makes other random changes, for long runs.
#include <gtest/gtest.h>

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>

#include "app/panes/why/WhyPane.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/edits/LayerSaver.h"
#include "app/window/Menus.h"
#include "engine/stage/Property.h"
#include "tests/app/window/ChangingScene.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

/// A window with such a scene.
struct FileWatching : testing::Test {
  ChangingScene scene;
  OpenWindow open{QSize(1000, 700)};

  // Panes and bars that appear do not change the size of the picture.
  static void fixSize(OpenWindow& shown) { shown.window.viewport().setFixedSize(520, 400); }

  void SetUp() override {
    fixSize(open);
    ASSERT_TRUE(open.open(scene.root()));
    open.hideAllButTheScene();
    // Nothing is noticed before the files are watched.
    QTest::qWait(400);
  }

  FileWatch& files() { return open.session.files(); }
  std::vector<std::string> changed() {
    std::vector<std::string> names;
    for (const FileChange& each : files().changed.value().files) {
      names.push_back(each.path.substr(each.path.rfind('/') + 1));
    }
    return names;
  }
  bool waitForChanges(const std::vector<std::string>& names) {
    return waitUntil([&] { return changed() == names; });
  }
  QToolButton* badge() {
    return open.window.findChild<QToolButton*>(QStringLiteral("changedFiles"));
  }
  /// Sentences about files that cannot be read any more.
  std::vector<std::string> outdated() {
    std::vector<std::string> sentences;
    for (const Diagnostic& each : open.session.document.value().outdated->entries()) {
      sentences.push_back(each.message);
    }
    return sentences;
  }
  void reload() {
    ASSERT_EQ(open.run("reloadChanged"), "");
    ASSERT_TRUE(waitUntil([&] { return !open.session.loading.value().isLoading(); }));
    ASSERT_TRUE(open.settle());
  }
  QImage freshPicture() {
    OpenWindow fresh(QSize(1000, 700));
    fixSize(fresh);
    EXPECT_TRUE(fresh.open(scene.root()));
    fresh.hideAllButTheScene();
    fresh.session.noteFreeCamera(*open.session.freeCamera.value());
    fresh.session.select(open.session.selection.value().prims);
    return fresh.pictureAt(open.session.playback.value().time);
  }
};

TEST_F(FileWatching, ABadgeNamesTheFilesAndAClickReadsThemAgain) {
  EXPECT_FALSE(badge()->isVisible());
  EXPECT_EQ(open.run("frame", {"7"}), "");
  open.select("/World/Ball");
  const QImage before = open.picture();
  ASSERT_TRUE(waitUntil([&] { return open.session.freeCamera.value().has_value(); }));
  const auto camera = open.session.freeCamera.value();
  const auto* extractor = open.session.document.value().extractor.get();

  scene.overwrite("look.usda", ChangingScene::bytesOf("look.usda", 3));
  ASSERT_TRUE(waitForChanges({"look.usda"}));
  EXPECT_TRUE(badge()->isVisible());
  // The bar of a small window has no room for names.
  EXPECT_EQ(badge()->text(), QStringLiteral("1 changed ↻"));
  open.window.resize(1900, 700);
  EXPECT_TRUE(
      waitUntil([&] { return badge()->text() == QStringLiteral("look.usda has changed ↻"); }));
  open.window.resize(1000, 700);
  EXPECT_TRUE(badge()->toolTip().contains(QStringLiteral("look.usda")));
  EXPECT_EQ(open.session.document.value().extractor.get(), extractor) << "nobody has asked";

  QTest::mouseClick(badge(), Qt::LeftButton, Qt::NoModifier, QPoint(6, 6));
  ASSERT_TRUE(
      waitUntil([&] { return open.session.document.value().extractor.get() != extractor; }));
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(badge()->isVisible());
  EXPECT_GT(difference(before, open.picture()), 0.001);
  EXPECT_EQ(open.session.freeCamera.value(), camera);
  EXPECT_EQ(open.session.playback.value().time, 7.0);
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/World/Ball"));
  EXPECT_EQ(open.run("reloadChanged"), "No files have changed since they were read.");
}

TEST_F(FileWatching, EveryKindOfFileIsReadAgain) {
  for (const std::string& name : ChangingScene::names()) {
    if (name == "manifest.usda") continue;
    // The second clip plays later.
    ASSERT_EQ(open.run("frame", {name == "clip2.usda" ? "15" : "5"}), "");
    const QImage before = open.picture();
    scene.publish(name, ChangingScene::bytesOf(name, 4));
    ASSERT_TRUE(waitForChanges({name})) << name;
    reload();
    EXPECT_GT(difference(before, open.picture()), 0.0005) << name;
    EXPECT_TRUE(outdated().empty()) << name << ": " << outdated().front();
    EXPECT_LT(difference(open.picture(), freshPicture()), 1e-4) << name;
  }
}

TEST_F(FileWatching, AFileThatIsMissingIsReadWhenItAppears) {
  for (const char* name : {"look.usda", "mesh.usdc", "packed.usdz", "clip1.usda", "texture.png"}) {
    scene.remove(name);
    ASSERT_TRUE(waitForChanges({name})) << name;
    EXPECT_EQ(files().changed.value().files[0].kind, FileChange::Kind::Vanished);
    // Opened without the file.
    ASSERT_EQ(open.run("reopen"), "");
    const QImage without = open.picture();
    QTest::qWait(400);
    scene.overwrite(name, ChangingScene::bytesOf(name, 2));
    ASSERT_TRUE(waitForChanges({name})) << name;
    EXPECT_EQ(files().changed.value().files[0].kind, FileChange::Kind::Appeared);
    reload();
    EXPECT_GT(difference(without, open.picture()), 0.0005) << name;
    EXPECT_LT(difference(open.picture(), freshPicture()), 1e-4) << name;
  }
}

TEST_F(FileWatching, ABrokenFileKeepsThePictureAndIsTriedAgain) {
  const QImage good = open.picture();
  for (const char* name :
       {"root.usda", "look.usda", "mesh.usdc", "packed.usdz", "clip1.usda", "texture.png"}) {
    const QImage before = open.picture();
    scene.publish(name, "#usda 1.0\ndef Broken {{{");
    ASSERT_TRUE(waitForChanges({name})) << name;
    const std::string note = open.run("reloadChanged");
    ASSERT_TRUE(waitUntil([&] { return !outdated().empty(); })) << name;
    ASSERT_TRUE(open.settle());
    ASSERT_EQ(outdated().size(), 1u) << name;
    EXPECT_TRUE(outdated()[0].starts_with(std::string(name) + " has changed and cannot be read"))
        << outdated()[0];
    EXPECT_TRUE(waitUntil([&] { return open.session.note.value() == outdated()[0]; })) << note;
    EXPECT_EQ(difference(before, open.picture()), 0.0) << name;
    const auto& problems = open.session.problems.value().list;
    ASSERT_TRUE(problems);
    EXPECT_TRUE(std::ranges::any_of(*problems, [&](const Problem& problem) {
      return problem.message == outdated()[0];
    })) << name;
    EXPECT_TRUE(changed().empty()) << "it was read";

    // An edit does not make it forgotten.
    ASSERT_EQ(open.run("makeInvisible", {"/World/Ball"}), "");
    EXPECT_EQ(outdated().size(), 1u) << name;
    ASSERT_EQ(open.run("undo"), "");

    scene.publish(name, ChangingScene::bytesOf(name, 0));
    ASSERT_TRUE(waitForChanges({name})) << name;
    reload();
    EXPECT_TRUE(outdated().empty()) << name << ": " << outdated().front();
    EXPECT_LT(difference(good, open.picture()), 1e-4) << name;
  }
}

TEST_F(FileWatching, WhySaysThatAValueIsThatOfAnEarlierVersion) {
  for (const auto& [file, attribute] : std::map<std::string, std::string>{
           {"clip1.usda", "/World/Clipped.size"}, {"mesh.usdc", "/World/Mesh.points"}}) {
    open.select(attribute);
    const auto& pane = *open.window.findChild<WhyPane*>();
    open.window.showPane("why");
    ASSERT_TRUE(waitUntil([&] { return pane.sentence().contains(QString::fromStdString(file)); }));
    const QString before = pane.sentence();
    // It has shrunk.
    scene.publish(file, ChangingScene::bytesOf(file, 0).substr(0, 40));
    ASSERT_TRUE(waitForChanges({file}));
    open.run("reloadChanged");
    ASSERT_TRUE(waitUntil([&] { return !outdated().empty(); })) << file;
    ASSERT_TRUE(open.settle());
    EXPECT_TRUE(waitUntil([&] {
      return pane.sentence().startsWith(before + ' ' + QString::fromStdString(outdated()[0]));
    })) << pane.sentence().toStdString();
    scene.publish(file, ChangingScene::bytesOf(file, 0));
    ASSERT_TRUE(waitForChanges({file}));
    reload();
    EXPECT_TRUE(waitUntil([&] { return pane.sentence() == before; }));
  }
}

// A program that writes a file in place leaves it empty for a moment.
TEST_F(FileWatching, RowsOfTheTreeStayOpenWhenPrimsComeBack) {
  const Tree tree(open);
  const std::string good = ChangingScene::bytesOf("root.usda", 0);
  ASSERT_TRUE(tree.view->isExpanded(tree.at("/World")));
  for (const char* text : {"#usda 1.0\n", "#usda 1.0\ndef \"World\" {\n}\n"}) {
    scene.publish("root.usda", text);
    ASSERT_TRUE(waitForChanges({"root.usda"}));
    reload();
    EXPECT_FALSE(tree.at("/World/Ball").isValid());
    scene.publish("root.usda", good);
    ASSERT_TRUE(waitForChanges({"root.usda"}));
    reload();
    EXPECT_TRUE(tree.view->isExpanded(tree.model->rootRow()));
    EXPECT_TRUE(tree.view->isExpanded(tree.at("/World"))) << text;
  }
  // A row that the user closes stays closed.
  tree.view->collapse(tree.at("/World"));
  scene.publish("root.usda", good + "\n");
  ASSERT_TRUE(waitForChanges({"root.usda"}));
  reload();
  EXPECT_FALSE(tree.view->isExpanded(tree.at("/World")));
}

TEST_F(FileWatching, FilesThatWeSaveAreNotReported) {
  ASSERT_EQ(open.run("editTarget", {"look.usda"}), "");
  ASSERT_EQ(open.run("set", {"/World/Ball.radius", "3"}), "");
  ASSERT_EQ(open.run("saveAll"), "");
  QTest::qWait(1000);
  EXPECT_TRUE(changed().empty());
  // A change by others is.
  scene.publish("look.usda", ChangingScene::bytesOf("look.usda", 1));
  EXPECT_TRUE(waitForChanges({"look.usda"}));
}

TEST_F(FileWatching, UnsavedEditsStandOnTheNewVersion) {
  ASSERT_EQ(open.run("editTarget", {"look.usda"}), "");
  ASSERT_EQ(open.run("set", {"/World/Ball.radius", "3"}), "");
  const auto radius = [&] {
    const auto& stage = open.session.document.value().stage;
    return stage->primAt(Path::fromText("/World/Ball"))
        .attribute(Token("radius"))
        .value()
        .valueOr(0.0);
  };
  scene.publish("look.usda",
                "#usda 1.0\nover \"World\"\n{\n    def Sphere \"Ball\"\n    {\n"
                "        double radius = 1\n    }\n    def Sphere \"New\"\n    {\n    }\n}\n");
  ASSERT_TRUE(waitForChanges({"look.usda"}));
  reload();
  EXPECT_EQ(radius(), 3.0);
  EXPECT_TRUE(open.session.document.value().stage->primAt(Path::fromText("/World/New")));
  EXPECT_EQ(open.session.edits.value().rows().size(), 1u);
  EXPECT_TRUE(open.session.saver().isUnsaved(scene.path("look.usda")));
  ASSERT_EQ(open.run("undo"), "");
  EXPECT_EQ(radius(), 1.0);
  ASSERT_EQ(open.run("redo"), "");

  // A broken version does not lose them.
  scene.publish("look.usda", "garbage");
  ASSERT_TRUE(waitForChanges({"look.usda"}));
  open.run("reloadChanged");
  ASSERT_TRUE(waitUntil([&] { return !outdated().empty(); }));
  EXPECT_EQ(radius(), 3.0);
  EXPECT_EQ(open.session.edits.value().rows().size(), 1u);
  ASSERT_EQ(open.run("undo"), "");
  EXPECT_EQ(radius(), 1.0);
}

TEST_F(FileWatching, ReadsAgainByItselfWhilePlaying) {
  ASSERT_EQ(open.run("autoReload"), "");
  EXPECT_TRUE(open.window.findChild<QAction*>(QStringLiteral("autoReload"))->isChecked());
  open.session.setPlaying(true);
  for (const char* name : {"look.usda", "clip1.usda", "texture.png", "mesh.usdc"}) {
    const auto* extractor = open.session.document.value().extractor.get();
    scene.publish(name, ChangingScene::bytesOf(name, 3));
    ASSERT_TRUE(waitUntil([&] {
      return open.session.document.value().extractor.get() != extractor && changed().empty();
    })) << name;
    EXPECT_TRUE(open.session.playback.value().isPlaying) << name;
  }
  const double time = open.session.playback.value().time;
  EXPECT_TRUE(waitUntil([&] { return open.session.playback.value().time != time; }));
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  EXPECT_LT(difference(open.picture(), freshPicture()), 1e-4);
  EXPECT_EQ(open.run("autoReload"), "");
}

/// Changes files as the worst of all pipelines would.
void changeAtRandom(const ChangingScene& scene, std::mt19937& random) {
  namespace fs = std::filesystem;
  const auto pick = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  const std::vector<std::string> names = ChangingScene::names();
  const std::string& name = names[pick(names.size())];
  const auto version = unsigned(pick(5));
  std::error_code ignored;
  switch (pick(9)) {
    case 0:
      scene.remove(name);
      scene.overwrite(name, ChangingScene::bytesOf(name, version));
      break;
    case 1:
      scene.remove(name);
      break;
    case 2: {
      std::string garbage(pick(100'000), '\0');
      for (char& byte : garbage) byte = char(pick(256));
      scene.remove(name);
      scene.overwrite(name, garbage);
      break;
    }
    case 3:
      fs::resize_file(scene.path(name), pick(3000), ignored);
      break;
    case 4:
      scene.remove(name);
      fs::create_directory(scene.path(name), ignored);
      break;
    case 5: {
      std::string half = ChangingScene::bytesOf(name, version);
      half.resize(pick(half.size() + 1));
      scene.publish(name, half);
      break;
    }
    case 6:
      fs::permissions(scene.path(name), fs::perms::none, ignored);
      break;
    case 7:
      scene.overwrite(name, ChangingScene::bytesOf(name, version));
      break;
    default:
      scene.publish(name, ChangingScene::bytesOf(name, version));
  }
}

TEST_F(FileWatching, SurvivesAnyChangeWhilePlaying) {
  unsigned seed = 1;
  int count = 120;
  if (const char* wanted = std::getenv("USDSCOPE_FILE_CHANGES")) {
    std::istringstream(wanted) >> seed >> count;
  }
  std::mt19937 random(seed);
  ASSERT_EQ(open.run("autoReload"), "");
  open.session.setPlaying(true);
  for (int i = 0; i < count; ++i) {
    changeAtRandom(scene, random);
    if (i % 4 != 3) continue;
    QTest::qWait(int(std::uniform_int_distribution(0, 120)(random)));
    if (!open.session.playback.value().isPlaying) open.session.setPlaying(true);
    ASSERT_TRUE(open.session.document.value().isOpen());
  }
  for (const std::string& name : ChangingScene::names()) {
    scene.publish(name, ChangingScene::bytesOf(name, seed + 1));
  }
  // A while after the last change, everything has been read.
  const auto isReadAgain = [&] {
    return changed().empty() && !open.session.loading.value().isLoading() && outdated().empty();
  };
  QTest::qWait(700);
  ASSERT_TRUE(waitUntil(isReadAgain)) << (outdated().empty() ? "" : outdated()[0]);
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  for (const double frame : {3.0, 15.0}) {
    const QImage after = open.pictureAt(frame);
    EXPECT_LT(difference(after, freshPicture()), 1e-4) << "frame " << frame << ", seed " << seed;
  }
}

}  // namespace
}  // namespace usdscope
