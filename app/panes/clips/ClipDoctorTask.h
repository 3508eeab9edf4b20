// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/report/clips/ClipContentsStore.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// Reads all clips of the sets that the Clips pane shows, and makes their whole report. Reports are
/// kept while the same sets are shown, whatever is selected below them, and so is what was read of
/// files that have not changed, see KnownClips. GUI thread only.
class ClipDoctorTask : public QObject {
  Q_OBJECT
 public:
  /// The sets to report.
  struct Request {
    Subject subject;
    bool isOfStage = false;
    /// Names the sets, so that subjects of a stage with equal sets have equal keys; see keyOf().
    std::string key;
    std::size_t fileCount = 0;  ///< The number of files that their clips have.
  };
  enum class State {
    Nothing,  ///< There is nothing to read.
    Reading,
    Stopped,  ///< The user has stopped it; the report has the files that were read.
    Whole     ///< The report has all files.
  };

  ClipDoctorTask(Session& session, QObject* parent);

  /// Returns the key of the sets that reach a prim, from their report without opened clips.
  static std::string keyOf(const ClipsReport& report);

  /// Makes the report of a request, and emits reported(). A report that is there is emitted at
  /// once; one that is being made goes on.
  void start(Request request);
  /// Stops reading, and reports what was read. Nothing is read until goOn() or other sets.
  void stop();
  /// Reads the files that were not read before stop().
  void goOn();
  /// Drops the request and its report.
  void cancel();
  /// Sets whether the user sees the pane. Reading waits until then.
  void setSeen(bool isSeen);
  /// Whether clips are being read now: not while the pane is hidden.
  bool isReading() const { return isSeen_ && state_ == State::Reading; }

  State state() const { return state_; }
  /// The number of files that have been read or were known, of fileCount().
  std::size_t readCount() const { return readCount_; }
  std::size_t fileCount() const;
  /// The contents of the files that were read so far. Never null.
  const std::shared_ptr<ClipContentsStore>& store() const;

 Q_SIGNALS:
  /// The report is there; it is incomplete if the state is Stopped.
  void reported(const usdscope::ClipsReport& report);
  /// The state or the number of files has changed.
  void progressed();

 private:
  void run();
  void setState(State state);
  void showState();
  bool isFor(const Request& request) const;

  Session& session_;
  Request request_;
  std::weak_ptr<const Stage> stage_;  ///< The stage of the request; null without one.
  State state_ = State::Nothing;
  bool isSeen_ = false;
  std::size_t readCount_ = 0;
  std::shared_ptr<const ClipsReport> report_;  ///< Set when Stopped or Whole.
  std::stop_source stop_;
  LatestTask task_;
};

}  // namespace usdscope
