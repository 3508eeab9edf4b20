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
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

class HeadlessContext;

/// What `record` draws, and where to.
struct RecordJob {
  StageOptions stage;
  FrameRanges frames;    ///< Empty: the range of the scene.
  std::string camera;    ///< Path or name; empty: one that shows everything of the first frame.
  std::string out;       ///< Pattern of the files' names; empty: pictures are not written.
  bool follows = false;  ///< Without a camera: shows everything of every frame.
  RenderSettings settings;
  /// Writes a line of JSON to `out` for each phase and frame, in place of the files' names. Then
  /// frames are made one after the other, each finished before its time is taken.
  bool showsTimes = false;
};

/// Opens a scene without a window and draws its frames into PNG files.
class Recorder {
 public:
  Recorder(const RecordJob& job, Streams streams);
  ~Recorder();

  /// Gives the exit status.
  int run();

 private:
  bool makeRenderer();
  FrameRanges framesOf(const SceneExtractor& extractor) const;
  /// Whether each frame gets a file of its own, or none is written; else says so.
  bool canName(const FrameRanges& frames) const;
  int recordAll(const Stage& stage, SceneExtractor& extractor, const FrameRanges& frames);
  bool chooseCamera(const Scene& scene);
  std::shared_ptr<const Scene> sceneAt(SceneExtractor& extractor, double frame) const;
  int recordFrame(SceneExtractor& extractor, double frame, std::optional<double> following);
  bool writePicture(const Image& picture, double frame);

  const RecordJob& job_;
  Streams streams_;
  std::unique_ptr<HeadlessContext> context_;
  std::unique_ptr<Renderer> renderer_;
  OffscreenTarget target_;
  std::shared_ptr<const Scene> next_;  ///< Made while the picture before was written.
  std::optional<ViewCamera> camera_;
  bool hasSaidProblems_ = false;
};

}  // namespace usdscope
