// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/population/LoadRules.h"
#include "engine/stage/population/PopulationMask.h"

namespace usdscope {

/// How the user wants a scene to be opened. The members that are set win over what is remembered
/// about the scene. They apply again when the scene is reloaded or reopened, except for the camera,
/// the frame and the selection.
struct OpenOptions {
  std::optional<LoadRules> loadRules;
  PopulationMask mask;
  /// Regular expressions. Layers with an identifier that one of them matches are muted before the
  /// stage is composed.
  std::vector<std::string> mutedPatterns;
  std::string sessionLayer;         ///< A file that becomes the session layer; may be empty.
  std::vector<LayerEdit> variants;  ///< Selections that the session layer gets.
  /// The range of the scene, in place of its own; each end may be given alone.
  std::optional<double> firstFrame;
  std::optional<double> lastFrame;
  std::optional<double> frame;        ///< The frame that is shown first.
  std::string camera;                 ///< The path or the name of a camera; may be empty.
  std::vector<std::string> selected;  ///< Paths of prims, or the path of one property.
};

}  // namespace usdscope
