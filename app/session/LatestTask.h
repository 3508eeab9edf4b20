// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace usdscope {

/// Counts the tasks of a session that have work to do. GUI thread only.
class Background {
 public:
  /// Work that is held back because nobody sees its result does not count.
  bool isIdle() const { return busyCount_ == 0; }

 private:
  friend class LatestTask;
  int busyCount_ = 0;
};

class TaskRun;

/// Runs work of one kind beside the GUI thread, on a thread of its own. The newest request wins: a
/// request that has not been started is dropped when the next one comes. Results are shown on the
/// GUI thread, and only if they are still wanted. To be used on the GUI thread.
///
/// Declare it as the last member: it ends before what its work and its results use.
class LatestTask : public QObject {
  Q_OBJECT
 public:
  /// Shows a result. Called on the GUI thread.
  using Show = std::function<void()>;
  /// Runs on the task's thread and should return soon after `run.stop` is requested. Returns what
  /// shows the result; empty when there is nothing to show.
  using Work = std::function<Show(const TaskRun& run)>;
  /// The fate of a run in progress when the next request comes.
  enum class Previous {
    Stop,   ///< It is stopped, and its result dropped.
    Finish  ///< It ends first, and its result is shown: for what follows the playhead.
  };

  explicit LatestTask(Background& background);
  ~LatestTask() override;

  void start(Work work, Previous previous = Previous::Stop);
  /// Stops the run in progress and drops all requests and results.
  void cancel();
  /// While nobody sees the results, the newest request is held back; it starts when somebody does.
  void setSeen(bool isSeen);
  bool isRunning() const { return isBusy_; }

 Q_SIGNALS:
  /// A result takes longer than a moment, or has come after all.
  void slowChanged(bool isSlow);

 private:
  friend class TaskRun;
  struct Request {
    std::shared_ptr<const Work> work;
    std::uint64_t id = 0;
  };
  void serve(std::stop_token end);
  void post(std::uint64_t id, bool isLast, Show show);
  void setBusy(bool isBusy);

  Background& background_;
  std::shared_ptr<const Work> newest_;  ///< Null when its result has been shown.
  std::uint64_t newestId_ = 0;
  std::uint64_t wantedFrom_ = 0;  ///< Results of older requests are dropped.
  bool isSeen_ = true;
  bool isBusy_ = false;
  bool isSlow_ = false;
  QTimer patience_;

  std::mutex mutex_;  ///< For the three below.
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::stop_source running_{std::nostopstate};
  std::jthread thread_;  ///< Started with the first request.
};

/// One run of a task's work, as the work sees it.
class TaskRun {
 public:
  /// Requested when the result is not wanted any more.
  std::stop_token stop;

  /// Calls `show` on the GUI thread if the run is still wanted then: for progress and first parts
  /// of a result.
  void post(LatestTask::Show show) const { task_.post(id_, false, std::move(show)); }

 private:
  friend class LatestTask;
  TaskRun(std::stop_token token, LatestTask& task, std::uint64_t id)
      : stop(std::move(token)), task_(task), id_(id) {}

  LatestTask& task_;
  std::uint64_t id_;
};

}  // namespace usdscope
