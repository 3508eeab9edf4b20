// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraPlace.h"

#include <utility>

namespace usdscope {
namespace {

constexpr int kMomentMs = 300;

}  // namespace

CameraPlace::CameraPlace(Session& session, CameraController& controller)
    : session_(session), controller_(controller) {
  waiting_.setSingleShot(true);
  waiting_.setInterval(kMomentMs);
  connect(&waiting_, &QTimer::timeout, this, &CameraPlace::publish);
  connect(&session_, &Session::freeCameraWanted, this, &CameraPlace::publish);
  session_.document.observe(this, [this](const Document& document) {
    if (std::exchange(file_, document.file) != document.file) isFramed_ = false;
  });
  session_.freeCamera.observe(this, [this](const std::optional<FreeCamera>& place) {
    if (!place || *place == controller_.place()) return;
    controller_.setPlace(*place);
    Q_EMIT moved();
  });
}

void CameraPlace::publish() {
  waiting_.stop();
  if (isFramed_ || session_.freeCamera.value()) session_.noteFreeCamera(controller_.place());
}

void CameraPlace::noteDrawn() {
  const auto& scene = session_.scene.value();
  isFramed_ = isFramed_ || (scene && !scene->items.empty());
  const bool isKnown = session_.freeCamera.value() == controller_.place();
  if (!isKnown && !waiting_.isActive()) waiting_.start();
}

}  // namespace usdscope
