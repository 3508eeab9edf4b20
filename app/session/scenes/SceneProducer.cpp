// SPDX-License-Identifier: Apache-2.0
#include "app/session/scenes/SceneProducer.h"

#include "app/session/tasks/FreeInBackground.h"

namespace usdscope {

SceneProducer::SceneProducer(Background& background, std::shared_ptr<TextureStore> textures,
                             std::shared_ptr<PreparedScenes> prepared, OnScene onScene)
    : textures_(std::move(textures)),
      prepared_(std::move(prepared)),
      onScene_(std::move(onScene)),
      task_(background) {}

void SceneProducer::clear() {
  // The heat map must not keep a closed stage alive.
  task_.start([this](const TaskRun&) -> LatestTask::Show {
    heat_ = {};
    return {};
  });
}

void SceneProducer::request(SceneRequest request) {
  const auto work = [this, request = std::move(request)](const TaskRun& run) -> LatestTask::Show {
    std::shared_ptr<const Scene> scene = prepared_->find(request.kind, request.time, run.stop);
    if (!scene) {
      const SceneKind& kind = request.kind;
      scene = freedInBackground(kind.extractor->extract(request.time, run.stop, kind.options));
      if (!scene) return {};
      textures_->prepare(*scene, run.stop);
      prepared_->add(kind, scene);
    }
    std::shared_ptr<const HeatPicture> heat = heat_.paint(request.stage, request.heat, scene);
    return [this, scene = std::move(scene), heat = std::move(heat)] { onScene_(scene, heat); };
  };
  task_.start(work, LatestTask::Previous::Finish);
}

}  // namespace usdscope
