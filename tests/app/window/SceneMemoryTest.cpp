// SPDX-License-Identifier: Apache-2.0
// Scenes are opened as they were left; named views; recent files; settings that are broken.
#include <gtest/gtest.h>

#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <algorithm>
#include <random>

#include "app/actions/Actions.h"
#include "app/actions/ArgumentChoices.h"
#include "app/session/Inspection.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/journal/JournalFile.h"
#include "app/session/memory/SceneMemory.h"
#include "app/viewport/StartPage.h"
#include "app/window/NoticeBar.h"
#include "app/window/SceneMenus.h"
#include "app/window/palette/Palette.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    subLayers = [@weak.usda@, @other.usda@]
    startTimeCode = 1
    endTimeCode = 20
)
def Xform "A" (
    prepend payload = @model.usda@</M>
)
{
    double size = 3
    double size.timeSamples = { 1: 1, 10: 5 }
    def Sphere "Ball"
    {
        def Xform "Deep"
        {
            def Xform "Deeper"
            {
                def Xform "Deepest"
                {
                }
            }
        }
    }
}
def Camera "Cam"
{
}
)";

struct SceneMemoryTest : testing::Test {
  SceneTexts texts;
  std::string file;
  const SceneStore store{SceneStore::usualFolder()};

  void SetUp() override {
    texts.write("weak.usda", "over \"A\"\n{\n    double size = 9\n}\n");
    texts.write("other.usda", "over \"A\"\n{\n}\n");
    texts.write("model.usda", "def Xform \"M\"\n{\n}\n");
    file = texts.write("scene.usda", kScene);
  }
  QByteArray read(const QString& path) const {
    QFile stored(path);
    return stored.open(QIODevice::ReadOnly) ? stored.readAll() : QByteArray();
  }
  static void write(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile stored(path);
    ASSERT_TRUE(stored.open(QIODevice::WriteOnly));
    stored.write(bytes);
  }
};

// Waits until the viewport has reported the place of its camera.
bool knowsCamera(OpenWindow& open) {
  return waitUntil([&] { return open.session.freeCamera.value().has_value(); });
}

bool isOpenInTree(OpenWindow& open, const char* path) {
  const auto& rows = open.session.memory().openRows.value();
  return std::ranges::find(rows, Path::fromText(path)) != rows.end();
}

TEST_F(SceneMemoryTest, SceneIsOpenedAsItWasLeft) {
  FreeCamera camera;
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("mute", {"weak.usda"}), "");
    EXPECT_EQ(open.run("unload", {"/A"}), "");
    EXPECT_EQ(open.run("playRange", {"3", "15"}), "");
    EXPECT_EQ(open.run("frame", {"7.5"}), "");
    EXPECT_EQ(open.run("pingPong"), "");
    EXPECT_EQ(open.run("stepHalf"), "");
    EXPECT_EQ(open.run("speed", {"2"}), "");
    EXPECT_EQ(open.run("wireframe"), "");
    EXPECT_EQ(open.run("purposeGuide"), "");
    EXPECT_EQ(open.run("showAbstract"), "");
    EXPECT_EQ(open.run("pinProperties", {"/A"}), "");
    EXPECT_EQ(open.run("watch", {"/A.size"}), "");
    EXPECT_EQ(open.run("look", {"9", "8", "7", "0", "1", "0"}), "");
    EXPECT_EQ(open.run("openAll"), "");
    EXPECT_TRUE(waitUntil([&] { return isOpenInTree(open, "/A/Ball/Deep/Deeper"); }));
    open.select("/A.size");
    EXPECT_TRUE(waitUntil([&] {
      const auto& place = open.session.freeCamera.value();
      return place && place->focus == glm::dvec3(0, 1, 0);
    }));
    camera = *open.session.freeCamera.value();
    open.window.close();
  }
  OpenWindow again;
  ASSERT_TRUE(again.open(file));
  const PlaybackState& playback = again.session.playback.value();
  EXPECT_EQ(playback.time, 7.5);
  EXPECT_EQ(again.session.scene.value()->time.time(), 7.5);
  EXPECT_EQ(playback.playStart, 3.0);
  EXPECT_EQ(playback.playEnd, 15.0);
  EXPECT_EQ(playback.loop, LoopMode::PingPong);
  EXPECT_EQ(playback.stepsPerFrame, 2);
  EXPECT_EQ(playback.speed, 2.0);
  const ViewSettings& view = again.session.view.value();
  EXPECT_EQ(view.shading, ShadingMode::Wireframe);
  EXPECT_TRUE(view.showGuides);
  EXPECT_TRUE(view.shownPrims.abstract);
  EXPECT_EQ(again.session.selection.value().leading().text(), "/A");
  EXPECT_EQ(again.session.selection.value().property.string(), "size");
  EXPECT_EQ(again.session.inspection().pinnedPrims.value(), std::vector{Path::fromText("/A")});
  ASSERT_EQ(again.session.inspection().plot.value().pinned.size(), 1u);
  // The stage was composed without the muted layer, which is not an edit that could be undone.
  const StageState& state = again.session.edits.value().state();
  EXPECT_EQ(state.mutedLayers, std::set{texts.path("weak.usda")});
  EXPECT_FALSE(state.loadRules.isLoaded(Path::fromText("/A")));
  EXPECT_TRUE(again.session.document.value().stage->request().mutedLayers.contains(
      texts.path("weak.usda")));
  EXPECT_FALSE(again.session.edits.value().canUndo());
  EXPECT_TRUE(again.session.saver().unsaved.value().empty());
  EXPECT_EQ(again.run("unmute", {"weak.usda"}), "");
  EXPECT_TRUE(again.session.edits.value().state().mutedLayers.empty());
  ASSERT_TRUE(knowsCamera(again));
  EXPECT_EQ(*again.session.freeCamera.value(), camera);
  EXPECT_TRUE(isOpenInTree(again, "/A/Ball/Deep/Deeper"));
  EXPECT_TRUE(again.session.notices.value().empty());
}

TEST_F(SceneMemoryTest, RangeOfTheSamplesThatTheUserChoseIsRemembered) {
  const std::string late =
      texts.write("late.usda",
                  "(\n    startTimeCode = 1\n    endTimeCode = 24\n)\ndef Cube \"A\"\n{\n"
                  "    double size.timeSamples = { 1: 1, 480: 2 }\n}\n");
  const auto rangeIn = [](const OpenWindow& open) {
    const PlaybackState& state = open.session.playback.value();
    return std::pair(state.start, state.end);
  };
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(late));
    EXPECT_EQ(open.run("useSampleRange"), "");
    EXPECT_EQ(open.run("playRange", {"100", "300"}), "");
    EXPECT_EQ(open.run("frame", {"200"}), "");
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(rangeIn(open), std::pair(1.0, 20.0)) << "the range of the other scene stays";
    open.window.close();
  }
  {
    OpenWindow again;
    ASSERT_TRUE(again.open(late));
    const PlaybackState& state = again.session.playback.value();
    EXPECT_EQ(rangeIn(again), std::pair(1.0, 480.0));
    EXPECT_EQ(state.rangeSource, PlaybackState::RangeSource::Chosen);
    EXPECT_EQ(std::pair(state.playStart, state.playEnd), std::pair(100.0, 300.0));
    EXPECT_EQ(state.time, 200.0);
    EXPECT_EQ(again.run("close"), "");
    OpenOptions options;
    options.lastFrame = 12.0;
    again.session.open(late, std::make_shared<const OpenOptions>(options));
    EXPECT_TRUE(waitUntil([&] { return again.session.isSettled() && state.end == 12.0; }));
    EXPECT_EQ(rangeIn(again), std::pair(1.0, 12.0)) << "options win";
    ASSERT_TRUE(again.open(file));
    ASSERT_TRUE(again.open(late));
    EXPECT_EQ(again.run("useAuthoredRange"), "");
    again.window.close();
  }
  OpenWindow last;
  ASSERT_TRUE(last.open(late));
  EXPECT_EQ(rangeIn(last), std::pair(1.0, 24.0)) << "the choice has been taken back";
}

TEST_F(SceneMemoryTest, AnotherSceneBetweenLeavesEachAsItWas) {
  const std::string second = texts.write("second.usda", kScene);
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(open.run("mute", {"weak.usda"}), "");
  EXPECT_EQ(open.run("frame", {"9"}), "");
  ASSERT_TRUE(open.open(second));
  EXPECT_EQ(open.session.playback.value().time, 1.0);
  EXPECT_TRUE(open.session.edits.value().state().mutedLayers.empty());
  EXPECT_EQ(open.run("frame", {"4"}), "");
  // At once, while the file of the second scene is still being written.
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(open.session.playback.value().time, 9.0);
  EXPECT_EQ(open.session.edits.value().state().mutedLayers, std::set{texts.path("weak.usda")});
  ASSERT_TRUE(open.open(second));
  EXPECT_EQ(open.session.playback.value().time, 4.0);
  EXPECT_EQ(open.run("close"), "");
  EXPECT_TRUE(open.session.memory().views.value().empty());
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(open.session.playback.value().time, 9.0);
  // Without edits means without muted layers.
  EXPECT_EQ(open.run("reopen"), "");
  EXPECT_TRUE(open.session.edits.value().state().mutedLayers.empty());
  EXPECT_EQ(open.session.playback.value().time, 9.0);
}

TEST_F(SceneMemoryTest, ChangesAreWrittenSomeMomentLaterWithoutClosing) {
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  open.select("/A");
  EXPECT_TRUE(waitUntil([&] {
    const StoredScene stored = store.read(file);
    return stored.scene && stored.scene->selected == std::vector{Path::fromText("/A")};
  }));
  EXPECT_TRUE(waitUntil([&] { return open.session.memory().isWritten(); }));
}

TEST_F(SceneMemoryTest, MissingPrimsAndLayersAreDropped) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("mute", {"weak.usda"}), "");
    EXPECT_EQ(open.run("mute", {"other.usda"}), "");
    EXPECT_EQ(open.run("pinProperties", {"/A/Ball"}), "");
    EXPECT_EQ(open.run("camera", {"/Cam"}), "");
    EXPECT_EQ(open.run("select", {"/A/Ball", "/Cam"}), "");
    EXPECT_EQ(open.run("playRange", {"12", "15"}), "");
  }
  texts.write("scene.usda",
              "(\n    subLayers = [@other.usda@]\n    startTimeCode = 1\n    endTimeCode = 5\n)\n"
              "def Xform \"A\"\n{\n}\n");
  QFile::remove(QString::fromStdString(texts.path("weak.usda")));
  OpenWindow again;
  ASSERT_TRUE(again.open(file));
  EXPECT_TRUE(again.session.selection.value().prims.empty());
  EXPECT_TRUE(again.session.inspection().pinnedPrims.value().empty());
  EXPECT_TRUE(again.session.view.value().camera.isEmpty());
  EXPECT_TRUE(again.session.playback.value().isPlayRangeWhole());
  EXPECT_EQ(again.session.edits.value().state().mutedLayers, std::set{texts.path("other.usda")});
  EXPECT_EQ(again.session.notices.value(),
            std::vector<std::string>{"The muted layer weak.usda does not exist any more."});
  auto* bar = again.window.findChild<NoticeBar*>();
  EXPECT_TRUE(bar->isVisible());
  QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
  EXPECT_FALSE(bar->isVisible());
  EXPECT_TRUE(again.session.notices.value().empty());
}

TEST_F(SceneMemoryTest, CanBeSwitchedOffButKeepsViews) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("frame", {"9"}), "");
    EXPECT_EQ(open.run("saveView", {"Front"}), "");
    EXPECT_TRUE(findAction("restoreSessions")->isChecked({open.session, open.window}));
    EXPECT_EQ(open.run("restoreSessions"), "");
    EXPECT_FALSE(findAction("restoreSessions")->isChecked({open.session, open.window}));
  }
  OpenWindow again;
  ASSERT_TRUE(again.open(file));
  EXPECT_EQ(again.session.playback.value().time, 1.0);
  ASSERT_EQ(again.session.memory().views.value().size(), 1u);
  EXPECT_EQ(again.session.memory().views.value()[0].name, "Front");
}

TEST_F(SceneMemoryTest, NamedViewsAreShownReplacedAndDeleted) {
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  ASSERT_TRUE(knowsCamera(open));
  EXPECT_EQ(open.run("frame", {"5"}), "");
  EXPECT_EQ(open.run("flat"), "");
  const FreeCamera camera = *open.session.freeCamera.value();
  EXPECT_EQ(open.run("saveView", {" Flat  and five "}), "");
  EXPECT_EQ(open.run("frame", {"8"}), "");
  EXPECT_EQ(open.run("smooth"), "");
  EXPECT_EQ(open.run("camera", {"/Cam"}), "");
  EXPECT_EQ(open.run("saveView", {"Cam"}), "");
  EXPECT_EQ(open.run("look", {"9", "8", "7", "0", "1", "0"}), "");
  EXPECT_TRUE(waitUntil([&] { return *open.session.freeCamera.value() != camera; }));

  const ActionRow& show = *findAction("showView");
  EXPECT_EQ(argumentChoices(show, {open.session, open.window}),
            (std::vector<std::string>{"Flat and five", "Cam"}));
  EXPECT_EQ(open.run("showView", {"Flat and five"}), "");
  EXPECT_EQ(open.session.playback.value().time, 5.0);
  EXPECT_EQ(open.session.view.value().shading, ShadingMode::FlatShaded);
  EXPECT_TRUE(open.session.view.value().camera.isEmpty());
  EXPECT_EQ(*open.session.freeCamera.value(), camera);
  // A view that is saved at once has the newest camera.
  EXPECT_EQ(findAction("look")->run({open.session, open.window}, {"1", "2", "3", "4", "5", "6"}),
            "");
  EXPECT_EQ(findAction("saveView")->run({open.session, open.window}, {"At once"}), "");
  EXPECT_EQ(open.session.memory().views.value().back().camera->focus, glm::dvec3(4, 5, 6));
  EXPECT_EQ(findAction("look")->run({open.session, open.window}, {"1", "2", "3", "0", "0", "6"}),
            "");
  EXPECT_EQ(open.run("showView", {"Flat and five"}), "");
  EXPECT_EQ(*open.session.freeCamera.value(), camera);
  EXPECT_EQ(open.run("deleteView", {"At once"}), "");
  QTest::qWait(500);  // The viewport has moved there, so that it reports nothing else.
  EXPECT_EQ(*open.session.freeCamera.value(), camera);
  EXPECT_EQ(open.run("showView", {"Cam"}), "");
  EXPECT_EQ(open.session.view.value().camera.text(), "/Cam");
  EXPECT_EQ(open.session.playback.value().time, 8.0);

  EXPECT_EQ(open.run("frame", {"2"}), "");
  EXPECT_EQ(open.run("saveView", {"Cam"}), "");
  ASSERT_EQ(open.session.memory().views.value().size(), 2u);
  EXPECT_EQ(open.session.memory().views.value()[1].time, 2.0);
  EXPECT_EQ(open.run("deleteView", {"Cam"}), "");
  EXPECT_EQ(open.session.memory().views.value().size(), 1u);
  for (const char* action : {"showView", "deleteView"}) {
    EXPECT_EQ(open.run(action, {"Cam"}), "This scene has no view \"Cam\".");
    EXPECT_NE(open.run(action, {}), "");
  }
  EXPECT_NE(open.run("saveView", {"  "}), "");

  auto* menu = open.window.findChild<ViewsMenu*>();
  ASSERT_TRUE(menu);
  for (int i = 0; i < 2; ++i) Q_EMIT menu->aboutToShow();  // The list is not there twice.
  QStringList entries;
  for (const QAction* action : menu->actions()) {
    if (!action->isSeparator()) entries << action->text();
  }
  EXPECT_EQ(entries, (QStringList{"Save View…", "Flat and five", "Delete View"}));
}

TEST_F(SceneMemoryTest, BrokenAndNewerFilesAreSetAside) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("frame", {"9"}), "");
    EXPECT_EQ(open.run("saveView", {"Front"}), "");
  }
  const QString path = store.textPath(file);
  const QByteArray good = read(path);
  ASSERT_GT(good.size(), 500);
  QByteArray newer = good;
  newer.replace("\"version\": 1", "\"version\": 2");
  const struct {
    const char* name;
    QByteArray bytes;
    const char* reason;
  } cases[] = {
      {"empty", "", "It is not JSON"},
      {"garbage", QByteArray(3000, '\xff'), "It is not JSON"},
      {"cut", good.first(good.size() / 2), "It is not JSON"},
      {"no members", "{}", "A part of it is missing"},
      {"newer", newer, "a newer usdscope"},
      {"another type", QByteArray(good).replace("\"selected\": []", "\"selected\": [1]"), "type"},
      {"unknown word", QByteArray(good).replace("\"smooth\"", "\"cubist\""), "a word"},
      {"deep", QByteArray(200'000, '['), "It is not JSON"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    write(path, c.bytes);
    QFile::remove(path + ".broken");
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.session.playback.value().time, 1.0);
    ASSERT_EQ(open.session.notices.value().size(), 1u);
    EXPECT_NE(open.session.notices.value()[0].find(c.reason), std::string::npos)
        << open.session.notices.value()[0];
    EXPECT_TRUE(open.window.findChild<NoticeBar*>()->isVisible());
    EXPECT_EQ(read(path + ".broken"), c.bytes);
  }
}

TEST_F(SceneMemoryTest, RandomDamageNeverHarms) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    open.select("/A.size");
    EXPECT_EQ(open.run("watch", {"/A.size"}), "");
    EXPECT_EQ(open.run("unload", {"/A"}), "");
    EXPECT_EQ(open.run("saveView", {"Front"}), "");
  }
  const QByteArray good = read(store.textPath(file));
  std::mt19937 random(20);
  int readable = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = good.toStdString();
    for (int flips = 1 + int(random() % 3); flips > 0; --flips) {
      bytes[random() % bytes.size()] = char(random() % 4 ? '0' + random() % 10 : random() % 256);
    }
    const RememberedSceneResult result = rememberedSceneFromText(bytes);
    EXPECT_NE(result.scene.has_value(), !result.problem.empty());
    readable += result.scene ? 1 : 0;
  }
  EXPECT_GT(readable, 0);
  // The text that is written is read again.
  const RememberedSceneResult whole = rememberedSceneFromText(good.toStdString());
  ASSERT_TRUE(whole.scene);
  EXPECT_EQ(rememberedSceneToText(*whole.scene), good.toStdString());
}

TEST_F(SceneMemoryTest, OnlyTheNewestFilesAreKept) {
  RememberedScene scene;
  const QImage picture(400, 300, QImage::Format_RGB32);
  for (int i = 0; i < 210; ++i) {
    scene.file = "/scenes/" + std::to_string(i) + ".usda";
    EXPECT_EQ(store.write(scene, i % 50 ? QImage() : picture), "");
  }
  const QDir folder(SceneStore::usualFolder());
  EXPECT_EQ(folder.entryList({"*.json"}, QDir::Files).size(), 200);
  EXPECT_TRUE(store.read("/scenes/209.usda").scene);
  EXPECT_FALSE(store.read("/scenes/0.usda").scene);
  EXPECT_FALSE(QFile::exists(store.thumbnailPath("/scenes/0.usda")));
  EXPECT_TRUE(QFile::exists(store.thumbnailPath("/scenes/200.usda")));
}

TEST_F(SceneMemoryTest, RecentFilesHavePicturesAndSayWhatIsMissing) {
  const std::string gone = texts.write("gone with a long name.usda", kScene);
  OpenWindow open;
  ASSERT_TRUE(open.open(gone));
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_EQ(open.run("frame", {"5"}), "");
  QTest::qWait(100);
  EXPECT_EQ(open.run("close"), "");
  QFile::remove(QString::fromStdString(gone));
  open.session.memory().readRecent();
  const auto& recent = open.session.memory().recent.value();
  EXPECT_TRUE(waitUntil([&] {
    return recent.size() == 2 && !recent[0].thumbnail.isNull() && !recent[1].problem.empty();
  }));
  EXPECT_EQ(recent[0].file, samplePath());
  EXPECT_EQ(recent[0].time, 5.0);
  EXPECT_EQ(recent[0].thumbnail.size(), QSize(320, 200));
  EXPECT_GT(coverage(recent[0].thumbnail), 0.2);
  EXPECT_EQ(recent[1].problem, "The file does not exist.");

  auto* page = open.window.findChild<StartPage*>();
  ASSERT_TRUE(page->isVisible());
  QTest::qWait(20);  // The rows before are gone.
  const auto rows = page->findChildren<QPushButton*>("link");
  ASSERT_EQ(rows.size(), 2);
  EXPECT_TRUE(rows[0]->isEnabled());
  EXPECT_FALSE(rows[1]->isEnabled());
  EXPECT_TRUE(rows[1]->accessibleDescription().contains("The file does not exist."));
  for (const auto* button : page->findChildren<QAbstractButton*>()) {
    EXPECT_FALSE(button->toolTip().isEmpty()) << button->objectName().toStdString();
    EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().isEmpty());
  }
  auto* menu = open.window.findChild<RecentMenu*>();
  ASSERT_TRUE(menu);
  Q_EMIT menu->aboutToShow();
  ASSERT_GE(menu->actions().size(), 4);
  EXPECT_TRUE(menu->actions()[0]->isEnabled());
  EXPECT_FALSE(menu->actions()[0]->icon().isNull());
  EXPECT_FALSE(menu->actions()[1]->isEnabled());
  EXPECT_TRUE(menu->actions()[1]->text().contains("does not exist"));

  const auto removers = page->findChildren<QToolButton*>("forgetRecent");
  ASSERT_EQ(removers.size(), 2);
  QTest::mouseClick(removers[1], Qt::LeftButton);
  EXPECT_EQ(open.session.recentFiles.value(), std::vector{samplePath()});
  EXPECT_EQ(open.run("forgetRecent", {gone}), gone + " is not a recent file.");
  QTest::qWait(20);
  QTest::mouseClick(page->findChild<QToolButton*>("clearRecent"), Qt::LeftButton);
  EXPECT_TRUE(open.session.recentFiles.value().empty() && open.settle());
  EXPECT_TRUE(QSettings().value("recentFiles").toStringList().isEmpty());
}

TEST_F(SceneMemoryTest, BrokenSettingsAreSetAside) {
  const QString path = QSettings().fileName();
  const struct {
    const char* name;
    QByteArray bytes;
    const char* expected;
  } cases[] = {
      {"garbage", QByteArray("\x7f\x45[[[\nno equals sign\n\xff\xfe", 24), "are broken"},
      {"newer", "[General]\nversion=2\n", "newer usdscope"},
      {"wrong types", "[General]\nrecentFiles=@ByteArray(abc)\n[window]\ngeometry=7\n",
       "recentFiles, window/geometry are broken"},
      {"place", "[window]\ngeometry=@ByteArray(nonsense)\n", "The place of the window"},
      {"panes", "[layouts]\ninspect=@ByteArray(nonsense)\n", "How the panes were arranged"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    QSettings().clear();
    QSettings().sync();
    write(path, c.bytes);
    QFile::remove(path + ".broken");
    QSettings().sync();
    OpenWindow open;
    ASSERT_EQ(open.session.notices.value().size(), 1u);
    EXPECT_NE(open.session.notices.value()[0].find(c.expected), std::string::npos)
        << open.session.notices.value()[0];
    EXPECT_EQ(read(path + ".broken").isEmpty(), false);
    EXPECT_TRUE(open.open(file));
    QSettings().sync();
    OpenWindow again;
    EXPECT_TRUE(again.session.notices.value().empty());
  }
}

TEST_F(SceneMemoryTest, SettingsThatCannotBeWrittenGiveOneNotice) {
  const QString folder = QFileInfo(QSettings().fileName()).dir().filePath("..");
  // A file is where the folder would be, so that not even the superuser can write there.
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(file));
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(texts.path("model.usda")));
    open.select("/M");
    EXPECT_EQ(open.run("saveView", {"Front"}), "");
    EXPECT_TRUE(waitUntil([&] { return open.session.memory().isWritten(); }));
    ASSERT_EQ(open.session.notices.value().size(), 1u) << open.session.notices.value().back();
    EXPECT_TRUE(open.session.notices.value()[0].starts_with("Settings cannot be written to "));
    open.window.close();
  }
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QDir(folder).absolutePath());
}

TEST_F(SceneMemoryTest, PaletteOffersTheViews) {
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(open.run("frame", {"5"}), "");
  EXPECT_EQ(open.run("saveView", {"Left side"}), "");
  EXPECT_EQ(open.run("frame", {"8"}), "");
  EXPECT_EQ(open.run("saveView", {"Left"}), "");
  EXPECT_EQ(open.run("palette"), "");
  QPointer<Palette> palette = open.window.findChild<Palette*>();
  ASSERT_TRUE(palette);
  auto* field = palette->findChild<QLineEdit*>();
  QTest::keyClicks(field, "show view");
  QTest::keyClick(field, Qt::Key_Return);
  auto* list = palette->findChild<QTreeWidget*>();
  ASSERT_EQ(list->topLevelItemCount(), 2);
  EXPECT_EQ(list->currentItem()->text(0), "Left side");
  QTest::keyClicks(field, "left");
  EXPECT_EQ(list->topLevelItemCount(), 2);
  QTest::keyClicks(field, "x");
  EXPECT_EQ(list->topLevelItemCount(), 0);
  QTest::keyClick(field, Qt::Key_Backspace);
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(open.session.playback.value().time, 5.0);
  EXPECT_TRUE(waitUntil([&] { return !palette || !palette->isVisible(); }));
}

TEST_F(SceneMemoryTest, EditsOfAKilledProgramStandOnTheMutedLayersOfTheTime) {
  const QString journals = Journal::usualFolder();
  QDir(journals).removeRecursively();
  const QString kept = QString::fromStdString(texts.path("kept"));
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("mute", {"weak.usda"}), "");
  }
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(open.run("deactivate", {"/A"}), "");
    const QString journal = journalsIn(journals).value(0);
    ASSERT_TRUE(QFile::copy(journal, kept));
  }
  // As if the program had been killed.
  QDir().mkpath(journals);
  ASSERT_TRUE(QFile::copy(kept, journals + "/1-1-1.journal"));
  OpenWindow next;
  next.session.saver().findJournals();
  ASSERT_TRUE(next.settle());
  ASSERT_EQ(next.session.saver().offers.value().size(), 1u);
  EXPECT_EQ(next.run("restoreEdits"), "");
  ASSERT_TRUE(waitUntil([&] { return next.session.document.value().isOpen(); }));
  ASSERT_TRUE(next.settle());
  EXPECT_EQ(next.session.edits.value().rows().size(), 1u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(next.session.edits.value().state().mutedLayers, std::set{texts.path("weak.usda")});
    EXPECT_TRUE(next.session.document.value().stage->request().mutedLayers.contains(
        texts.path("weak.usda")));
    if (i == 0) {
      EXPECT_EQ(next.run("undo"), "");
    }
  }
}

}  // namespace
}  // namespace usdscope
