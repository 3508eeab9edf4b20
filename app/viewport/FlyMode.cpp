// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/FlyMode.h"

#include <fmt/format.h>

#include <QGuiApplication>
#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

constexpr int kStepMs = 16;
constexpr double kLongestStepSeconds = 0.1;  // After a pause the camera does not jump.
constexpr double kScenesPerSecond = 0.2;     // The usual speed.
constexpr double kFaster = 4.0;              // With Shift.
constexpr double kPerNotch = 1.25;
constexpr double kLeastSpeed = 1e-3;
constexpr double kMostSpeed = 1e3;

}  // namespace

FlyMode::FlyMode(Session& session, CameraController& controller, QWidget& viewport)
    : session_(session),
      controller_(controller),
      keys_(viewport, {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_Q, Qt::Key_E},
            [this] { return isOn_; }) {
  timer_.setInterval(kStepMs);
  connect(&timer_, &QTimer::timeout, this, &FlyMode::advance);
  connect(&keys_, &HeldKeys::pressed, this, [this] {
    if (timer_.isActive()) return;
    sinceStep_.start();
    timer_.start();
  });
}

void FlyMode::begin() {
  isOn_ = true;
  hasMoved_ = false;
}

void FlyMode::end() {
  isOn_ = false;
  keys_.releaseAll();
  timer_.stop();
}

void FlyMode::changeSpeed(double notches) {
  speed_ = std::clamp(speed_ * std::pow(kPerNotch, notches), kLeastSpeed, kMostSpeed);
  session_.showNote(fmt::format("Flies at {:.3g} times the usual speed.", speed_));
}

void FlyMode::advance() {
  if (!keys_.isAnyHeld()) return timer_.stop();
  const double seconds = std::min(double(sinceStep_.restart()) / 1000.0, kLongestStepSeconds);
  const auto& scene = session_.scene.value();
  const bool hasSize = scene && !scene->bounds.isEmpty();
  const double size = hasSize ? glm::length(scene->bounds.size()) : controller_.place().distance;
  const bool isFaster = QGuiApplication::keyboardModifiers() & Qt::ShiftModifier;
  const double step = size * kScenesPerSecond * speed_ * (isFaster ? kFaster : 1.0) * seconds;
  const auto along = [&](int forward, int back) {
    return step * (double(keys_.isHeld(forward)) - double(keys_.isHeld(back)));
  };
  Q_EMIT aboutToMove();
  hasMoved_ = true;
  controller_.walk({along(Qt::Key_D, Qt::Key_A), 0.0, along(Qt::Key_S, Qt::Key_W)},
                   along(Qt::Key_E, Qt::Key_Q));
  Q_EMIT moved();
}

}  // namespace usdscope
