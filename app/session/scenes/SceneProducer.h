// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "app/session/scenes/PreparedScenes.h"
#include "app/session/tasks/LatestTask.h"
#include "app/session/view/HeatMap.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

/// The inputs of a scene.
struct SceneRequest {
  std::shared_ptr<const Stage> stage;
  SceneKind kind;
  TimeCode time;
  HeatSubject heat;
};

/// Makes scenes in the background, with their textures and heat map. The newest request wins, so
/// scrubbing does not queue up work. A scene that is being made is finished and shown nevertheless:
/// while scrubbing, the scene of an older time is better than none. Scenes that have been prepared
/// are not made again, and those that are made are kept with them.
class SceneProducer {
 public:
  using OnScene =
      std::function<void(std::shared_ptr<const Scene>, std::shared_ptr<const HeatPicture>)>;
  /// `onScene` runs on the GUI thread. The heat picture is null if the request has none.
  SceneProducer(Background& background, std::shared_ptr<TextureStore> textures,
                std::shared_ptr<PreparedScenes> prepared, OnScene onScene);

  void request(SceneRequest request);
  /// Drops all requests, including the one in progress.
  void clear();
  bool isBusy() const { return task_.isRunning(); }

 private:
  std::shared_ptr<TextureStore> textures_;
  std::shared_ptr<PreparedScenes> prepared_;
  OnScene onScene_;
  HeatMap heat_;  ///< Used by the task's thread only.
  LatestTask task_;
};

}  // namespace usdscope
