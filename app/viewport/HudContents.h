// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/view/HeatMap.h"
#include "app/session/view/RigFocus.h"
#include "app/session/view/ViewSettings.h"
#include "app/viewport/Hud.h"
#include "app/viewport/PictureGuides.h"
#include "engine/image/DisplayTransform.h"
#include "engine/render/CameraFrustum.h"
#include "engine/scene/DrawnPoints.h"

namespace usdscope {

/// The inputs of the head-up display that are known before the picture is drawn.
struct HudContents {
  glm::vec2 size{0.0f};  ///< The size of the picture, in points.
  float pixelRatio = 1.0f;
  ViewSettings view;
  ChosenJoint joint;
  std::shared_ptr<const HeatPicture> heat;
  std::shared_ptr<const std::vector<DrawnPoint>> marked;  ///< Points to mark; may be null.
  HudLabel atPointer;
  HudBox box;
  std::string camera;                          ///< The name of the camera.
  std::optional<SceneCamera> sceneCamera;      ///< Empty for the free camera.
  std::shared_ptr<const GuidePicture> guides;  ///< May be null.
  std::string counts;                          ///< See SubtreeCounts::text().
  bool isPlaying = false;                      ///< The counts do not follow.
  bool hasShapeOverrides = false;
  DisplayTransformChoice colors;  ///< The display and view of OpenColorIO, if it encodes colours.
  double playedFps = 0.0;         ///< Frames per second while playing; 0 at rest.
};

/// The facts about the picture itself.
struct HudPicture {
  const Scene* scene = nullptr;  ///< Null if nothing is shown.
  const RenderSettings& settings;
  const CameraFrustum& frustum;
  const RenderStatistics& statistics;
  std::string device;
  bool isSoftware = false;
};

/// Returns the display for a picture that has been drawn. Any thread.
HudState hudOf(const HudContents& contents, const HudPicture& picture);

}  // namespace usdscope
