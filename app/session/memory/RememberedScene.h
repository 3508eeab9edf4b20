// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/Inspection.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/PlaybackState.h"
#include "app/session/view/FreeCamera.h"
#include "app/session/view/ViewSettings.h"

namespace usdscope {

/// A view that the user has named: where the camera is, which frame is shown, and how.
struct NamedView {
  std::string name;
  std::optional<FreeCamera> camera;  ///< Empty if it was not known.
  TimeCode time = 0.0;
  ViewSettings settings;  ///< See takePictureSettings().
  bool operator==(const NamedView&) const = default;
};

/// How the user left a scene, to restore it when the scene is opened again.
struct RememberedScene {
  std::string file;  ///< The absolute path of the scene.
  std::optional<FreeCamera> camera;
  ViewSettings view;  ///< See takePictureSettings() and takePaneSettings().
  TimeCode time = 0.0;
  /// The range that the user has chosen in place of that of the scene; empty if none.
  std::optional<std::pair<double, double>> chosenRange;
  std::optional<std::pair<double, double>> playRange;  ///< Empty if the whole range plays.
  PlaybackPace pace = PlaybackPace::RealTime;
  LoopMode loop = LoopMode::Loop;
  double speed = 1.0;
  int stepsPerFrame = 1;
  std::vector<Path> selected;  ///< The leading prim comes first.
  std::string property;
  std::vector<Path> pinned;
  PlotChoice plot;
  StageState stage;            ///< Its muted layers and load rules; it has no layers.
  std::vector<Path> openRows;  ///< Rows of the prim tree, parents before children.
  std::vector<NamedView> views;
  std::vector<Marker> markers;

  /// Changes the ranges, the way of playing and the playhead of an open scene.
  void applyTo(PlaybackState& state) const;
  bool operator==(const RememberedScene&) const = default;
};

/// Copies the settings that a picture depends on, including the camera of the scene. Leaves those
/// that belong to the user or the machine.
void takePictureSettings(ViewSettings& to, const ViewSettings& from);
/// Copies the settings of panes that belong to a scene.
void takePaneSettings(ViewSettings& to, const ViewSettings& from);

/// Returns the scene as text. Thread-safe.
std::string rememberedSceneToText(const RememberedScene& scene);

/// A scene that was read from text, or why it cannot be read.
struct RememberedSceneResult {
  std::optional<RememberedScene> scene;
  std::string problem;  ///< "It was written by a newer usdscope"; without a period.
};

/// Reads what rememberedSceneToText() returned. Accepts any bytes. Thread-safe.
RememberedSceneResult rememberedSceneFromText(std::string_view text);

}  // namespace usdscope
