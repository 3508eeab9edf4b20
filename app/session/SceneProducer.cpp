// SPDX-License-Identifier: Apache-2.0
#include "app/session/SceneProducer.h"

#include <QMetaObject>

namespace usdscope {

SceneProducer::SceneProducer(OnScene onScene)
    : onScene_(std::move(onScene)), thread_([this](std::stop_token stop) { run(stop); }) {}

SceneProducer::~SceneProducer() {
  thread_.request_stop();
  wake_.notify_all();
}

void SceneProducer::request(std::shared_ptr<SceneExtractor> extractor, double time,
                            ExtractOptions options) {
  isBusy_ = true;
  const std::uint64_t generation = ++generation_;
  {
    const std::lock_guard lock(mutex_);
    next_ = Request{std::move(extractor), time, std::move(options)};
    nextGeneration_ = generation;
  }
  wake_.notify_one();
}

void SceneProducer::clear() {
  ++generation_;
  isBusy_ = false;
  const std::lock_guard lock(mutex_);
  next_.reset();
}

void SceneProducer::run(std::stop_token stop) {
  while (true) {
    Request request;
    std::uint64_t generation = 0;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return next_.has_value(); })) return;
      request = std::move(*next_);
      next_.reset();
      generation = nextGeneration_;
    }
    std::shared_ptr<const Scene> scene =
        request.extractor->extract(request.time, stop, request.options);
    if (!scene) continue;
    QMetaObject::invokeMethod(
        this,
        [this, scene, generation] {
          // While scrubbing, an older time is still better than none: only a cleared one is not
          // shown.
          if (generation == generation_) isBusy_ = false;
          if (isBusy_ || generation == generation_) onScene_(scene);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace usdscope
