// SPDX-License-Identifier: Apache-2.0
// Tests of an open scene: reloading, cancelling, dropping files, visibility.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <cstdlib>
#include <filesystem>

#include "app/actions/Actions.h"
#include "app/session/playback/Transport.h"
#include "app/viewport/StartPage.h"
#include "engine/image/WritePng.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/support/ScopedVariable.h"

namespace usdscope {
namespace {

std::string run(OpenWindow& open, const char* id, const std::vector<std::string>& arguments = {}) {
  return open.run(id, arguments);
}

bool settle(OpenWindow& open) { return open.settle(); }

std::string cubes(int count) {
  std::string text = "def Xform \"World\"\n{\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "def Cube \"Cube_" + n + "\"\n{\ndouble3 xformOp:translate = (" +
            std::to_string(3 * (i % 100)) + ", " + std::to_string(3 * (i / 100)) +
            ", 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n}\n";
  }
  return text + "}\n";
}

TEST(Session, ReloadReadsLayersAgainAndKeepsTimeSelectionAndCamera) {
  SceneTexts texts;
  const std::string body = "( startTimeCode = 1\nendTimeCode = 9 )\ndef Sphere \"Ball\"\n{\n";
  const std::string file = texts.write("ball.usda", body + "double radius = 1\n}\n");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  const QImage small = open.pictureAt(4);
  open.session.select({Path::fromText("/Ball")});
  texts.write("ball.usda", body + "double radius = 1.5\n}\n");
  open.session.reload();
  ASSERT_TRUE(settle(open));
  EXPECT_EQ(open.session.playback.value().time, 4.0);
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/Ball"));
  open.session.select({});
  EXPECT_GT(coverage(open.pictureAt(4)), coverage(small) * 1.5);  // Seen from the same place.
}

TEST(Session, ReloadReadsTexturesAgainInTheBackground) {
  SceneTexts texts;
  const auto writeTexture = [&](int grey) {
    const Image image{1, 1, 3, PixelType::Unorm8, std::vector<std::byte>(3, std::byte(grey))};
    ASSERT_EQ(writePngFile(image, texts.path("grey.png")), "");
  };
  writeTexture(0);
  const std::string file = texts.write("scene.usda", R"(
def Mesh "Quad" (prepend apiSchemas = ["MaterialBindingAPI"]) {
  int[] faceVertexCounts = [4]
  int[] faceVertexIndices = [0, 1, 2, 3]
  point3f[] points = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
  texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (interpolation = "vertex")
  rel material:binding = </Look>
}
def Material "Look" {
  token outputs:surface.connect = </Look/Surface.outputs:surface>
  def Shader "Surface" {
    uniform token info:id = "UsdPreviewSurface"
    color3f inputs:diffuseColor.connect = </Look/Texture.outputs:rgb>
    token outputs:surface
  }
  def Shader "Texture" {
    uniform token info:id = "UsdUVTexture"
    asset inputs:file = @./grey.png@
    float2 inputs:st.connect = </Look/Reader.outputs:result>
    float3 outputs:rgb
  }
  def Shader "Reader" {
    uniform token info:id = "UsdPrimvarReader_float2"
    string inputs:varname = "st"
    float2 outputs:result
  }
}
)");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  const QImage dark = open.pictureAt(0);
  const auto brightnessOf = [](const QImage& picture) {
    return picture.pixelColor(picture.rect().center()).lightness();
  };
  writeTexture(255);
  EXPECT_EQ(open.pictureAt(0), dark) << "nobody has reloaded";
  open.session.reload();
  ASSERT_TRUE(settle(open));
  EXPECT_GT(brightnessOf(open.pictureAt(0)), brightnessOf(dark) + 50);
}

TEST(Session, ReloadOfABrokenFileKeepsWhatIsOpen) {
  SceneTexts texts;
  const std::string file = texts.write("scene.usda", "def Sphere \"Ball\"\n{\n}\n");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  texts.write("scene.usda", "def Sphere \"Ball\n");
  open.session.reload();
  ASSERT_TRUE(settle(open));
  EXPECT_TRUE(open.session.document.value().stage->primAt(Path::fromText("/Ball")));
}

TEST(Session, LoadingCanBeCancelledAndTheOpenSceneStays) {
  SceneTexts texts;
  const std::string big = texts.write("big.usda", cubes(20000));
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Document before = open.session.document.value();
  open.session.open(big);
  EXPECT_TRUE(open.session.loading.value().isLoading());
  // The loader works, and what it has loaded waits for the event loop.
  QTest::qSleep(20);
  QTest::keyClick(&open.window, Qt::Key_Escape);
  EXPECT_FALSE(open.session.loading.value().isLoading());
  QTest::qWait(500);  // Whatever the loader still does must not show.
  EXPECT_EQ(open.session.document.value(), before);
}

TEST(Session, WindowAnswersWhileABigSceneLoads) {
  SceneTexts texts;
  const std::string big = texts.write("big.usda", cubes(20000));
  OpenWindow open;
  const auto* start = open.window.findChild<StartPage*>();
  EXPECT_TRUE(start->isVisible());
  open.session.open(big);
  EXPECT_FALSE(start->isVisible());  // The file is being opened.
  int turns = 0;
  const bool isOpen = waitUntil([&] {
    ++turns;
    return open.session.document.value().isOpen() && open.session.scene.value();
  });
  ASSERT_TRUE(isOpen);
  EXPECT_GT(turns, 5);
  EXPECT_GT(open.session.scene.value()->items.size(), 19999u);
}

TEST(Session, DroppedFileOpens) {
  OpenWindow open;
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(samplePath()))});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&open.window, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&open.window, &drop);
  EXPECT_TRUE(waitUntil([&] { return open.session.document.value().isOpen(); }));
}

TEST(Session, RecentFilesAndLayoutAreRemembered) {
  {
    OpenWindow open;
    ASSERT_TRUE(open.open(samplePath()));
    open.window.findChild<QDockWidget*>("properties")->hide();
    open.window.close();
  }
  OpenWindow again;
  ASSERT_FALSE(again.session.recentFiles.value().empty());
  EXPECT_EQ(again.session.recentFiles.value()[0], samplePath());
  EXPECT_TRUE(again.window.findChild<QDockWidget*>("properties")->isHidden());
  again.window.findChild<QDockWidget*>("properties")->show();
  again.window.close();
}

TEST(Session, VisibilityChangesInTheSessionAlone) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const Path houses = Path::fromText("/Crossing/Houses");
  const QImage before = open.pictureAt(1);
  EXPECT_EQ(run(open, "makeInvisible", {houses.text()}), "");
  ASSERT_TRUE(settle(open));
  const QImage without = open.pictureAt(1);
  EXPECT_GT(difference(before, without), 0.01);

  // Only one house: those beside it become invisible in place of their parent.
  EXPECT_EQ(run(open, "makeVisible", {houses.text() + "/House3"}), "");
  ASSERT_TRUE(settle(open));
  const QImage one = open.pictureAt(1);
  EXPECT_GT(difference(without, one), 0.001);
  EXPECT_GT(difference(before, one), 0.001);

  EXPECT_EQ(run(open, "resetSession"), "");
  ASSERT_TRUE(settle(open));
  // Items that come back are drawn last, so a pixel where two are equally near may differ.
  EXPECT_LT(difference(before, open.pictureAt(1)), 1e-4);
  EXPECT_FALSE(open.session.hasSessionEdits());
}

TEST(Session, VariantsAreChosenInTheSessionAlone) {
  SceneTexts texts;
  const std::string file = texts.write("shapes.usda", R"(
def Xform "Shape" (
    variants = {
        string size = "small"
    }
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "large" {
            def Sphere "Ball"
            {
                double radius = 3
            }
        }
        "small" {
            def Sphere "Ball"
            {
                double radius = 1
            }
        }
    }
}

def Cube "Cube"
{
    double3 xformOp:translate = (6, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  auto* menu = open.window.findChild<QMenu*>("variants");
  ASSERT_TRUE(menu);
  const auto titles = [&] {
    Q_EMIT menu->aboutToShow();
    std::vector<std::string> out;
    for (const QAction* action : menu->actions()) out.push_back(action->text().toStdString());
    return out;
  };
  EXPECT_EQ(titles(), std::vector<std::string>{"No prim is selected."});
  open.session.select({Path::fromText("/Cube")});
  EXPECT_EQ(titles(), std::vector<std::string>{"The prim has no variant sets."});
  open.session.select({Path::fromText("/Shape")});
  EXPECT_EQ(titles(), std::vector<std::string>{"size"});

  // The first edit shows lines in panes, which may change the size of the picture by a pixel.
  EXPECT_EQ(run(open, "variant", {"/Shape", "size", "large"}), "");
  EXPECT_EQ(run(open, "undo"), "");
  ASSERT_TRUE(settle(open));
  titles();
  const QImage small = open.pictureAt(1);
  const QMenu* size = menu->actions()[0]->menu();
  ASSERT_TRUE(size);
  ASSERT_EQ(size->actions().size(), 4);  // Two variants, a line, none.
  EXPECT_TRUE(size->actions()[1]->isChecked());
  size->actions()[0]->trigger();
  ASSERT_TRUE(settle(open));
  EXPECT_GT(coverage(open.pictureAt(1)), coverage(small) * 1.5);
  titles();
  EXPECT_TRUE(menu->actions()[0]->menu()->actions()[0]->isChecked());

  EXPECT_EQ(run(open, "variant", {"/Shape", "size", ""}), "");
  ASSERT_TRUE(settle(open));
  EXPECT_FALSE(open.session.document.value().stage->primAt(Path::fromText("/Shape/Ball")));
  const struct {
    std::vector<std::string> arguments;
    std::string said;
  } cases[] = {
      {{"/Shape"}, "Expected a prim, a variant set and a variant."},
      {{"/Shape", "size"}, "/Shape has no variant set /Shape."},  // For the selected prim.
      {{"/Nowhere", "size", "small"}, "There is no prim /Nowhere."},
      {{"/Shape", "colour", "red"}, "/Shape has no variant set colour."},
      {{"/Shape", "size", "huge"}, "The variant set size of /Shape has no variant huge."},
  };
  for (const auto& c : cases) EXPECT_EQ(run(open, "variant", c.arguments), c.said);

  EXPECT_EQ(run(open, "resetSession"), "");
  ASSERT_TRUE(settle(open));
  EXPECT_EQ(difference(small, open.pictureAt(1)), 0.0);
}

TEST(Session, SamplesCanBeHeld) {
  SceneTexts texts;
  const std::string file = texts.write("grows.usda", R"(
def Sphere "Ball"
{
    double radius.timeSamples = { 1: 1, 9: 3 }
}
)");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  const QImage between = open.pictureAt(5);
  QAction* linear = open.window.findChild<QAction*>("linear");
  QAction* held = open.window.findChild<QAction*>("held");
  ASSERT_TRUE(linear && held);
  EXPECT_TRUE(linear->isChecked() && !held->isChecked());
  held->trigger();
  ASSERT_TRUE(settle(open));
  EXPECT_TRUE(held->isChecked() && !linear->isChecked());
  EXPECT_EQ(open.session.playback.value().time, 5.0);
  const QImage still = open.pictureAt(5);
  EXPECT_LT(coverage(still), coverage(between) * 0.5) << "radius 1 in place of 2";
  EXPECT_EQ(difference(still, open.pictureAt(1)), 0.0);
  EXPECT_EQ(run(open, "linear"), "");
  ASSERT_TRUE(settle(open));
  EXPECT_EQ(difference(between, open.pictureAt(5)), 0.0);
}

TEST(Session, PrimsThatCannotBeHiddenAreReported) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_NE(run(open, "makeInvisible", {"/Nowhere"}), "");
  const Prim tree =
      open.session.document.value().stage->primAt(Path::fromText("/Crossing/Trees/Tree1"));
  ASSERT_TRUE(tree.isInstance());
  EXPECT_NE(run(open, "makeInvisible", {tree.children()[0].path().text()}), "");
}

TEST(Session, PathIsCopied) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.select({Path::fromText("/Crossing/Car")});
  EXPECT_EQ(run(open, "copyPath"), "");
  EXPECT_EQ(QApplication::clipboard()->text(), "/Crossing/Car");
}

TEST(Session, SceneCamerasCanBeLookedThrough) {
  SceneTexts texts;
  const std::string file = texts.write("cameras.usda", R"(
def Sphere "Ball" {}
def Camera "Far"
{
    double3 xformOp:translate = (0, 0, 30)
    uniform token[] xformOpOrder = ["xformOp:translate"]
})");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  const double near = coverage(open.pictureAt(0));
  EXPECT_EQ(run(open, "camera", {"/Far"}), "");
  EXPECT_LT(coverage(open.pictureAt(0)), near / 4.0);
  // Dragging goes on with the free camera from there.
  QTest::mousePress(&open.window.viewport(), Qt::LeftButton, {}, {100, 100});
  QMouseEvent drag(QEvent::MouseMove, QPointF(140, 100),
                   open.window.viewport().mapToGlobal(QPointF(140, 100)), Qt::NoButton,
                   Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&open.window.viewport(), &drag);
  EXPECT_TRUE(open.session.view.value().camera.isEmpty());
  EXPECT_NE(run(open, "camera", {"/Ball"}), "");
  EXPECT_EQ(run(open, "camera", {"Far"}), "");
  EXPECT_EQ(open.session.view.value().camera, Path::fromText("/Far"));
}

TEST(Session, ExpressionVariablesOfTheEnvironmentApplyAndStay) {
  SceneTexts texts;
  texts.write("s010.usda", "def \"S\"\n{\ndef \"Ten\" {}\n}\n");
  const std::string file =
      texts.write("scene.usda", "def \"A\" (references = @`\"${SHOT}.usda\"`@</S>) {}\n");
  // The threads of the window read the environment, so the variable outlives them.
  const ScopedVariable variable("USDSCOPE_EXPRESSION_VARIABLES", "SHOT=s010");
  OpenWindow open;
  EXPECT_TRUE(open.open(file));
  const auto isThere = [&] {
    const auto stage = open.session.document.value().stage;
    return stage && stage->primAt(Path::fromText("/A/Ten")).isActive();
  };
  EXPECT_TRUE(isThere());
  for (const char* id : {"resetSession", "reopen"}) {
    EXPECT_EQ(run(open, "deactivate", {"/A/Ten"}), "");
    EXPECT_FALSE(isThere());
    EXPECT_EQ(run(open, id), "");
    EXPECT_TRUE(waitUntil(isThere)) << id;
  }
}

TEST(Session, SamplesGiveTheRangeWhereNoneIsAuthored) {
  SceneTexts texts;
  const std::string moving = texts.write(
      "moving.usda", "def Sphere \"Ball\"\n{\ndouble radius.timeSamples = { 3: 1, 12.5: 2 }\n}\n");
  const std::string still = texts.write("still.usda", "def Sphere \"Ball\"\n{\n}\n");
  OpenWindow open;
  ASSERT_TRUE(open.open(moving));
  EXPECT_EQ(open.session.playback.value().rangeSource, PlaybackState::RangeSource::Samples);
  EXPECT_EQ(open.session.playback.value().start, 3.0);
  EXPECT_EQ(open.session.playback.value().end, 12.5);
  ASSERT_TRUE(open.open(still));
  ASSERT_TRUE(waitUntil([&] { return open.session.document.value().file == still; }));
  EXPECT_FALSE(open.session.playback.value().isAnimated());
}

TEST(Session, TreeIsThereBeforeTheSamplesAreRead) {
  SceneTexts texts;
  std::string text = "def Xform \"World\"\n{\n";
  for (int i = 0; i < 40; ++i) {
    text += "def Sphere \"S" + std::to_string(i) +
            "\"\n{\ndouble radius.timeSamples = { 3: 1, 12.5: 2 }\n}\n";
  }
  for (const bool movesPlayhead : {false, true}) {
    // A file that was never open, so that nothing is remembered about it.
    const std::string file = texts.write(movesPlayhead ? "moved.usda" : "many.usda", text + "}\n");
    OpenWindow open;
    bool wasEarly = false;
    QObject watcher;
    open.session.document.observe(&watcher, [&](const Document& document) {
      if (!document.isOpen()) return;
      wasEarly = document.range.end == 0.0 && !open.session.scene.value();
      if (movesPlayhead) {
        QMetaObject::invokeMethod(&watcher, [&] { open.session.setTime(7); }, Qt::QueuedConnection);
      }
    });
    ASSERT_TRUE(open.open(file));
    EXPECT_TRUE(wasEarly);
    const PlaybackState& state = open.session.playback.value();
    EXPECT_EQ(state.rangeSource, PlaybackState::RangeSource::Samples);
    EXPECT_EQ(std::pair(state.start, state.end), std::pair(3.0, 12.5));
    EXPECT_EQ(std::pair(state.playStart, state.playEnd), std::pair(3.0, 12.5));
    ASSERT_TRUE(open.settle());
    EXPECT_EQ(state.time, movesPlayhead ? 7.0 : 3.0);
    EXPECT_EQ(open.session.scene.value()->time, TimeCode(movesPlayhead ? 7.0 : 3.0));
    // Opened again, the play range stays.
    ASSERT_EQ(open.session.transport().setPlayRange(4, 6), "");
    ASSERT_TRUE(open.open(file));
    EXPECT_EQ(std::pair(state.playStart, state.playEnd), std::pair(4.0, 6.0));
    EXPECT_EQ(std::pair(state.start, state.end), std::pair(3.0, 12.5));
  }
}

// Run with MESA_GL_VERSION_OVERRIDE=3.3 as the test window.oldOpenGl.
TEST(OldOpenGl, ReportedOnceAndTheRestWorks) {
  if (qEnvironmentVariable("MESA_GL_VERSION_OVERRIDE") != "3.3") {
    GTEST_SKIP() << "Needs an OpenGL that is too old: set MESA_GL_VERSION_OVERRIDE=3.3, as the "
                    "test window.oldOpenGl does.";
  }
  OpenWindow open;
  open.session.open(samplePath());
  ASSERT_TRUE(waitUntil([&] { return open.session.scene.value() && open.session.isSettled(); }));
  EXPECT_NE(open.session.drawingProblem.value().find("4.5"), std::string::npos);
  open.session.setPlaying(true);
  EXPECT_TRUE(waitUntil([&] { return open.session.playback.value().time > 5.0; }));
  EXPECT_EQ(run(open, "select", {"/Crossing/Car"}), "");
  EXPECT_EQ(run(open, "frameSelection"), "");
}

}  // namespace
}  // namespace usdscope
