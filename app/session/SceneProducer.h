// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "app/session/HeatMap.h"
#include "app/session/LatestTask.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

/// The inputs of a scene.
struct SceneRequest {
  std::shared_ptr<const Stage> stage;
  std::shared_ptr<SceneExtractor> extractor;
  double time = 0.0;
  ExtractOptions options;
  HeatSubject heat;
};

/// Makes scenes in the background, with their textures and heat map. The newest request wins, so
/// scrubbing never queues up work. A scene in the making is finished and shown: while scrubbing, an
/// older time is better than none.
class SceneProducer {
 public:
  using OnScene =
      std::function<void(std::shared_ptr<const Scene>, std::shared_ptr<const HeatPicture>)>;
  /// `onScene` runs on the GUI thread. The heat picture is null when none was asked for.
  SceneProducer(Background& background, std::shared_ptr<TextureStore> textures, OnScene onScene);

  void request(SceneRequest request);
  /// Drops all requests, also the scene in the making.
  void clear();
  bool isBusy() const { return task_.isRunning(); }

 private:
  std::shared_ptr<TextureStore> textures_;
  OnScene onScene_;
  HeatMap heat_;  ///< Used by the task's thread only.
  LatestTask task_;
};

}  // namespace usdscope
