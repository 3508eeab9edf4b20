// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "app/session/journal/JournalFile.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

/// Does work with journals on a thread of its own, in the order of the requests: a disk under load
/// may take half a second for a lock or a line. The session is not settled before all is done. The
/// destructor waits for the rest. GUI thread only, unless a function says otherwise.
class JournalQueue {
 public:
  /// `onProblem` gets the reason when something could not be written. Called on the GUI thread.
  JournalQueue(Background& background, std::function<void(const std::string&)> onProblem);
  ~JournalQueue();
  JournalQueue(const JournalQueue&) = delete;
  JournalQueue& operator=(const JournalQueue&) = delete;

  /// Returns the reason for a failure, else empty.
  using Work = std::function<std::string()>;
  void add(Work work);
  /// Returns when all work is done that was requested before, and `then` after it. Any thread.
  void finish(const std::function<void()>& then = {});

 private:
  std::string takeProblem();

  std::function<void(const std::string&)> onProblem_;
  std::mutex running_;  ///< Held while work runs, so that its order is kept.
  std::mutex mutex_;    ///< Guards the members below.
  std::deque<Work> waiting_;
  std::string problem_;
  LatestTask task_;
};

/// A JournalFile that is written through a queue. The requests of one file keep their order. GUI
/// thread only.
class JournalWriter {
 public:
  /// The file is made in `folder` with the first line. The queue must outlive this.
  JournalWriter(JournalQueue& queue, QString folder);
  /// Goes on with a file.
  JournalWriter(JournalQueue& queue, std::unique_ptr<JournalFile> file);
  /// Ends the file as ~JournalFile() does.
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  void append(const Json& line);
  /// See JournalFile::removeLines().
  void removeLines();
  /// See JournalFile::keep().
  void keep();
  /// Whether a line could not be written since the last beginAgain(). Later ones are not written
  /// either, so that all must be written again.
  bool isBehind() const { return state_->failedRound == round_; }
  /// The lines that follow do not need those before.
  void beginAgain() { ++round_; }
  /// Whether a line was written since the file was made, or its lines were removed.
  bool hasLines() const { return state_->hasLines; }

  /// Returns the path of the file, after all requests so far; empty if it could not be made. The
  /// function may be called on any thread, while the queue lives.
  std::function<QString()> findPath() const;

 private:
  struct State {
    QString folder;
    std::unique_ptr<JournalFile> file;
    std::atomic<std::uint64_t> failedRound = 0;
    std::atomic<bool> hasLines = false;
  };

  JournalQueue& queue_;
  std::uint64_t round_ = 1;  ///< Counts beginAgain().
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace usdscope
