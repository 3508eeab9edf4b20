// SPDX-License-Identifier: Apache-2.0
// Gestures of the pointer over the viewport: the navigation presets, flying, scrubbing with K.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QSettings>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "app/actions/Actions.h"
#include "app/viewport/NavigationPreset.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    startTimeCode = 1
    endTimeCode = 101
)
def Cube "Box"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 101: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)";

struct Navigation : testing::Test {
  SceneTexts texts;
  OpenWindow open;
  QWidget& viewport = open.window.viewport();

  void SetUp() override {
    ASSERT_TRUE(open.open(texts.write("scene.usda", kScene)));
    ASSERT_EQ(open.run("navigation", {"usdscope"}), "");
  }
  void TearDown() override { open.session.setNavigation(NavigationStyle::Usdscope); }

  ViewCamera seen() { return open.window.viewport().currentCamera(); }
  glm::dvec3 eye() { return glm::dvec3(seen().worldFromView[3]); }
  glm::dvec3 back() { return glm::dvec3(seen().worldFromView[2]); }
  double time() { return open.session.playback.value().time; }

  void moveTo(QPointF at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {}) {
    QMouseEvent move(QEvent::MouseMove, at, viewport.mapToGlobal(at), Qt::NoButton, buttons,
                     modifiers);
    QApplication::sendEvent(&viewport, &move);
  }
  // Drags from a corner with little in it.
  void drag(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint by) {
    const QPoint from(60, 60);
    QTest::mousePress(&viewport, button, modifiers, from);
    moveTo(from + by, button, modifiers);
    QTest::mouseRelease(&viewport, button, modifiers, from + by);
  }
  void turnWheel(QPoint pixels, QPoint angle, Qt::KeyboardModifiers modifiers = {}) {
    const QPointF at(60, 60);
    QWheelEvent wheel(at, viewport.mapToGlobal(at), pixels, angle, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&viewport, &wheel);
  }
  // Which move a gesture made, by how eye, focus and direction changed.
  CameraMove moveSince(const ViewCamera& before) {
    const glm::dvec3 eyeBefore(before.worldFromView[3]);
    const glm::dvec3 backBefore(before.worldFromView[2]);
    const bool isTurned = glm::length(back() - backBefore) > 1e-6;
    const glm::dvec3 moved = eye() - eyeBefore;
    const bool isMoved = glm::length(moved) > 1e-6;
    if (isTurned) return isMoved ? CameraMove::Tumble : CameraMove::Look;
    if (!isMoved) return CameraMove::None;
    const double along = std::abs(glm::dot(moved, backBefore)) / glm::length(moved);
    return along > 0.5 ? CameraMove::Dolly : CameraMove::Truck;
  }
};

TEST_F(Navigation, PresetsSayWhatDragsDo) {
  using enum CameraMove;
  const auto alt = Qt::AltModifier;
  const auto meta = Qt::MetaModifier;
  const auto shift = Qt::ShiftModifier;
  const auto control = Qt::ControlModifier;
  const Qt::KeyboardModifiers plain;
  const struct {
    const char* style;
    Qt::MouseButton button;
    Qt::KeyboardModifiers modifiers;
    CameraMove move;
  } cases[] = {
      {"usdscope", Qt::LeftButton, plain, Tumble},
      {"usdscope", Qt::LeftButton, alt, Tumble},
      {"usdscope", Qt::LeftButton, alt | control, Truck},
      {"usdscope", Qt::LeftButton, meta | control, Truck},
      {"usdscope", Qt::MiddleButton, plain, Truck},
      {"usdscope", Qt::RightButton, plain, Dolly},
      {"maya", Qt::LeftButton, plain, None},
      {"maya", Qt::LeftButton, alt, Tumble},
      {"maya", Qt::LeftButton, meta, Tumble},
      {"maya", Qt::LeftButton, alt | control, Truck},
      {"maya", Qt::MiddleButton, alt, Truck},
      {"maya", Qt::MiddleButton, plain, None},
      {"maya", Qt::RightButton, alt, Dolly},
      {"maya", Qt::RightButton, plain, None},
      {"blender", Qt::LeftButton, plain, None},
      {"blender", Qt::MiddleButton, plain, Tumble},
      {"blender", Qt::MiddleButton, shift, Truck},
      {"blender", Qt::MiddleButton, control, Dolly},
      {"houdini", Qt::LeftButton, plain, None},
      {"houdini", Qt::LeftButton, alt, Tumble},
      {"houdini", Qt::MiddleButton, alt, Truck},
      {"houdini", Qt::RightButton, alt, Dolly},
      {"houdini", Qt::MiddleButton, plain, Truck},
      {"touchpad", Qt::LeftButton, alt, Tumble},
      {"fly", Qt::RightButton, plain, Look},
      {"fly", Qt::RightButton, shift, Look},
      {"fly", Qt::LeftButton, alt, Tumble},
      {"fly", Qt::MiddleButton, plain, Truck},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(std::string(each.style) + ", button " + std::to_string(int(each.button)) +
                 ", modifiers " + std::to_string(each.modifiers.toInt()));
    ASSERT_EQ(open.run("navigation", {each.style}), "");
    const ViewCamera before = seen();
    drag(each.button, each.modifiers, {30, 18});
    EXPECT_EQ(int(moveSince(before)), int(each.move));
    EXPECT_EQ(open.window.viewport().navigatesWithPlainLeftDrag(),
              std::string(each.style) == "usdscope");
  }
}

TEST_F(Navigation, PresetsSayWhatTheWheelDoes) {
  using enum CameraMove;
  const struct {
    const char* style;
    Qt::KeyboardModifiers modifiers;
    CameraMove move;
  } cases[] = {
      {"usdscope", {}, Dolly},
      {"maya", {}, Dolly},
      {"blender", {}, Dolly},
      {"houdini", {}, Dolly},
      {"fly", {}, Dolly},
      {"touchpad", {}, Tumble},
      {"touchpad", Qt::ShiftModifier, Truck},
      {"touchpad", Qt::ControlModifier, Dolly},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.style);
    ASSERT_EQ(open.run("navigation", {each.style}), "");
    ViewCamera before = seen();
    turnWheel({12, 8}, {0, 40}, each.modifiers);
    EXPECT_EQ(int(moveSince(before)), int(each.move));
    before = seen();
    turnWheel({}, {0, 120}, each.modifiers);  // A wheel has no pixels.
    EXPECT_EQ(int(moveSince(before)), int(each.move));
  }
  // Alt turns the wheel sideways on some systems.
  ASSERT_EQ(open.run("navigation", {"usdscope"}), "");
  const ViewCamera before = seen();
  turnWheel({}, {120, 0}, Qt::AltModifier);
  EXPECT_EQ(int(moveSince(before)), int(Dolly));
}

TEST_F(Navigation, PinchingZooms) {
  const double before = glm::length(eye());
  const QPointF at(60, 60);
  QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at,
                            at, viewport.mapToGlobal(at), 0.25, {});
  QApplication::sendEvent(&viewport, &pinch);
  EXPECT_LT(glm::length(eye()), before * 0.9);
}

TEST_F(Navigation, ChoiceIsKeptAndShownInTheMenu) {
  ASSERT_EQ(open.run("navigationBlender"), "");
  EXPECT_TRUE(open.window.findChild<QAction*>("navigationBlender")->isChecked());
  EXPECT_FALSE(open.window.findChild<QAction*>("navigationMaya")->isChecked());
  Session later;
  EXPECT_EQ(later.view.value().navigation, NavigationStyle::Blender);
  QSettings().setValue("camera/navigation", "emacs");
  Session broken;
  EXPECT_EQ(broken.view.value().navigation, NavigationStyle::Usdscope);
}

TEST_F(Navigation, EveryPresetIsDescribed) {
  for (const char* style : {"usdscope", "maya", "blender", "houdini", "touchpad", "fly"}) {
    const auto described = gestureTexts(*navigationOf(style));
    EXPECT_GE(described.size(), 2u) << style;
    for (const auto& [gesture, move] : described) {
      EXPECT_FALSE(gesture.isEmpty()) << style;
      EXPECT_FALSE(move.isEmpty()) << style << ": " << gesture.toStdString();
    }
  }
}

TEST_F(Navigation, FliesWhileTheRightButtonIsHeld) {
  ASSERT_EQ(open.run("navigation", {"fly"}), "");
  ASSERT_EQ(open.run("look", {"0", "0", "20", "0", "0", "0"}), "");
  viewport.setFocus();
  QTest::mousePress(&viewport, Qt::RightButton, {}, {60, 60});
  const bool wasWeights = open.session.view.value().showWeights;
  QTest::keyPress(&open.window, Qt::Key_W);
  EXPECT_TRUE(waitUntil([&] { return eye().z < 19.9; }));
  QTest::keyRelease(&open.window, Qt::Key_W);
  QTest::qWait(40);
  const glm::dvec3 stopped = eye();
  EXPECT_NEAR(stopped.x, 0.0, 1e-9);
  QTest::keyPress(&open.window, Qt::Key_E);
  EXPECT_TRUE(waitUntil([&] { return eye().y > 0.1; }));
  QTest::keyRelease(&open.window, Qt::Key_E);
  // The pointer turns the camera about its eye.
  QTest::qWait(40);
  const glm::dvec3 here = eye();
  moveTo({160, 60}, Qt::RightButton);
  EXPECT_NEAR(glm::length(eye() - here), 0.0, 1e-9);
  EXPECT_LT(back().x, -0.1);  // To the right.
  turnWheel({}, {0, 240});
  EXPECT_EQ(open.session.note.value(), "Flies at 1.56 times the usual speed.");
  EXPECT_NEAR(glm::length(eye() - here), 0.0, 1e-9);
  QTest::mouseRelease(&viewport, Qt::RightButton, {}, {160, 60});
  EXPECT_EQ(open.session.view.value().showWeights, wasWeights);
  // Without the button the keys have their usual meaning.
  const glm::dvec3 rest = eye();
  QTest::keyPress(&open.window, Qt::Key_W);
  QTest::qWait(60);
  QTest::keyRelease(&open.window, Qt::Key_W);
  EXPECT_EQ(eye(), rest);
}

TEST_F(Navigation, HoldingKScrubsInThePicture) {
  ASSERT_EQ(open.run("frame", {"11"}), "");
  QTest::mouseMove(&viewport, {50, 60});
  ASSERT_TRUE(waitUntil([&] { return viewport.underMouse(); }));
  const ViewCamera before = seen();
  QTest::keyPress(&open.window, Qt::Key_K);
  EXPECT_EQ(viewport.cursor().shape(), Qt::SizeHorCursor);
  const int width = viewport.width();
  QTest::mousePress(&viewport, Qt::LeftButton, {}, {50, 60});
  moveTo(QPointF(50 + width * 0.2, 60), Qt::LeftButton);
  EXPECT_EQ(time(), 31.0);
  moveTo(QPointF(50 + width * 0.105, 60), Qt::LeftButton, Qt::AltModifier);
  EXPECT_NEAR(time(), 21.5, 0.2);
  EXPECT_NE(time(), std::round(time()));
  moveTo(QPointF(50 + width * 2.0, 60), Qt::LeftButton);
  EXPECT_EQ(time(), 101.0);
  moveTo(QPointF(50 + width * 0.1, 60), Qt::LeftButton);
  QTest::mouseRelease(&viewport, Qt::LeftButton, {}, {50 + width / 10, 60});
  QTest::keyRelease(&open.window, Qt::Key_K);
  EXPECT_EQ(time(), 21.0);
  EXPECT_EQ(seen(), before);
  EXPECT_FALSE(open.session.playback.value().isPlaying);
  EXPECT_TRUE(open.session.selection.value().prims.empty());
  EXPECT_NE(viewport.cursor().shape(), Qt::SizeHorCursor);
}

TEST_F(Navigation, EscTakesBackAScrubInThePicture) {
  ASSERT_EQ(open.run("frame", {"11.5"}), "");
  QTest::mouseMove(&viewport, {50, 60});
  ASSERT_TRUE(waitUntil([&] { return viewport.underMouse(); }));
  QTest::keyPress(&open.window, Qt::Key_K);
  QTest::mousePress(&viewport, Qt::LeftButton, {}, {50, 60});
  moveTo(QPointF(50 + viewport.width() * 0.2, 60), Qt::LeftButton);
  EXPECT_NE(time(), 11.5);
  QTest::keyClick(&open.window, Qt::Key_Escape);
  EXPECT_EQ(time(), 11.5);
  moveTo(QPointF(50 + viewport.width() * 0.3, 60), Qt::LeftButton);
  QTest::mouseRelease(&viewport, Qt::LeftButton, {}, {90, 60});
  QTest::keyRelease(&open.window, Qt::Key_K);
  EXPECT_EQ(time(), 11.5);
  EXPECT_TRUE(open.session.selection.value().prims.empty());
}

TEST_F(Navigation, KPausesPlayingWhileItIsHeld) {
  QTest::mouseMove(&viewport, {50, 60});
  ASSERT_TRUE(waitUntil([&] { return viewport.underMouse(); }));
  open.session.setPlaying(true);
  QTest::keyPress(&open.window, Qt::Key_K);
  EXPECT_FALSE(open.session.playback.value().isPlaying);
  QTest::mousePress(&viewport, Qt::LeftButton, {}, {50, 60});
  moveTo(QPointF(90, 60), Qt::LeftButton);
  QTest::mouseRelease(&viewport, Qt::LeftButton, {}, {90, 60});
  EXPECT_FALSE(open.session.playback.value().isPlaying);
  QTest::keyRelease(&open.window, Qt::Key_K);
  EXPECT_TRUE(open.session.playback.value().isPlaying);
  open.session.setPlaying(false);
}

}  // namespace
}  // namespace usdscope
