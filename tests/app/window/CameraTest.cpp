// SPDX-License-Identifier: Apache-2.0
// The free camera: what it takes over from cameras of the scene, framing, its settings.
#include <gtest/gtest.h>

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <cmath>

#include "app/actions/Actions.h"
#include "app/session/memory/RememberedScene.h"
#include "app/session/memory/SceneMemory.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/CameraFit.h"
#include "app/window/CameraList.h"
#include "app/window/CameraSheet.h"
#include "app/window/Menus.h"
#include "engine/render/CameraFrustum.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr double kNear = 1e-9;

double distance(const glm::dmat4& a, const glm::dmat4& b) {
  double most = 0.0;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      most = std::max(most, std::abs(a[column][row] - b[column][row]));
    }
  }
  return most;
}

// The two show exactly the same.
void expectSame(const ViewCamera& a, const ViewCamera& b) {
  EXPECT_EQ(a.isOrthographic, b.isOrthographic);
  EXPECT_NEAR(a.verticalFovRadians, b.verticalFovRadians, kNear);
  EXPECT_NEAR(a.verticalSize, b.verticalSize, kNear);
  EXPECT_NEAR(glm::length(a.shift - b.shift), 0.0, kNear);
  EXPECT_NEAR(a.nearPlane, b.nearPlane, kNear);
  EXPECT_NEAR(a.farPlane, b.farPlane, kNear);
  const CameraFrustum first = makeFrustum(a, 800, 500, {});
  const CameraFrustum second = makeFrustum(b, 800, 500, {});
  EXPECT_NEAR(glm::length(first.position - second.position), 0.0, kNear);
  EXPECT_LT(distance(first.viewFromRelative, second.viewFromRelative), kNear);
  EXPECT_LT(distance(first.clipFromView, second.clipFromView), kNear);
  EXPECT_LT(distance(first.clipFromRelative, second.clipFromRelative), kNear);
}

glm::dmat4 matrixOf(const glm::dvec3& right, const glm::dvec3& up, const glm::dvec3& back,
                    const glm::dvec3& eye) {
  return {glm::dvec4(right, 0), glm::dvec4(up, 0), glm::dvec4(back, 0), glm::dvec4(eye, 1)};
}

TEST(FreeCamera, HasTheViewAndLensOfEveryCamera) {
  const double c = std::cos(0.7);
  const double s = std::sin(0.7);
  const struct {
    const char* name;
    ViewCamera camera;
  } cases[] = {
      {"plain", {.nearPlane = 0.1, .farPlane = 100.0}},
      {"rolled",
       {.worldFromView = matrixOf({c, s, 0}, {-s, c, 0}, {0, 0, 1}, {1, 2, 3}),
        .verticalFovRadians = 0.3,
        .shift = {0.4, -0.2},
        .nearPlane = 1.0,
        .farPlane = 1e6}},
      {"straight down, turned",
       {.worldFromView = matrixOf({c, 0, s}, {s, 0, -c}, {0, 1, 0}, {0, 50, 0})}},
      {"almost straight up",
       {.worldFromView = matrixOf({1, 0, 0}, {0, 1e-5, 1}, {0, -1, 1e-5}, {0, 0, 0})}},
      {"scaled and sheared",
       {.worldFromView = matrixOf({3, 0.5, 0}, {0, 2, 1}, {-0.5, 0.2, 5}, {10, 20, 30})}},
      {"mirrored", {.worldFromView = matrixOf({-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 9})}},
      {"orthographic",
       {.worldFromView = matrixOf({0, 0, -1}, {0, 1, 0}, {1, 0, 0}, {8, 1, 0}),
        .isOrthographic = true,
        .verticalSize = 3.5,
        .shift = {0.1, 0.3},
        .nearPlane = 0.5,
        .farPlane = 20.0}},
  };
  for (const auto& each : cases) {
    for (const bool isZUp : {false, true}) {
      SCOPED_TRACE(std::string(each.name) + (isZUp ? ", z up" : ""));
      expectSame(viewOf(freeCameraOf(each.camera, 7.0, isZUp), isZUp), each.camera);
    }
  }
}

TEST(FreeCamera, KeepsTheSizeOfTheFocusWhenItBecomesOrthographic) {
  FreeCamera camera{.focus = glm::dvec3(1, 2, 3), .distance = 20.0, .yawDegrees = 30.0};
  const auto heightOf = [&] {
    const CameraFrustum seen = makeFrustum(viewOf(camera, false), 800, 500, {});
    const glm::dvec3 up = camera.focus + axesOf(camera, false)[1];
    return seen.clipFromWorld(up)->y - seen.clipFromWorld(camera.focus)->y;
  };
  const double before = heightOf();
  camera.setOrthographic(true);
  EXPECT_NEAR(heightOf(), before, kNear);
  camera.lens.verticalSize *= 3.0;
  const double smaller = heightOf();
  camera.setOrthographic(false);
  EXPECT_NEAR(heightOf(), smaller, kNear);
}

// The share of the width and of the height of a picture between the outermost corners of a box.
glm::dvec2 filled(const ViewCamera& camera, const Box& box, int width, int height) {
  const CameraFrustum seen = makeFrustum(camera, width, height, box);
  glm::dvec2 low(1e9);
  glm::dvec2 high(-1e9);
  for (int i = 0; i < 8; ++i) {
    const auto clip =
        seen.clipFromWorld({i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                            i & 4 ? box.max.z : box.min.z});
    if (!clip) return {9.0, 9.0};  // Behind the camera.
    low = glm::min(low, glm::dvec2(*clip));
    high = glm::max(high, glm::dvec2(*clip));
  }
  EXPECT_GE(std::min(low.x, low.y), -1.0);
  EXPECT_LE(std::max(high.x, high.y), 1.0);
  return (high - low) / 2.0;
}

TEST(CameraFit, BoxesFillThePictureFromEveryDirection) {
  const Box boxes[] = {{glm::dvec3(-1), glm::dvec3(1)},
                       {glm::dvec3(-50, 0, -0.5), glm::dvec3(50, 2, 0.5)},
                       {glm::dvec3(1e5, 3, 7), glm::dvec3(1e5 + 1, 90, 8)},
                       {glm::dvec3(0, 0, 0), glm::dvec3(1e-4, 2e-4, 1e-4)},
                       {glm::dvec3(-3, 0, -9), glm::dvec3(4, 0, 9)}};
  for (const Box& box : boxes) {
    for (const double yaw : {0.0, -25.0, 90.0, 200.0}) {
      for (const double pitch : {0.5, -15.0, -90.0, 60.0}) {
        for (const int width : {300, 500, 1400}) {
          for (int lens = 0; lens < 4; ++lens) {
            FreeCamera camera{.yawDegrees = yaw, .pitchDegrees = pitch};
            camera.lens.isOrthographic = lens == 1;
            if (lens == 2) camera.lens.shift = {0.3, -0.4};
            if (lens == 2) camera.rollDegrees = 33.0;
            if (lens == 3) camera.lens.verticalFovRadians = 1.9;
            fitToBox(camera, box, width / 500.0, lens == 3);
            const glm::dvec2 share = filled(viewOf(camera, lens == 3), box, width, 500);
            EXPECT_GE(std::max(share.x, share.y), 0.85)
                << yaw << " " << pitch << " " << width << " " << lens << " " << box.max.y;
            EXPECT_LE(std::max(share.x, share.y), 0.92);
          }
        }
      }
    }
  }
}

TEST(CameraFit, PointsAndEmptyBoxesKeepTheDistance) {
  FreeCamera camera{.distance = 12.0, .yawDegrees = 40.0};
  const FreeCamera before = camera;
  fitToBox(camera, Box(), 1.5, false);
  EXPECT_EQ(camera, before);
  const glm::dvec3 point(3, 4, 5);
  fitToBox(camera, {point, point}, 1.5, false);
  EXPECT_EQ(camera.distance, 12.0);
  EXPECT_NEAR(glm::length(camera.focus - point), 0.0, kNear);
  fitToBox(camera, {glm::dvec3(0), glm::dvec3(INFINITY)}, 1.5, false);
  EXPECT_EQ(camera.distance, 12.0);
}

constexpr const char* kScene = R"((
    startTimeCode = 1
    endTimeCode = 101
)
def Cube "Near"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 101: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "Group"
{
    def Cube "Shown"
    {
    }
    def Cube "Rendered"
    {
        uniform token purpose = "render"
        double3 xformOp:translate = (500, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
def Camera "Shot"
{
    float focalLength = 35
    float horizontalAperture = 30
    float verticalAperture = 20
    float horizontalApertureOffset = 2
    float verticalApertureOffset = -1.5
    float2 clippingRange = (0.5, 300)
    double3 xformOp:translate = (2, 3, 12)
    float3 xformOp:rotateXYZ = (-10, 8, 25)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]
}
def Camera "Plan"
{
    token projection = "orthographic"
    float verticalAperture = 80
    double3 xformOp:translate = (0, 40, 0)
    float3 xformOp:rotateXYZ = (-90, 30, 0)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]
}
)";

struct Camera : testing::Test {
  SceneTexts texts;
  OpenWindow open;
  std::string file = texts.write("cameras.usda", kScene);

  void SetUp() override { ASSERT_TRUE(open.open(file)); }
  ViewCamera seen() { return open.window.viewport().currentCamera(); }
  CameraLens lens() { return open.session.presentCamera().lens; }
  static glm::dvec3 backOf(const ViewCamera& camera) { return glm::dvec3(camera.worldFromView[2]); }
};

TEST_F(Camera, LeavingASceneCameraKeepsItsPicture) {
  open.hideAllButTheScene();
  for (const char* path : {"/Shot", "/Plan"}) {
    SCOPED_TRACE(path);
    ASSERT_EQ(open.run("camera", {path}), "");
    const ViewCamera before = seen();
    const QImage picture = open.picture();
    EXPECT_GT(coverage(picture), 0.01);
    open.session.leaveSceneCamera();
    EXPECT_TRUE(open.session.view.value().camera.isEmpty());
    expectSame(seen(), before);
    EXPECT_LT(difference(open.picture(), picture), 1e-4);
  }
}

TEST_F(Camera, DragsAfterASceneCameraKeepItsRollAndLens) {
  ASSERT_EQ(open.run("camera", {"/Shot"}), "");
  const ViewCamera before = seen();
  const FreeCamera left = open.session.presentCamera();
  EXPECT_GT(std::abs(left.rollDegrees), 5.0);
  QWidget& viewport = open.window.viewport();
  QTest::mousePress(&viewport, Qt::LeftButton, Qt::AltModifier, {200, 200});
  QMouseEvent drag(QEvent::MouseMove, QPointF(260, 200), viewport.mapToGlobal(QPointF(260, 200)),
                   Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
  QApplication::sendEvent(&viewport, &drag);
  QTest::mouseRelease(&viewport, Qt::LeftButton, Qt::AltModifier, {260, 200});
  EXPECT_TRUE(open.session.view.value().camera.isEmpty());
  const ViewCamera after = seen();
  EXPECT_GT(glm::length(backOf(after) - backOf(before)), 0.1);
  EXPECT_EQ(after.verticalFovRadians, before.verticalFovRadians);
  EXPECT_EQ(after.shift, before.shift);
  EXPECT_EQ(after.nearPlane, before.nearPlane);
  EXPECT_TRUE(waitUntil([&] {
    const auto& place = open.session.freeCamera.value();
    return place && std::abs(place->yawDegrees - left.yawDegrees) > 1.0;
  }));
  EXPECT_EQ(open.session.freeCamera.value()->rollDegrees, left.rollDegrees);
  EXPECT_EQ(open.session.freeCamera.value()->lens, left.lens);
  // Framing keeps the lens, but fits the planes; J goes back to the view of the camera.
  ASSERT_EQ(open.run("frameAll"), "");
  EXPECT_EQ(seen().verticalFovRadians, before.verticalFovRadians);
  EXPECT_EQ(seen().nearPlane, 0.0);
  ASSERT_EQ(open.run("toggleFraming"), "");
  expectSame(seen(), after);
}

TEST_F(Camera, FramingASceneCamerasViewIsTakenBackToThatView) {
  ASSERT_EQ(open.run("camera", {"/Shot"}), "");
  const ViewCamera before = seen();
  ASSERT_EQ(open.run("frameAll"), "");
  EXPECT_GT(glm::length(seen().worldFromView[3] - before.worldFromView[3]), 1.0);
  ASSERT_EQ(open.run("toggleFraming"), "");
  expectSame(seen(), before);
  // The second time, too, although the free camera was there already.
  ASSERT_EQ(open.run("lookAlong", {"top"}), "");
  QTest::qWait(20);
  ASSERT_EQ(open.run("camera", {"/Shot"}), "");
  open.session.leaveSceneCamera();
  expectSame(seen(), before);
}

TEST_F(Camera, FramesWhatIsShownOfTheSelection) {
  open.select("/Group");
  ASSERT_EQ(open.run("frameSelection"), "");
  const QSize size = open.window.viewport().size();
  const Box shown{glm::dvec3(-1), glm::dvec3(1)};
  const glm::dvec2 share = filled(seen(), shown, size.width(), size.height());
  EXPECT_GE(std::max(share.x, share.y), 0.85);
  // With the purpose render, the far cube belongs to it.
  ASSERT_EQ(open.run("purposeRender"), "");
  ASSERT_EQ(open.run("frameSelection"), "");
  const glm::dvec2 small = filled(seen(), shown, size.width(), size.height());
  EXPECT_LT(std::max(small.x, small.y), 0.3);
  // A camera has no size: everything is framed.
  open.select("/Shot");
  ASSERT_EQ(open.run("look", {"0", "0", "5", "0", "0", "0"}), "");
  EXPECT_NE(open.run("look", {"1", "2", "3", "1", "2", "3"}), "");
  ASSERT_EQ(open.run("frameSelection"), "");
  const double eye = glm::length(glm::dvec3(seen().worldFromView[3]));
  EXPECT_GT(eye, 100.0);
}

TEST_F(Camera, LensIsSetByActions) {
  const struct {
    const char* action;
    std::vector<std::string> arguments;
    bool isRight;
  } cases[] = {
      {"fieldOfView", {"35"}, true},
      {"fieldOfView", {"0"}, false},
      {"fieldOfView", {"200"}, false},
      {"fieldOfView", {"nan"}, false},
      {"fieldOfView", {}, false},
      {"clippingRange", {"2", "90"}, true},
      {"clippingRange", {"90", "2"}, false},
      {"clippingRange", {"0", "2"}, false},
      {"clippingRange", {"2", "inf"}, false},
      {"clippingRange", {"2"}, false},
      {"lookAlong", {"top"}, true},
      {"lookAlong", {"up"}, false},
      {"navigation", {"usdscope"}, true},
      {"navigation", {"emacs"}, false},
  };
  for (const auto& each : cases) {
    const std::string problem = open.run(each.action, each.arguments);
    EXPECT_EQ(problem.empty(), each.isRight) << each.action << ": " << problem;
  }
  EXPECT_NEAR(seen().verticalFovRadians, 35.0 * std::acos(-1.0) / 180.0, kNear);
  EXPECT_EQ(seen().nearPlane, 2.0);
  EXPECT_EQ(seen().farPlane, 90.0);
  EXPECT_NEAR(glm::length(backOf(seen()) - glm::dvec3(0, 1, 0)), 0.0, kNear);
  // C is the switch of usdview.
  open.window.viewport().setFocus();
  QTest::keyClick(&open.window, Qt::Key_C);
  EXPECT_EQ(seen().nearPlane, 0.0);
  QTest::keyClick(&open.window, Qt::Key_C);
  EXPECT_EQ(seen().nearPlane, 2.0);
  ASSERT_EQ(open.run("orthographic"), "");
  EXPECT_TRUE(seen().isOrthographic);
  ASSERT_EQ(open.run("resetView"), "");
  EXPECT_EQ(lens(), CameraLens());
}

TEST_F(Camera, LensOfASceneCameraIsWhereChangesBegin) {
  ASSERT_EQ(open.run("camera", {"/Shot"}), "");
  const ViewCamera before = seen();
  ASSERT_EQ(open.run("autoClip"), "");
  EXPECT_TRUE(open.session.view.value().camera.isEmpty());
  EXPECT_LT(distance(seen().worldFromView, before.worldFromView), 1e-6);
  EXPECT_EQ(seen().verticalFovRadians, before.verticalFovRadians);
  EXPECT_EQ(seen().nearPlane, 0.0);
}

TEST_F(Camera, SidesAreSeenAlongTheirAxes) {
  const struct {
    const char* side;
    glm::dvec3 back;
  } cases[] = {{"front", {0, 0, 1}}, {"back", {0, 0, -1}}, {"left", {-1, 0, 0}},
               {"right", {1, 0, 0}}, {"top", {0, 1, 0}},   {"bottom", {0, -1, 0}}};
  for (const auto& each : cases) {
    ASSERT_EQ(open.run("lookAlong", {each.side}), "");
    EXPECT_NEAR(glm::length(backOf(seen()) - each.back), 0.0, kNear) << each.side;
  }
  ASSERT_TRUE(open.open(texts.write("z.usda", "(\n upAxis = \"Z\"\n)\ndef Cube \"A\"\n{\n}\n")));
  ASSERT_EQ(open.run("lookFront"), "");
  EXPECT_NEAR(glm::length(backOf(seen()) - glm::dvec3(0, -1, 0)), 0.0, kNear);
  ASSERT_EQ(open.run("lookTop"), "");
  EXPECT_NEAR(glm::length(backOf(seen()) - glm::dvec3(0, 0, 1)), 0.0, kNear);
}

TEST_F(Camera, LensIsKeptInViewsAndFiles) {
  ASSERT_EQ(open.run("camera", {"/Shot"}), "");
  open.session.leaveSceneCamera();
  const ViewCamera before = seen();
  ASSERT_EQ(open.run("saveView", {"Low"}), "");
  ASSERT_EQ(open.run("resetView"), "");
  EXPECT_NE(seen(), before);
  ASSERT_EQ(open.run("showView", {"Low"}), "");
  expectSame(seen(), before);

  RememberedScene scene;
  scene.file = file;
  scene.camera = *open.session.freeCamera.value();
  scene.views = open.session.memory().views.value();
  const RememberedSceneResult read = rememberedSceneFromText(rememberedSceneToText(scene));
  ASSERT_TRUE(read.scene) << read.problem;
  EXPECT_EQ(read.scene->camera, scene.camera);
  EXPECT_EQ(read.scene->views, scene.views);
}

TEST(RememberedCamera, FilesOfOlderVersionsHaveTheUsualLens) {
  RememberedScene scene;
  scene.camera = FreeCamera{.distance = 3.0, .yawDegrees = 20.0};
  std::string text = rememberedSceneToText(scene);
  const std::size_t lens = text.find("\"lens\"");
  ASSERT_NE(lens, std::string::npos);
  const std::size_t end = text.find("},", lens);
  ASSERT_NE(end, std::string::npos);
  text.erase(lens, end + 2 - lens);
  const std::size_t roll = text.find("\"roll\"");
  const std::size_t comma = text.rfind(',', roll);
  const std::size_t rollEnd = text.find_first_of(",}", roll);
  text.erase(comma, rollEnd - comma);
  const RememberedSceneResult read = rememberedSceneFromText(text);
  ASSERT_TRUE(read.scene) << read.problem << text;
  EXPECT_EQ(read.scene->camera, scene.camera);
  // Numbers that no camera can have are not shown, and do not break the file.
  scene.camera->focus.x = NAN;
  const RememberedSceneResult broken = rememberedSceneFromText(rememberedSceneToText(scene));
  ASSERT_TRUE(broken.scene);
  EXPECT_FALSE(broken.scene->camera);
}

TEST_F(Camera, SheetShowsAndChangesTheLens) {
  ASSERT_EQ(open.run("cameraSettings"), "");
  auto* sheet = open.window.findChild<CameraSheet*>();
  ASSERT_TRUE(sheet);
  const auto field = [&](const char* name) { return sheet->findChild<QLineEdit*>(name); };
  const auto type = [&](const char* name, const char* text) {
    field(name)->setFocus();
    field(name)->selectAll();
    QTest::keyClicks(field(name), text);
    QTest::keyClick(field(name), Qt::Key_Return);
  };
  EXPECT_EQ(field("fieldOfView")->text(), "60");
  EXPECT_FALSE(field("nearPlane")->isEnabled());
  type("fieldOfView", "25");
  EXPECT_NEAR(seen().verticalFovRadians, 25.0 * std::acos(-1.0) / 180.0, kNear);
  auto* autoClip = sheet->findChild<QCheckBox*>("autoClip");
  autoClip->click();
  EXPECT_FALSE(autoClip->isChecked());
  EXPECT_EQ(field("nearPlane")->text(), "1");
  EXPECT_EQ(field("farPlane")->text(), "2000000");
  type("nearPlane", "4");
  EXPECT_EQ(seen().nearPlane, 4.0);
  EXPECT_EQ(seen().farPlane, 2e6);
  type("nearPlane", "far");
  EXPECT_EQ(seen().nearPlane, 4.0);
  EXPECT_TRUE(sheet->findChild<QLabel*>("message")->text().startsWith("Expected"));
  EXPECT_EQ(field("nearPlane")->text(), "far");
  // It follows what others do.
  ASSERT_EQ(open.run("fieldOfView", {"50"}), "");
  EXPECT_EQ(field("fieldOfView")->text(), "50");
  ASSERT_EQ(open.run("camera", {"/Plan"}), "");
  EXPECT_TRUE(sheet->findChild<QCheckBox*>("orthographic")->isChecked());
  EXPECT_TRUE(sheet->findChild<QLabel*>("message")->text().contains("/Plan"));
  ASSERT_EQ(open.run("cameraSettings"), "");
  EXPECT_EQ(open.window.findChildren<CameraSheet*>().size(), 1);
}

TEST_F(Camera, ManyCamerasAreSearched) {
  std::string body;
  for (int i = 1; i <= 25; ++i) body += "def Camera \"cam" + std::to_string(i) + "\"\n{\n}\n";
  ASSERT_TRUE(open.open(texts.write("many.usda", body)));
  QMenu* menu = nullptr;
  for (QMenu* each : open.window.findChildren<QMenu*>()) {
    if (each->title() == "Scene Cameras") menu = each;
  }
  ASSERT_TRUE(menu);
  Q_EMIT menu->aboutToShow();
  int listed = 0;
  QAction* all = nullptr;
  for (QAction* action : menu->actions()) {
    listed += action->text().startsWith("/cam") ? 1 : 0;
    if (action->text() == "All 25 Cameras…") all = action;
    if (action->text() == "/cam3") action->trigger();
  }
  EXPECT_EQ(listed, 20);
  EXPECT_EQ(open.session.view.value().camera.text(), "/cam3");
  ASSERT_TRUE(all);
  all->trigger();
  auto* list = open.window.findChild<CameraList*>();
  ASSERT_TRUE(list);
  auto* rows = list->findChild<QListWidget*>();
  EXPECT_EQ(rows->count(), 25);
  EXPECT_EQ(rows->currentItem()->text(), "/cam3");
  auto* search = list->findChild<QLineEdit*>();
  QTest::keyClicks(search, "m2");
  EXPECT_EQ(rows->count(), 7);
  QTest::keyClick(search, Qt::Key_Down);
  QTest::keyClick(search, Qt::Key_Return);
  EXPECT_EQ(open.session.view.value().camera.text(), "/cam20");
  EXPECT_TRUE(list->isHidden());
}

TEST_F(Camera, EscapeEmptiesTheSearchOfTheListAndThenClosesIt) {
  ASSERT_EQ(open.run("cameras"), "");
  auto* list = open.window.findChild<CameraList*>();
  ASSERT_TRUE(list);
  auto* search = list->findChild<QLineEdit*>();
  QTest::keyClicks(search, "shot");
  QTest::keyClick(search, Qt::Key_Escape);
  EXPECT_EQ(search->text(), "");
  EXPECT_FALSE(list->isHidden());
  QTest::keyClick(search, Qt::Key_Escape);
  EXPECT_TRUE(list->isHidden());
}

}  // namespace
}  // namespace usdscope
