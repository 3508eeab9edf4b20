// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace usdscope {

/// Counts the tasks of a session that are running or waiting to run. GUI thread only.
class Background {
 public:
  /// Whether no task is running or waiting. Ignores tasks that are held back because nobody sees
  /// their result.
  bool isIdle() const { return busyCount_ == 0; }

 private:
  friend class BusyMark;
  friend class LatestTask;
  int busyCount_ = 0;
};

/// Counts as a running task while it lives, for work that is about to start. GUI thread only.
class BusyMark {
 public:
  explicit BusyMark(Background& background) : background_(background) { ++background.busyCount_; }
  ~BusyMark() { --background_.busyCount_; }
  BusyMark(const BusyMark&) = delete;
  BusyMark& operator=(const BusyMark&) = delete;

 private:
  Background& background_;
};

class TaskRun;

/// Runs one kind of work in the background, on its own thread. The newest request wins: a request
/// that has not started is dropped when the next one comes. Results are shown on the GUI thread,
/// unless a later start() or cancel() dropped them. GUI thread only.
///
/// Declare it as the last member, so that it ends before the members that its work and its results
/// use.
class LatestTask : public QObject {
  Q_OBJECT
 public:
  /// Shows a result. Called on the GUI thread.
  using Show = std::function<void()>;
  /// Does the work on the task's thread. Should return soon after `run.stop` is requested. Returns
  /// a function that shows the result; empty when there is nothing to show.
  using Work = std::function<Show(const TaskRun& run)>;
  /// Decides what happens to a run in progress when the next request comes.
  enum class Previous {
    Stop,   ///< The run is stopped, and its result is dropped.
    Finish  ///< The run ends first, and its result is shown. For work that follows the playhead.
  };

  explicit LatestTask(Background& background);
  ~LatestTask() override;

  /// Throws only if the memory is missing even for the request, which is dropped then.
  void start(Work work, Previous previous = Previous::Stop);
  /// Stops the run in progress and drops all requests and results.
  void cancel();
  /// Sets whether the user sees the results. While false, the newest request waits, also one that
  /// was running; it starts again when this becomes true.
  void setSeen(bool isSeen);
  /// Whether a request is running or about to run. False while it waits to be seen.
  bool isRunning() const { return isBusy_; }

 Q_SIGNALS:
  /// Emitted with true when a result takes longer than 200 ms, and with false when it has come.
  void slowChanged(bool isSlow);
  /// The newest request ended without its result: it threw, its result could not be shown, or its
  /// thread could not start. Emitted after start() has returned, and never for requests that
  /// cancel() dropped. The application has the report already. `reason` is a sentence, valid during
  /// the call.
  void failed(const char* reason);

 private:
  friend class TaskRun;
  struct Request {
    std::shared_ptr<const Work> work;
    std::uint64_t id = 0;
  };
  void serve(std::stop_token end);
  void post(std::uint64_t id, bool isLast, Show show, std::exception_ptr failure = {});
  void postThreadless(std::uint64_t id, const std::exception_ptr& failure);
  void postFailure(std::uint64_t id, const std::exception_ptr& failure, const std::stop_token& end);
  void setBusy(bool isBusy);

  Background& background_;
  /// The work of the newest request; null when its result has been shown.
  std::shared_ptr<const Work> newest_;
  std::uint64_t newestId_ = 0;
  std::uint64_t wantedFrom_ = 0;  ///< Results of requests with a smaller id are dropped.
  bool isSeen_ = true;
  bool isBusy_ = false;
  bool isSlow_ = false;
  QTimer patience_;  ///< Fires when a result is slow.

  // Members above are for the GUI thread alone.
  std::mutex mutex_;  ///< Guards wake_, next_ and runningStop_.
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::stop_source runningStop_{std::nostopstate};
  std::jthread thread_;  ///< Started with the first request.
};

/// The run of a task's work, passed to the work.
class TaskRun {
 public:
  /// Stop is requested when the result is not wanted any more.
  std::stop_token stop;

  /// Calls `show` on the GUI thread, unless the result is not wanted any more by then. Use it to
  /// show progress and first parts of a result.
  void post(LatestTask::Show show) const { task_.post(id_, false, std::move(show)); }

 private:
  friend class LatestTask;
  TaskRun(std::stop_token token, LatestTask& task, std::uint64_t id)
      : stop(std::move(token)), task_(task), id_(id) {}

  LatestTask& task_;
  std::uint64_t id_;
};

}  // namespace usdscope
