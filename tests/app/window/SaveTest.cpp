// SPDX-License-Identifier: Apache-2.0
// Tests of saving: layers, overrides and flattened scenes, questions, and sessions that are
// restored.
#include <gtest/gtest.h>

#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <sstream>

#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "app/actions/Actions.h"
#include "app/session/edits/LayerSaver.h"
#include "app/widgets/ElidedLabel.h"
#include "app/window/RestoreBar.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerBuilder.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

/// A window with a scene of two layers.
struct Saving : testing::Test {
  SceneTexts texts;
  std::string root;
  std::string look;
  OpenWindow open{QSize(1000, 700)};

  void SetUp() override {
    look = texts.write("look.usda", "over \"Ball\"\n{\n    double radius = 2\n}\n");
    root = texts.write("scene.usda",
                       "(\n    subLayers = [@./look.usda@]\n)\ndef Sphere \"Ball\"\n{\n}\n"
                       "def Cube \"Box\"\n{\n}\n");
    ASSERT_TRUE(open.open(root));
  }

  LayerSaver& saver() { return open.session.saver(); }
  std::string run(const char* id, const Texts& arguments = {}) { return open.run(id, arguments); }
  void editLook(const std::string& radius) {
    ASSERT_EQ(run("editTarget", {"look.usda"}), "");
    ASSERT_EQ(run("set", {"/Ball.radius", radius}), "");
  }
  std::vector<UnsavedLayer> unsaved() { return saver().unsaved.value(); }
  QStringList journals() {
    return QDir(Journal::usualFolder()).entryList({QStringLiteral("*.journal")}, QDir::Files);
  }
  template <typename Widget>
  Widget* dialog(const char* name) {
    Widget* found = nullptr;
    EXPECT_TRUE(waitUntil([&] {
      found = open.window.findChild<Widget*>(QString::fromLatin1(name));
      return found != nullptr;
    })) << name;
    return found;
  }
};

TEST_F(Saving, EditedLayersAreNamedAndSaved) {
  EXPECT_EQ(journals().size(), 0);
  EXPECT_FALSE(findAction("saveAll")->isEnabled({open.session, open.window}));
  editLook("3");
  EXPECT_EQ(unsaved(), (std::vector<UnsavedLayer>{{look, 1}}));
  EXPECT_EQ(open.window.windowTitle(), QStringLiteral("scene.usda* — usdscope"));
  EXPECT_EQ(journals().size(), 1);
  EXPECT_TRUE(contains(textOf(look), "radius = 2"));

  ASSERT_EQ(run("save", {"look.usda"}), "");
  EXPECT_TRUE(contains(textOf(look), "radius = 3"));
  EXPECT_EQ(unsaved().size(), 0u);
  EXPECT_EQ(open.window.windowTitle(), QStringLiteral("scene.usda — usdscope"));
  EXPECT_EQ(journals().size(), 0) << "all edits are saved";
  EXPECT_EQ(run("save", {"look.usda"}), "look.usda has no unsaved edits.");

  // The file has an edit that is undone.
  ASSERT_EQ(run("undo"), "");
  EXPECT_EQ(unsaved(), (std::vector<UnsavedLayer>{{look, 1}}));
  EXPECT_EQ(journals().size(), 1);
  ASSERT_EQ(run("saveAll"), "");
  EXPECT_TRUE(contains(textOf(look), "radius = 2"));
  EXPECT_EQ(unsaved().size(), 0u);
}

TEST_F(Saving, OverridesAreALayerOverTheScene) {
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  EXPECT_EQ(unsaved(), (std::vector<UnsavedLayer>{{"", 1}}));
  EXPECT_NE(run("saveAll"), "");
  const std::string file = texts.path("over.usda");
  EXPECT_TRUE(contains(run("saveOverrides", {root}), "choose another name"));
  ASSERT_EQ(run("saveOverrides", {file}), "");
  EXPECT_TRUE(contains(textOf(file), "active = false"));
  EXPECT_TRUE(contains(textOf(file), "@" + root + "@"));
  EXPECT_EQ(unsaved().size(), 0u);
  ASSERT_TRUE(open.open(file));
  EXPECT_FALSE(open.session.document.value().stage->primAt(Path::fromText("/Box")).isActive());
}

TEST_F(Saving, SelectedEditsAreSavedAlone) {
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  ASSERT_EQ(run("makeInvisible", {"/Ball"}), "");
  editLook("5");
  ASSERT_EQ(run("deactivate", {"/Ball"}), "");
  ASSERT_EQ(run("undo"), "");
  ASSERT_EQ(open.session.edits.value().rows().size(), 4u);
  const std::string file = texts.path("some.usda");
  ASSERT_EQ(run("saveEdits", {file, "2", "3"}), "");
  EXPECT_TRUE(contains(textOf(file), "invisible"));
  EXPECT_FALSE(contains(textOf(file), "active"));
  EXPECT_FALSE(contains(textOf(file), "radius"));
  EXPECT_TRUE(contains(textOf(file), "@" + root + "@"));
  EXPECT_EQ(unsaved().size(), 2u) << "the session layer has an edit that the file lacks";

  const std::string other = texts.path("other.usda");
  for (const char* row : {"3", "4"}) {
    run("saveEdits", {other, row});
    EXPECT_TRUE(contains(open.session.note.value(), "session layer")) << row;
    EXPECT_FALSE(QFile::exists(QString::fromStdString(other)));
  }
  for (const char* row : {"0", "5", "1.5", "nan", "x"}) {
    EXPECT_TRUE(contains(run("saveEdits", {other, row}), "expected a number from 1 to 4")) << row;
  }
  EXPECT_EQ(run("revertEdits", {"1"}), "");
  EXPECT_TRUE(open.session.document.value().stage->primAt(Path::fromText("/Box")).isActive());
}

TEST_F(Saving, FlattenedSceneIsOneLayer) {
  editLook("4");
  const std::string file = texts.path("flat.usda");
  ASSERT_EQ(run("saveFlattened", {file}), "");
  EXPECT_TRUE(contains(textOf(file), "radius = 4"));
  EXPECT_FALSE(contains(textOf(file), "subLayers"));
  EXPECT_EQ(saver().state.value(), (SaveState{.text = "Saved flat.usda."}));

  const std::string cancelled = texts.path("cancelled.usda");
  ASSERT_EQ(saver().saveFlattened(cancelled), "");
  EXPECT_TRUE(findAction("cancel")->isEnabled({open.session, open.window}));
  ASSERT_EQ(run("cancel"), "");
  // A small scene may have been written before.
  EXPECT_EQ(contains(saver().state.value().text, "no file was changed"),
            !std::filesystem::exists(cancelled));
  EXPECT_TRUE(contains(run("saveFlattened", {texts.path("flat.txt")}), ".txt"));
}

TEST_F(Saving, LinksToLayersAreNotReplaced) {
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  const std::string before = textOf(root);
  std::filesystem::create_symlink(root, texts.path("link.usda"));
  std::filesystem::create_hard_link(root, texts.path("hard.usda"));
  for (const char* action : {"saveOverrides", "saveFlattened"}) {
    for (const char* file : {"link.usda", "hard.usda"}) {
      EXPECT_TRUE(contains(run(action, {texts.path(file)}), "choose another name"))
          << action << file;
    }
  }
  EXPECT_EQ(textOf(root), before);
  EXPECT_EQ(unsaved(), (std::vector<UnsavedLayer>{{"", 1}}));
}

TEST_F(Saving, ChangedFilesAreOverwrittenOnlyAfterAQuestion) {
  editLook("3");
  texts.write("look.usda", "over \"Ball\"\n{\n    double radius = 777\n}\n");
  // Scripts get the sentence, and nothing is overwritten.
  EXPECT_TRUE(contains(run("saveAll"), "changed by another program"));
  EXPECT_TRUE(contains(textOf(look), "777"));
  EXPECT_EQ(unsaved().size(), 1u);

  open.window.setAsking(true);
  for (const bool overwrites : {false, true}) {
    run("saveAll");
    auto* box = dialog<QMessageBox>("overwrite");
    for (QAbstractButton* button : box->buttons()) {
      const bool isWanted = (button->text() == QStringLiteral("Overwrite")) == overwrites;
      if (isWanted) QTest::mouseClick(button, Qt::LeftButton);
    }
    ASSERT_TRUE(open.settle());
    QTest::qWait(50);
    EXPECT_EQ(contains(textOf(look), "radius = 3"), overwrites);
  }
  EXPECT_EQ(unsaved().size(), 0u);
}

TEST_F(Saving, LayersThatCannotBeWrittenStayUnsaved) {
  editLook("3");
  QFile::setPermissions(QString::fromStdString(look), QFileDevice::ReadOwner);
  if (QFileInfo(QString::fromStdString(look)).isWritable()) {
    GTEST_SKIP() << "This user, such as root, may write files without permission to write.";
  }
  EXPECT_TRUE(contains(run("saveAll"), "look.usda: Insufficient permissions"));
  EXPECT_EQ(unsaved().size(), 1u);
}

#ifndef _WIN32
TEST_F(Saving, FullDiskKeepsTheOldFile) {
  std::string many = "[0";
  for (int i = 0; i < 2000; ++i) many += ", 0.125";
  ASSERT_EQ(run("editTarget", {"look.usda"}), "");
  ASSERT_EQ(run("set", {"/Box.primvars:displayOpacity", many + "]"}), "");
  const std::string before = textOf(look);
  // Files that may not grow behave like a disk that is full.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const rlimit small{.rlim_cur = 4096, .rlim_max = usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string problem = run("saveAll");
  setrlimit(RLIMIT_FSIZE, &usual);
  EXPECT_TRUE(problem.starts_with("look.usda: The file cannot be written: ")) << problem;
  EXPECT_EQ(textOf(look), before);
  EXPECT_EQ(unsaved().size(), 1u);
  EXPECT_EQ(QDir(QString::fromStdString(texts.path("."))).entryList(QDir::Files).size(), 2);
  ASSERT_EQ(run("saveAll"), "");
  EXPECT_TRUE(contains(textOf(look), "0.125"));
}
#endif

/// Copies the journals as a killed program leaves them, and lets later sessions find the copies.
class KilledProgram {
 public:
  KilledProgram() {
    const QDir from(Journal::usualFolder());
    const QString organization = QFileInfo(QSettings().fileName()).dir().dirName();
    usual_ = QFileInfo(QFileInfo(QSettings().fileName()).absolutePath()).absolutePath();
    const QDir to(folder_.filePath(organization + QStringLiteral("/journal")));
    to.mkpath(QStringLiteral("."));
    for (const QString& name : from.entryList(QDir::Files)) {
      if (!name.endsWith(QStringLiteral(".lock"))) {
        QFile::copy(from.filePath(name), to.filePath(name));
      }
    }
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
  }
  ~KilledProgram() { QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, usual_); }

 private:
  QTemporaryDir folder_;
  QString usual_;
};

QString textOfBar(OpenWindow& window) {
  return window.window.findChild<RestoreBar*>()->findChild<ElidedLabel*>()->fullText();
}

TEST_F(Saving, ClosingNamesWhatIsUnsaved) {
  editLook("3");
  ASSERT_EQ(run("editTarget", {"session"}), "");
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  open.window.setAsking(true);
  const auto ask = [&](const char* action, QMessageBox::StandardButton answer) {
    findAction(action)->run({open.session, open.window}, {});
    auto* box = dialog<QMessageBox>("unsaved");
    EXPECT_EQ(box->informativeText(), QStringLiteral("Session layer: 1 edit\nlook.usda: 1 edit"));
    QTest::mouseClick(box->button(answer), Qt::LeftButton);
    QTest::qWait(50);
    EXPECT_TRUE(open.settle());
  };
  ask("quit", QMessageBox::Cancel);
  EXPECT_TRUE(open.window.isVisible());
  ask("close", QMessageBox::Cancel);
  EXPECT_TRUE(open.session.document.value().isOpen());
  ask("close", QMessageBox::Discard);
  EXPECT_FALSE(open.session.document.value().isOpen());
  EXPECT_TRUE(contains(textOf(look), "radius = 2"));
  EXPECT_EQ(journals().size(), 0);
}

TEST_F(Saving, ClosingNamesMutedLayersAndAsksNobodyBecauseOfThem) {
  ASSERT_EQ(run("mute", {"look.usda"}), "");
  open.window.setAsking(true);
  EXPECT_EQ(unsaved().size(), 0u);
  {
    const KilledProgram killed;
    OpenWindow next{QSize(1000, 700)};
    next.session.saver().findJournals();
    ASSERT_TRUE(next.settle());
    ASSERT_EQ(next.session.saver().offers.value().size(), 1u);
    EXPECT_EQ(next.session.saver().offers.value()[0].stageEditCount, 1u);
    EXPECT_TRUE(textOfBar(next).startsWith("1 change of muting or loading of scene.usda"))
        << textOfBar(next).toStdString();
  }
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  findAction("close")->run({open.session, open.window}, {});
  auto* box = dialog<QMessageBox>("unsaved");
  EXPECT_EQ(
      box->informativeText(),
      QStringLiteral("Session layer: 1 edit\n1 layer is muted, which only this window remembers."));
  QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
  QTest::qWait(50);
  {
    const KilledProgram killed;
    OpenWindow next{QSize(1000, 700)};
    next.session.saver().findJournals();
    ASSERT_TRUE(next.settle());
    EXPECT_TRUE(textOfBar(next).startsWith("1 unsaved edit and 1 change of muting or loading"))
        << textOfBar(next).toStdString();
  }
  ASSERT_EQ(run("undo"), "");
  findAction("close")->run({open.session, open.window}, {});
  EXPECT_TRUE(waitUntil([&] { return !open.session.document.value().isOpen(); }));
  EXPECT_TRUE(waitUntil([&] { return journals().isEmpty(); }));
}

TEST_F(Saving, SaveAllBeforeClosingSavesAndCloses) {
  editLook("3");
  open.window.setAsking(true);
  findAction("close")->run({open.session, open.window}, {});
  QTest::mouseClick(dialog<QMessageBox>("unsaved")->button(QMessageBox::SaveAll), Qt::LeftButton);
  EXPECT_TRUE(waitUntil([&] { return !open.session.document.value().isOpen(); }));
  EXPECT_TRUE(contains(textOf(look), "radius = 3"));
}

TEST_F(Saving, EditsAfterCancelledOnesAreInTheJournal) {
  bool wasMade = false;
  QObject watcher;
  open.session.edits.observe(&watcher, [&](const EditHistory& edits) {
    if (wasMade || !edits.canUndo()) return;
    wasMade = true;
    // Composing starts when the observers have returned.
    QMetaObject::invokeMethod(
        &watcher, [&] { open.session.cancelLoading(); }, Qt::QueuedConnection);
  });
  ASSERT_EQ(open.session.editor().setActive({Path::fromText("/Box")}, false), "");
  ASSERT_TRUE(waitUntil([&] { return wasMade && !open.session.hasSessionEdits(); }));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(unsaved().size(), 0u);
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  EXPECT_EQ(unsaved().size(), 1u);
  EXPECT_EQ(journals().size(), 1);
}

TEST(Journal, UnwritableFolderIsReportedOnce) {
  Background background;
  std::vector<std::string> problems;
  Journal journal(QStringLiteral("/dev/null/journal"), FieldDefinitions::builtin(), background,
                  [&](const std::string& problem) { problems.push_back(problem); });
  const auto findFile = [](const std::string&) { return LayerFileState(); };
  const FindLayer findLayer = [](const std::string&) {
    return LayerBuilder().build({.identifier = "anon:session"});
  };
  EditHistory history;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(
        history.add("Hide", {{"Hide", {LayerPart{{activeEdit(Path::fromText("/A"), false)}}}}},
                    findLayer),
        "");
    journal.record("/a.usda", history, findFile);
    ASSERT_TRUE(waitUntil([&] { return background.isIdle(); }));
    ASSERT_EQ(problems.size(), 1u);
  }
  EXPECT_TRUE(contains(problems[0], "/dev/null/journal")) << problems[0];
}

TEST_F(Saving, KilledSessionIsOfferedAndRestored) {
  editLook("3");
  ASSERT_EQ(run("save", {"look.usda"}), "");
  ASSERT_EQ(run("set", {"/Ball.radius", "5"}), "");
  ASSERT_EQ(run("set", {"/Ball.radius", "6"}), "");
  ASSERT_EQ(run("editTarget", {"session"}), "");
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  ASSERT_EQ(run("undo"), "");
  const EditHistory& before = open.session.edits.value();
  const KilledProgram killed;

  OpenWindow next{QSize(1000, 700)};
  next.session.saver().findJournals();
  ASSERT_TRUE(next.settle());
  ASSERT_EQ(next.session.saver().offers.value().size(), 1u);
  EXPECT_EQ(next.session.saver().offers.value()[0].editCount, 2u);
  EXPECT_EQ(next.session.saver().offers.value()[0].scene, root);
  auto* bar = next.window.findChild<RestoreBar*>();
  EXPECT_TRUE(bar->isVisible());
  QTest::mouseClick(bar->findChild<QPushButton*>(QStringLiteral("restoreEdits")), Qt::LeftButton);
  ASSERT_TRUE(waitUntil([&] { return next.session.document.value().isOpen(); }));
  ASSERT_TRUE(next.settle());
  EXPECT_EQ(next.session.note.value(), "");
  EXPECT_FALSE(bar->isVisible());
  EXPECT_EQ(next.session.edits.value().rows(), before.rows());
  EXPECT_EQ(next.session.saver().unsaved.value(), unsaved());
  // Saved edits can be undone, and undone ones done again.
  ASSERT_EQ(next.run("redo"), "");
  EXPECT_FALSE(next.session.document.value().stage->primAt(Path::fromText("/Box")).isActive());
  for (int i = 0; i < 4; ++i) ASSERT_EQ(next.run("undo"), "");
  ASSERT_EQ(next.run("saveAll"), "");
  EXPECT_TRUE(contains(textOf(look), "radius = 2"));
}

TEST_F(Saving, RestoringSaysWhatHasChanged) {
  editLook("3");
  ASSERT_EQ(run("editTarget", {"session"}), "");
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  const KilledProgram killed;
  texts.write("look.usda", "over \"Ball\" (\n    doc = \"other\"\n)\n{\n}\n");
  {
    OpenWindow next{QSize(1000, 700)};
    next.session.saver().findJournals();
    ASSERT_TRUE(next.settle());
    const std::string note = next.run("restoreEdits");
    EXPECT_TRUE(contains(note, "look.usda changed on disk")) << note;
    ASSERT_EQ(next.run("saveAll"), "");
    EXPECT_TRUE(contains(textOf(look), "radius = 3") && contains(textOf(look), "other"));
  }
  EXPECT_EQ(journals().size(), 0) << "the program ended by itself";
}

TEST_F(Saving, RestoringWithoutALayerKeepsTheOtherEdits) {
  editLook("3");
  ASSERT_EQ(run("editTarget", {"session"}), "");
  ASSERT_EQ(run("deactivate", {"/Box"}), "");
  const KilledProgram killed;
  std::filesystem::remove(look);
  OpenWindow next{QSize(1000, 700)};
  next.session.saver().findJournals();
  ASSERT_TRUE(next.settle());
  const std::string note = next.run("restoreEdits");
  EXPECT_TRUE(contains(note, "look.usda cannot be read")) << note;
  EXPECT_FALSE(next.session.document.value().stage->primAt(Path::fromText("/Box")).isActive());
}

TEST_F(Saving, OffersCanBeDiscarded) {
  editLook("3");
  const KilledProgram killed;
  EXPECT_EQ(journals().size(), 1);
  OpenWindow next{QSize(1000, 700)};
  next.session.saver().findJournals();
  ASSERT_TRUE(next.settle());
  ASSERT_EQ(next.run("discardEdits"), "");
  EXPECT_EQ(next.session.saver().offers.value().size(), 0u);
  EXPECT_EQ(journals().size(), 0);
  EXPECT_EQ(next.run("restoreEdits"), "There are no edits to restore.");
}

TEST_F(Saving, JournalsOfRunningProgramsAreNotOffered) {
  editLook("3");
  saver().findJournals();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(saver().offers.value().size(), 0u);
  EXPECT_EQ(journals().size(), 1);
}

TEST_F(Saving, ASceneThatCannotBeOpenedLeavesEditsAndJournal) {
  editLook("3");
  open.session.open(texts.path("missing.usda"));
  ASSERT_TRUE(
      waitUntil([&] { return open.session.loading.value().phase == LoadState::Phase::Failed; }));
  EXPECT_EQ(unsaved(), (std::vector<UnsavedLayer>{{look, 1}}));
  EXPECT_EQ(journals().size(), 1);
}

}  // namespace
}  // namespace usdscope
