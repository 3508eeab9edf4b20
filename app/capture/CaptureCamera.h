// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/render/Renderer.h"
#include "engine/scene/Scene.h"

namespace usdscope {

class Stage;

/// The name of the camera that usdrecord looks through without --camera.
inline constexpr std::string_view kPrimaryCamera = "main_cam";

/// The camera of a job.
struct CameraChoice {
  /// The path or name of a camera of the scene, which may move. If empty, `view` is used.
  std::string name;
  /// A camera that stands. If empty too, a camera that shows the whole scene.
  std::optional<ViewCamera> view;
  bool follows = false;  ///< A camera that shows the whole scene looks for each frame anew.
  /// A camera of the scene shows its whole aperture, also in a narrow picture.
  bool fitsAperture = false;
  bool goesAround = false;  ///< See FrameStep::turn. Shows the whole scene from all sides.
  /// Frames and shapes pictures as usdrecord does: a scene without the camera `name` is seen
  /// through that of its render settings, or through kPrimaryCamera, and a scene without all three
  /// is shown from the front.
  bool isAsUsdrecord = false;
  std::string ofRenderSettings;  ///< See cameraOfRenderSettings(); only as usdrecord.
};

/// Returns a sentence that says that there is no such camera, and which ones there are.
std::string whyNoCamera(const Scene& scene, const std::string& name);

/// Returns the path of the camera of the render settings that the stage names in its metadata
/// `renderSettingsPrimPath`; empty if it names none, or if they have not exactly one camera.
std::string cameraOfRenderSettings(const Stage& stage);

/// Returns the camera of the scene that a choice looks through; null if there is none.
const SceneCamera* cameraOf(const Scene& scene, const CameraChoice& choice);

/// Returns the camera's width divided by its height; 16/9 without a camera.
double aspectOf(const SceneCamera* camera);

/// Returns the height of a picture through the camera of a choice, from 1 to kMostPixels.
int heightOf(const Scene& scene, const CameraChoice& choice, int width);

/// Returns the camera of usdrecord for scenes without one: a lens of 50 mm that looks at the bounds
/// from the front. Its near and far planes fit the scene.
ViewCamera frontView(const Box& bounds, bool isZUp);

/// Returns bounds of everything that `bounds` covers while it turns about its vertical axis.
Box boundsWhileTurning(const Box& bounds, bool isZUp);

/// Returns the camera after it has gone around a point by an angle, about the up axis of the stage.
ViewCamera turnedAround(const ViewCamera& camera, const glm::dvec3& point, double radians,
                        bool isZUp);

/// Finds the camera of each frame of a job, in order.
class CameraMotion {
 public:
  explicit CameraMotion(CameraChoice choice) : choice_(std::move(choice)) {}

  /// Returns the camera for a scene; empty, with a sentence in `problem`, if the scene has no such
  /// camera.
  std::optional<ViewCamera> at(const Scene& scene, const RenderSettings& settings, double turn,
                               std::string& problem);

 private:
  CameraChoice choice_;
  std::optional<ViewCamera> framed_;  ///< Shows the first scene.
  glm::dvec3 center_{0.0};            ///< The point around which the camera goes.
  bool hasCenter_ = false;
};

}  // namespace usdscope
