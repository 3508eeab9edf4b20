// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>

namespace usdscope {

/// Does one thing after another on a thread of its own; only the newest counts. To be used from the
/// GUI thread.
class LatestJob : public QObject {
  Q_OBJECT
 public:
  /// Shows what has been found; called on the GUI thread, unless another job has been started or
  /// this one cancelled meanwhile.
  using Show = std::function<void()>;
  /// Runs on the other thread, ends soon when asked to stop, and returns what is to be shown.
  using Job = std::function<Show(std::stop_token)>;

  LatestJob() = default;
  ~LatestJob() override;

  void start(Job job);
  void cancel();
  bool isRunning() const { return isRunning_; }

 private:
  bool isRunning_ = false;
  std::uint64_t generation_ = 0;
  std::jthread thread_;
};

}  // namespace usdscope
