// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/scene/SceneExtractor.h"

namespace usdscope {

/// Makes scenes on a thread of its own. Only the newest request counts: what was asked before and
/// has not been started is dropped, so that scrubbing never queues up work.
class SceneProducer : public QObject {
  Q_OBJECT
 public:
  using OnScene = std::function<void(std::shared_ptr<const Scene>)>;
  /// `onScene` runs on the GUI thread.
  explicit SceneProducer(OnScene onScene);
  ~SceneProducer() override;

  void request(std::shared_ptr<SceneExtractor> extractor, double time, ExtractOptions options);
  /// Forgets the request that has not been started, and drops what is being made.
  void clear();
  bool isBusy() const { return isBusy_; }

 private:
  struct Request {
    std::shared_ptr<SceneExtractor> extractor;
    double time = 0.0;
    ExtractOptions options;
  };
  void run(std::stop_token stop);

  OnScene onScene_;
  bool isBusy_ = false;           // GUI thread: a request has not been answered.
  std::uint64_t generation_ = 0;  // GUI thread: answers to older ones are dropped.
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::uint64_t nextGeneration_ = 0;
  std::jthread thread_;
};

}  // namespace usdscope
