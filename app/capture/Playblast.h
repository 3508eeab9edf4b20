// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/capture/BurnIn.h"
#include "app/capture/CaptureCamera.h"
#include "app/capture/FrameDrawing.h"
#include "app/capture/FrameSteps.h"
#include "app/capture/FrameWriter.h"
#include "app/session/view/HeatMap.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

/// The pictures that a job draws.
struct PlayblastJob {
  std::shared_ptr<const Stage> stage;
  /// Makes the scenes of `stage`. If null, the job makes one of its own.
  std::shared_ptr<SceneExtractor> extractor;
  ExtractOptions extraction;
  /// If set, this scene is drawn at each time, and nothing is extracted.
  std::shared_ptr<const Scene> still;
  /// Returns a heat map of a scene; null to draw the scene itself. Optional.
  std::function<std::shared_ptr<const HeatPicture>(const std::shared_ptr<const Scene>&)> paint;
  FrameSteps steps;
  CameraChoice camera;
  /// If `height` is 0, it follows from `width` and the shape of the camera.
  RenderSettings settings;
  PixelChoice pixels;
  BurnInChoice burnIn;
  std::shared_ptr<const HudContents> hud;  ///< See FrameTexts::hud.
  float textScale = 0.0f;                  ///< See FrameTexts::scale.
  /// The next scene is not made while a picture is written, so that the times of each frame can be
  /// taken.
  bool isSequential = false;
};

/// A picture that a job has made, and what it has cost.
struct FrameReport {
  FrameStep step;
  std::int64_t index = 0;
  std::int64_t count = 0;  ///< The number of pictures of the job.
  double evaluateMs = 0.0;
  double texturesMs = 0.0;
  double renderMs = 0.0;
  double readMs = 0.0;
  RenderStatistics statistics;
};

/// Functions that a job calls, on its thread. All are optional.
struct PlayblastEvents {
  std::function<void(const Scene& first)> onFirstScene;
  std::function<void(const FrameReport& report)> onDrawn;  ///< Before it is written.
  std::function<void(const FrameReport& report)> onWritten;
};

/// Draws the pictures of a job and gives them to a writer. The verb `record` and the window run it,
/// so that they agree. One thread at a time.
class Playblast {
 public:
  /// The arguments must outlive it. Does not write anything if `writer` is null.
  Playblast(const PlayblastJob& job, FrameDrawing& drawing, FrameWriter* writer,
            PlayblastEvents events = {});

  /// Returns a sentence that says why it failed; empty after success and after a stop.
  std::string run(const std::stop_token& stop = {});

 private:
  std::shared_ptr<const Scene> sceneAt(TimeCode time, const std::stop_token& stop);
  std::string makeFrame(std::int64_t index, const std::stop_token& stop);
  std::string drawFrame(const Scene& scene, const FrameStep& step, Image& picture,
                        const std::stop_token& stop);
  FrameTexts textsAt(const Scene& scene, const FrameStep& step) const;
  void chooseHeight(const Scene& scene);

  const PlayblastJob& job_;
  FrameDrawing& drawing_;
  FrameWriter* writer_;
  PlayblastEvents events_;
  std::shared_ptr<SceneExtractor> extractor_;
  RenderSettings settings_;
  CameraMotion camera_;
  std::string cameraName_;
  std::optional<BurnIn> burnIn_;
  std::shared_ptr<const HeatPicture> heat_;  ///< The heat map of the current scene; may be null.
  std::shared_ptr<const Scene> next_;        ///< The next scene, made while a picture is written.
  FrameReport report_;
};

}  // namespace usdscope
