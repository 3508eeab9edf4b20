// SPDX-License-Identifier: Apache-2.0
// The dialog that opens scenes, what it says about their cost, and files that are dropped.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QUrl>
#include <fstream>

#include "app/actions/Actions.h"
#include "app/actions/OpenActions.h"
#include "app/session/document/OpenCost.h"
#include "app/viewport/StartPage.h"
#include "app/window/Drops.h"
#include "app/window/OpenDialog.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

struct OpenDialogTest : testing::Test {
  SceneTexts texts;
  std::string file;

  void SetUp() override {
    texts.write("weak.usda", "");
    texts.write("ref.usda", "def \"R\" (payload = @big.usda@</B>)\n{\n}\n");
    texts.write("big.usda", "def \"B\" (references = @deep.usda@</D>)\n{\n}\n");
    texts.write("deep.usda", "def \"D\" (references = @weak.usda@)\n{\n}\n");
    texts.write("other.usda", "def \"O\"\n{\n}\n");
    file =
        texts.write("scene.usda",
                    "(\n    subLayers = [@weak.usda@]\n)\n"
                    "def \"A\" (\n    references = [@ref.usda@</R>, @missing.usda@]\n"
                    "    variants = { string v = \"one\" }\n"
                    "    prepend variantSets = \"v\"\n)\n{\n"
                    "    variantSet \"v\" = {\n        \"two\" (\n"
                    "            payload = @other.usda@</O>\n        ) {\n        }\n    }\n}\n");
  }
  std::size_t sizeOf(const char* name) const {
    return std::size_t(QFile(QString::fromStdString(texts.path(name))).size());
  }
  static OpenDialog* dialogOf(OpenWindow& open) { return open.window.findChild<OpenDialog*>(); }
};

TEST_F(OpenDialogTest, CostCountsLayersWithAndWithoutPayloads) {
  const OpenCost cost = computeOpenCost({}, file, {});
  EXPECT_EQ(cost.problem, "");
  EXPECT_EQ(cost.rootBytes, sizeOf("scene.usda"));
  EXPECT_EQ(cost.always.count, 2u);  // weak.usda, ref.usda
  EXPECT_EQ(cost.always.byteSize, sizeOf("weak.usda") + sizeOf("ref.usda"));
  EXPECT_EQ(cost.ofPayloads.count, 3u);  // big.usda, deep.usda, other.usda
  EXPECT_EQ(cost.ofPayloads.byteSize,
            sizeOf("big.usda") + sizeOf("deep.usda") + sizeOf("other.usda"));
  EXPECT_EQ(cost.missingCount, 1u);
  EXPECT_TRUE(cost.isComplete);
}

TEST_F(OpenDialogTest, CostOfBrokenAndStrangeFilesIsSaid) {
  EXPECT_NE(computeOpenCost({}, texts.write("broken.usda", "def {{{"), {}).problem, "");
  EXPECT_NE(computeOpenCost({}, texts.path("nowhere.usda"), {}).problem, "");
  const std::string cycle =
      texts.write("cycle.usda", "(\n    subLayers = [@cycle.usda@, @turn.usda@]\n)\n");
  texts.write("turn.usda", "(\n    subLayers = [@cycle.usda@]\n)\n");
  EXPECT_EQ(computeOpenCost({}, cycle, {}).always.count, 1u);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(computeOpenCost({}, file, stopped.get_token()).isComplete);
}

TEST(OpenCostText, SaysWhatThereIs) {
  OpenCost cost;
  cost.rootBytes = 1234;
  EXPECT_EQ(openCostText(cost), "Root layer 1.2 KB. No layers behind payloads.");
  cost.always = {1, 12'345'678};
  cost.ofPayloads = {210, 3'200'000'000};
  cost.missingCount = 2;
  EXPECT_EQ(openCostText(cost),
            "Root layer 1.2 KB; 1 more layer has 12 MB. Behind payloads 210 more layers have "
            "3.2 GB; 2 layers are missing.");
  cost.isComplete = false;
  EXPECT_TRUE(openCostText(cost).ends_with("; and more that was not looked at."));
  EXPECT_EQ(byteSizeText(0), "0 bytes");
  EXPECT_EQ(byteSizeText(999), "999 bytes");
  EXPECT_EQ(byteSizeText(999'900), "1.0 MB");
}

TEST_F(OpenDialogTest, StartsInTheFolderOfTheSceneAndOpensWithTheChosenPayloads) {
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.path("other.usda")));
  EXPECT_EQ(open.run("open"), "");
  QPointer<OpenDialog> dialog = dialogOf(open);
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->directory().canonicalPath(),
            QFileInfo(QString::fromStdString(file)).dir().canonicalPath());
  dialog->selectFile(QString::fromStdString(file));
  Q_EMIT dialog->currentChanged(QString::fromStdString(file));
  auto* cost = dialog->findChild<QLabel*>("cost");
  ASSERT_TRUE(cost);
  EXPECT_TRUE(waitUntil([&] { return cost->text().startsWith("Root layer"); }));
  EXPECT_TRUE(cost->text().contains("Behind payloads 3 more layers have"));
  auto* payloads = dialog->findChild<QComboBox*>("payloads");
  ASSERT_TRUE(payloads);
  payloads->setCurrentIndex(payloads->findData("none"));
  static_cast<QDialog*>(dialog)->accept();
  EXPECT_TRUE(waitUntil(
      [&] { return open.session.document.value().file == file && open.session.isSettled(); }));
  EXPECT_EQ(open.session.edits.value().state().loadRules, LoadRules::none());
  EXPECT_TRUE(waitUntil([&] { return !dialog; }));

  // Without a scene, the folder of the last one is shown.
  EXPECT_EQ(open.run("close"), "");
  QSettings().remove("recentFiles");
  EXPECT_EQ(OpenDialog::usualFolder(open.session).toStdString(),
            QFileInfo(QString::fromStdString(file)).path().toStdString());
}

TEST_F(OpenDialogTest, FolderWithOneSceneIsOpened) {
  const QString folder = QString::fromStdString(texts.path("folder"));
  ASSERT_TRUE(QDir().mkpath(folder));
  OpenWindow open;
  EXPECT_EQ(open.run("open", {folder.toStdString()}), folder.toStdString() + " has no scene.");
  texts.write("folder/only.usda", "def \"X\"\n{\n}\n");
  std::ofstream(texts.path("folder/notes.txt")) << "text";
  EXPECT_EQ(open.run("open", {folder.toStdString()}), "");
  EXPECT_TRUE(waitUntil([&] { return open.session.document.value().isOpen(); }));
  EXPECT_EQ(open.session.document.value().file, texts.path("folder/only.usda"));
  // With two, the user chooses.
  texts.write("folder/second.usda", "");
  EXPECT_EQ(open.run("open", {folder.toStdString()}), "");
  EXPECT_TRUE(waitUntil([&] { return dialogOf(open) != nullptr; }));
  EXPECT_EQ(dialogOf(open)->directory().canonicalPath(), QDir(folder).canonicalPath());
  dialogOf(open)->reject();
}

// Drops files on a window. Returns whether the window takes them as a copy, whatever the keys are:
// a move would let the other program delete its files.
bool dropOn(OpenWindow& open, const QPoint& place, const std::vector<std::string>& files,
            Qt::KeyboardModifiers modifiers) {
  QMimeData data;
  QList<QUrl> urls;
  for (const std::string& each : files) {
    urls.push_back(QUrl::fromLocalFile(QString::fromStdString(each)));
  }
  data.setUrls(urls);
  const Qt::DropActions all = Qt::CopyAction | Qt::MoveAction | Qt::LinkAction;
  QDragEnterEvent enter(place, all, &data, Qt::LeftButton, modifiers);
  QApplication::sendEvent(&open.window, &enter);
  QDropEvent drop(place, all, &data, Qt::LeftButton, modifiers);
  drop.setDropAction(Qt::MoveAction);
  QApplication::sendEvent(&open.window, &drop);
  return enter.isAccepted() && drop.isAccepted() && drop.dropAction() == Qt::CopyAction;
}

TEST_F(OpenDialogTest, DroppedFilesAreOpenedOrAddedToTheSession) {
  OpenWindow open;
  const QPoint middle = open.window.rect().center();
  // Without a scene the keys mean nothing.
  EXPECT_TRUE(dropOn(open, middle, {file}, Qt::ShiftModifier));
  EXPECT_TRUE(waitUntil([&] { return open.session.document.value().file == file; }));
  EXPECT_TRUE(open.settle());
  EXPECT_TRUE(dropOn(open, middle, {texts.path("other.usda")}, Qt::ShiftModifier));
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(open.session.edits.value().undoSentence(), "Add other.usda to the session layer");
  EXPECT_TRUE(open.session.document.value().stage->primAt(Path::fromText("/O")));
  EXPECT_TRUE(dropOn(open, middle, {texts.path("other.usda"), file}, {}));
  EXPECT_TRUE(
      waitUntil([&] { return open.session.document.value().file == texts.path("other.usda"); }));
  EXPECT_FALSE(dropOn(open, middle, {}, {}));
}

TEST_F(OpenDialogTest, PanesOfLayersTakeLayers) {
  OpenWindow open({1600, 1000});
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(open.run("pane", {"layers"}), "");
  auto* dock = open.window.findChild<QDockWidget*>("layers");
  auto* drops = open.window.findChild<Drops*>();
  ASSERT_TRUE(dock && drops);
  QTest::qWait(50);
  const QPoint inLayers = dock->widget()->mapTo(&open.window, dock->widget()->rect().center());
  EXPECT_EQ(drops->useAt(inLayers, {}), Drops::Use::AddToSession);
  EXPECT_EQ(drops->useAt(open.window.viewport().mapTo(&open.window, QPoint(50, 50)), {}),
            Drops::Use::Open);
  EXPECT_EQ(drops->useAt(inLayers, Qt::ControlModifier), Drops::Use::OpenBeside);
}

TEST_F(OpenDialogTest, SecondWindowIsAProgramOfItsOwn) {
  const std::string made = texts.path("arguments.txt");
  const std::string program = texts.path("second.sh");
  std::ofstream(program) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" << made << "'\n";
  QFile(QString::fromStdString(program))
      .setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("USDSCOPE_PROGRAM", QByteArray::fromStdString(program));
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  EXPECT_TRUE(
      dropOn(open, open.window.rect().center(), {texts.path("other.usda")}, Qt::ControlModifier));
  const std::string expected = "view\n" + texts.path("other.usda") + "\n";
  EXPECT_TRUE(waitUntil([&] {
    std::ifstream in(made);
    return std::string(std::istreambuf_iterator<char>(in), {}) == expected;
  }));
  EXPECT_EQ(open.session.document.value().file, file);
  EXPECT_NE(open.run("openBeside", {"nowhere.usda"}), "");
  // The tests are not the program.
  qunsetenv("USDSCOPE_PROGRAM");
  EXPECT_EQ(open.run("openBeside"), "The program usdscope was not found.");
}

TEST_F(OpenDialogTest, StartPageOpensTheSample) {
  ASSERT_EQ(sampleScenePath(), samplePath());
  OpenWindow open;
  auto* button = open.window.findChild<StartPage*>()->findChild<QPushButton*>("openSample");
  ASSERT_TRUE(button && button->isVisible());
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_TRUE(waitUntil([&] { return open.session.document.value().isOpen(); }));
  EXPECT_EQ(open.session.document.value().file, samplePath());
}

}  // namespace
}  // namespace usdscope
