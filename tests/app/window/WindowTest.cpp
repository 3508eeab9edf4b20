// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QMouseEvent>
#include <QTest>
#include <functional>

#include "app/MainWindow.h"
#include "app/actions/ActionScript.h"
#include "app/models/PrimTreeModel.h"
#include "app/panes/ClipsPane.h"
#include "app/viewport/ViewportWidget.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr int kPatienceMs = 60000;

bool waitUntil(const std::function<bool()>& isDone) {
  QElapsedTimer timer;
  timer.start();
  while (!isDone()) {
    if (timer.elapsed() > kPatienceMs) return false;
    QTest::qWait(10);
  }
  return true;
}

std::string samplePath() {
  return (testAssetsPath() / "../../resources/samples/crossing.usda").lexically_normal().string();
}

/// A window with its session, in front of a screen.
struct OpenWindow {
  Session session;
  MainWindow window{session};

  OpenWindow() {
    window.resize(1000, 700);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
  }

  bool open(const std::string& file) {
    session.open(file);
    return waitUntil([&] {
      return session.isSettled() && session.document.value().isOpen() && session.scene.value();
    });
  }

  /// The picture at a time, without text and grid.
  QImage pictureAt(double time) {
    ViewSettings view = session.view.value();
    view.showHud = false;
    view.showGrid = false;
    session.view.set(view);
    session.setTime(time);
    EXPECT_TRUE(waitUntil([&] {
      return session.isSettled() && session.scene.value() &&
             session.scene.value()->time == TimeCode(time);
    }));
    return window.viewport().grabFramebuffer();
  }
};

// Share of pixels that differ.
double difference(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1.0;
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
  }
  return double(count) / (double(a.width()) * a.height());
}

// Share of pixels that are not background.
double coverage(const QImage& image) {
  const QRgb background = image.pixel(0, 0);
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) != background ? 1 : 0;
  }
  return double(count) / (double(image.width()) * image.height());
}

TEST(Window, StartsWithoutAFile) {
  OpenWindow open;
  EXPECT_FALSE(open.session.document.value().isOpen());
  EXPECT_TRUE(open.session.drawingProblem.value().empty()) << open.session.drawingProblem.value();
}

TEST(Window, MissingFileIsSaidAndTheOpenOneStays) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.open("/no/such/file.usda");
  ASSERT_TRUE(
      waitUntil([&] { return open.session.loading.value().phase == LoadState::Phase::Failed; }));
  EXPECT_FALSE(open.session.loading.value().message.empty());
  EXPECT_TRUE(open.session.document.value().isOpen());
}

TEST(Window, SamplePlaysAndFramesDiffer) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_TRUE(open.session.playback.value().isAnimated());
  const QImage first = open.pictureAt(1);
  EXPECT_GT(coverage(first), 0.1);
  for (const double time : {9.0, 17.0, 25.0}) {
    EXPECT_GT(difference(first, open.pictureAt(time)), 0.0005) << time;
  }
  EXPECT_EQ(difference(first, open.pictureAt(1)), 0.0);
}

TEST(Window, PlayingMovesThePlayhead) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const double start = open.session.playback.value().time;
  open.session.setPlaying(true);
  EXPECT_TRUE(waitUntil([&] { return open.session.playback.value().time > start + 2.0; }));
  open.session.setPlaying(false);
  const double stopped = open.session.playback.value().time;
  QTest::qWait(100);
  EXPECT_EQ(open.session.playback.value().time, stopped);
}

TEST(Window, ClickSelectsWhatIsUnderIt) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.window.frameAll();
  open.pictureAt(1);
  const QPoint centre = open.window.viewport().rect().center();
  QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {}, centre);
  const Path hit = open.session.selection.value().leading();
  ASSERT_FALSE(hit.isEmpty());
  EXPECT_TRUE(open.session.document.value().stage->primAt(hit));
  QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {}, QPoint(2, 2));
  EXPECT_TRUE(open.session.selection.value().leading().isEmpty());
}

TEST(Window, DraggingTumblesTheCamera) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const QImage before = open.pictureAt(1);
  ViewportWidget& viewport = open.window.viewport();
  const QPoint from = viewport.rect().center();
  QTest::mousePress(&viewport, Qt::LeftButton, Qt::AltModifier, from);
  QTest::mouseMove(&viewport, from + QPoint(40, 0));
  QMouseEvent drag(QEvent::MouseMove, QPointF(from + QPoint(80, 10)),
                   viewport.mapToGlobal(QPointF(from + QPoint(80, 10))), Qt::NoButton,
                   Qt::LeftButton, Qt::AltModifier);
  QApplication::sendEvent(&viewport, &drag);
  QTest::mouseRelease(&viewport, Qt::LeftButton, Qt::AltModifier, from + QPoint(80, 10));
  EXPECT_GT(difference(before, open.pictureAt(1)), 0.01);
}

TEST(Window, ClipsPaneNamesClipAndTime) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.select({Path::fromText("/Crossing/Birds/Bird1")});
  open.session.setTime(30);
  const auto* pane = open.window.findChild<ClipsPane*>();
  ASSERT_TRUE(pane);
  EXPECT_TRUE(pane->sentence().contains("flap_")) << pane->sentence().toStdString();
}

TEST(Window, ScriptOfActionsRunsToItsEnd) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  ActionScript script("frame 12.5; select /Crossing/Car; frameSelection; deselect",
                      {open.session, open.window});
  QString problem = "not finished";
  QObject::connect(&script, &ActionScript::finished, [&](const QString& text) { problem = text; });
  script.start();
  EXPECT_TRUE(waitUntil([&] { return problem != "not finished"; }));
  EXPECT_EQ(problem.toStdString(), "");
  EXPECT_EQ(open.session.playback.value().time, 12.5);
}

TEST(Window, ScriptSaysWhatIsWrong) {
  OpenWindow open;
  for (const char* text : {"nonsense", "frame many", "select /Nowhere"}) {
    ActionScript script(text, {open.session, open.window});
    QString problem;
    QObject::connect(&script, &ActionScript::finished, [&](const QString& t) { problem = t; });
    script.start();
    EXPECT_TRUE(waitUntil([&] { return !problem.isEmpty(); })) << text;
  }
}

struct CorpusScene {
  const char* name;
  const char* file;
  bool isAnimated;
};

class CorpusWindow : public testing::TestWithParam<CorpusScene> {};

// The scenes that are to be right first, through the app's own code.
TEST_P(CorpusWindow, OpensAndDraws) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << "The corpora are not there: set USDSCOPE_CORPORA.";
  OpenWindow open;
  ASSERT_TRUE(open.open((*corpora / GetParam().file).string()));
  const PlaybackState& playback = open.session.playback.value();
  const QImage first = open.pictureAt(playback.start);
  EXPECT_GT(coverage(first), 0.01);
  EXPECT_EQ(playback.isAnimated(), GetParam().isAnimated);
  if (!GetParam().isAnimated) return;
  QImage before = first;
  int changed = 0;
  for (int i = 1; i < 24; ++i) {
    const double step = std::max(1.0, (playback.end - playback.start) / 24.0);
    open.pictureAt(std::min(playback.start + i * step, playback.end));
    // Characters may walk out of the picture; what does not move is framed the same again.
    open.window.frameAll();
    const QImage now = open.window.viewport().grabFramebuffer();
    changed += difference(before, now) > 0.0 ? 1 : 0;
    before = now;
  }
  EXPECT_GE(changed, 20);
}

INSTANTIATE_TEST_SUITE_P(
    FirstLight, CorpusWindow,
    testing::Values(
        CorpusScene{"CesiumMan", "assets/usd-wg-assets/test_assets/USDZ/CesiumMan/CesiumMan.usdz",
                    true},
        CorpusScene{"HIK", "assets/maya-usd/test/testSamples/UsdSkel/HIK_Export.usda", true},
        CorpusScene{"crowd", "assets/arnold-usd/test_1352/data/test.usd", true},
        CorpusScene{"cube", "assets/usd-wg-assets/test_assets/USDZ/AnimatedCube/AnimatedCube.usdz",
                    true},
        CorpusScene{"chess", "assets/usd-wg-assets/full_assets/OpenChessSet/chess_set.usda", false},
        CorpusScene{"teapot", "assets/usd-wg-assets/full_assets/Teapot/Teapot.usd", false}),
    [](const auto& scene) { return std::string(scene.param.name); });

}  // namespace
}  // namespace usdscope
