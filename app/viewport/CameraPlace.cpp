// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraPlace.h"

namespace usdscope {
namespace {

constexpr int kMomentMs = 300;

}  // namespace

CameraPlace::CameraPlace(Session& session, CameraController& controller)
    : session_(session), controller_(controller) {
  waiting_.setSingleShot(true);
  waiting_.setInterval(kMomentMs);
  connect(&waiting_, &QTimer::timeout, this, [this] {
    if (session_.scene.value()) session_.noteFreeCamera(controller_.place());
  });
  session_.freeCamera.observe(this, [this](const std::optional<FreeCamera>& place) {
    if (!place || *place == controller_.place()) return;
    controller_.setPlace(*place);
    Q_EMIT moved();
  });
}

void CameraPlace::noteDrawn() {
  const auto& scene = session_.scene.value();
  // An empty scene has not been framed yet.
  if (!scene || scene->items.empty() || waiting_.isActive()) return;
  if (session_.freeCamera.value() != controller_.place()) waiting_.start();
}

}  // namespace usdscope
