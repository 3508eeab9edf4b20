// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/math/Types.h"
#include "engine/render/InspectionView.h"
#include "engine/render/ShadowEdges.h"
#include "engine/scene/Complexity.h"

namespace usdscope {

/// The colour behind the scene. `Standard` is the colour of the window; the others are usdview's.
enum class BackgroundColor : std::uint8_t { Standard, Black, DarkGrey, LightGrey, White };

/// How linear colours become display values. OpenColorIo is the configuration that the variable
/// OCIO names; see DisplayColors.
enum class ColorManagement : std::uint8_t { Srgb, OpenColorIo, Disabled };

/// How the picture outside of the aperture of a scene's camera is covered.
enum class CameraMask : std::uint8_t { None, Partial, Full };

/// How the scene is lit and divided, and the guides over and around it in the picture. See
/// DisplayMemory.h for the settings that belong to a scene and those that belong to the user.
struct DisplaySettings {
  Complexity complexity = Complexity::Low;
  InspectionView inspection = InspectionView::None;
  float exposure = 0.0f;  ///< In stops; see RenderSettings.
  float gamma = 1.0f;
  bool cageWires = false;  ///< Wireframes outline the faces of cages, not refined faces.
  bool cullBackfaces = false;
  bool sceneMaterials = true;
  ColorManagement colors = ColorManagement::Srgb;
  /// The choice in the OpenColorIO configuration; empty for its defaults.
  std::string ocioDisplay;
  std::string ocioView;
  std::string ocioColorSpace;
  std::string ocioLooks;  ///< Empty for the looks of the view.
  bool cameraLight = true;
  bool domeLight = false;  ///< The default dome light.
  bool sceneLights = true;
  bool shadows = true;  ///< Lights of the scene cast shadows.
  ShadowEdges shadowEdges = ShadowEdges::Hard;
  bool ambientOcclusion = false;
  bool domeBackground = true;  ///< Domes are seen behind the scene.

  bool boxes = false;  ///< Shows bounding boxes of the selection.
  bool comparesExtents = false;
  CameraMask mask = CameraMask::None;
  bool maskOutline = false;
  bool reticlesInside = false;
  bool reticlesOutside = false;
  bool cameraOracles = false;  ///< Shows the scene's cameras as small frustums.

  BackgroundColor background = BackgroundColor::Standard;
  bool alignedBox = true;  ///< The kinds of boxes that `boxes` shows.
  bool orientedBox = true;
  bool boxesInPlayback = false;
  glm::vec3 maskColor{0.1f};  ///< Display values.
  glm::vec3 reticleColor{0.0f, 0.7f, 1.0f};
  bool hudSubtree = false;  ///< The parts of the head-up display.
  bool hudCamera = true;
  bool hudPerformance = true;
  bool hudDevice = true;

  bool hasReticles() const { return reticlesInside || reticlesOutside; }
  /// Whether something marks the aperture. The picture then shows the whole aperture.
  bool marksAperture() const { return mask != CameraMask::None || maskOutline || hasReticles(); }
  bool operator==(const DisplaySettings&) const = default;
};

/// The limits of DisplaySettings::exposure and gamma.
inline constexpr float kMostExposure = 10.0f;
inline constexpr float kLeastGamma = 0.1f;
inline constexpr float kMostGamma = 5.0f;

/// Returns the display values (sRGB) of a background.
glm::vec3 colorOf(BackgroundColor background);

}  // namespace usdscope
