// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/cli/FrameRange.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verb.h"
#include "engine/render/OffscreenTarget.h"
#include "engine/render/Renderer.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

class HeadlessContext;

/// The frames that `record` draws, and the files that it writes.
struct RecordJob {
  StageOptions stage;
  FrameRanges frames;  ///< If empty, the range of the scene is drawn.
  /// Path or name. If empty, a camera that frames the first scene is used.
  std::string camera;
  std::string out;       ///< Pattern of the file names. If empty, pictures are not written.
  bool follows = false;  ///< If true and `camera` is empty, the camera frames each scene anew.
  RenderSettings settings;
  /// Prints a line of JSON for each phase and frame, instead of the file names. Frames are then
  /// made one after the other, and each is finished before its time is taken.
  bool showsTimes = false;
};

/// Draws frames of a scene into PNG files, without a window.
class Recorder {
 public:
  Recorder(const RecordJob& job, VerbContext context);
  ~Recorder();

  /// Returns the exit status.
  int run();

 private:
  bool makeRenderer();
  FrameRanges framesOf(const SceneExtractor& extractor) const;
  /// Whether all frames have different file names, or none is written. Otherwise prints an error.
  bool canName(const FrameRanges& frames) const;
  int recordAll(const Stage& stage, SceneExtractor& extractor, const FrameRanges& frames);
  bool chooseCamera(const Scene& scene);
  std::shared_ptr<const Scene> sceneAt(SceneExtractor& extractor, double frame) const;
  int recordFrame(SceneExtractor& extractor, double frame, std::optional<double> following);
  bool writePicture(const Image& picture, double frame);

  const RecordJob& job_;
  VerbContext context_;
  std::unique_ptr<HeadlessContext> gl_;
  std::shared_ptr<TextureStore> textures_ = std::make_shared<TextureStore>();
  std::unique_ptr<Renderer> renderer_;
  OffscreenTarget target_;
  std::shared_ptr<const Scene> next_;  ///< The next scene, made while a picture is written.
  std::optional<ViewCamera> camera_;
  bool hasPrintedProblems_ = false;
};

}  // namespace usdscope
