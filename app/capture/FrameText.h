// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewport/HudStrip.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/Renderer.h"

namespace usdscope {

struct HeatPicture;
struct HudContents;

/// The texts over a frame.
struct FrameTexts {
  /// The head-up display; null to draw none. Its size, its scale, and its values for the following
  /// members are ignored.
  std::shared_ptr<const HudContents> hud;
  std::shared_ptr<const HeatPicture> heat;  ///< May be null.
  std::string camera;                       ///< The name of the camera.
  std::optional<SceneCamera> sceneCamera;   ///< Empty for a camera that the scene lacks.
  HudStrip strip;
  float scale = 0.0f;  ///< Pixels per point; 0 for the scale that suits the height of the picture.

  bool isEmpty() const { return !hud && strip.isEmpty(); }
};

/// The picture under the texts.
struct TextGround {
  const Scene& scene;
  const RenderSettings& settings;
  const CameraFrustum& frustum;
  const Renderer& renderer;
};

/// Draws the texts of frames, as the viewport draws its own. Requires: the OpenGL context that was
/// current at construction is current in all calls and at destruction.
class FrameText {
 public:
  FrameText();
  ~FrameText();
  FrameText(const FrameText&) = delete;
  FrameText& operator=(const FrameText&) = delete;

  /// Returns a sentence that says why this build draws no text; empty if it does.
  static std::string problem();
  /// Returns a head-up display with everything that does not need a window; null if this build
  /// draws no text.
  static std::shared_ptr<const HudContents> plainHud(const RenderSettings& settings);

  /// Returns width × height words 0xAARRGGBB, the top row first: display values, multiplied by
  /// alpha. Empty without texts. The texts are larger in large pictures.
  std::vector<std::uint32_t> draw(const FrameTexts& texts, const TextGround& ground);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
