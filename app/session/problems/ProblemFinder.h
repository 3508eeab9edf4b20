// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "app/session/problems/ProblemState.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/check/Check.h"
#include "engine/check/Finding.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class Session;

/// Finds everything that is wrong with the open scene, in the background: problems of opening,
/// composing and drawing, missing files, and the findings of all validators. Sets the session's
/// `problems` and `problemMarks`. Has the commands on problems. GUI thread only.
///
/// Whenever a stage is ready, missing files are looked for, and then value clips are checked. The
/// other validators check the stage only while somebody wants all problems, because they read every
/// value. A new stage ends the check of the one before.
class ProblemFinder : public QObject {
  Q_OBJECT
 public:
  explicit ProblemFinder(Session& session);

  /// Sets whether somebody shows the findings of the validators.
  void setWanted(bool isWanted);
  /// Shows a problem: selects its prims and its property, goes to its frame, and marks its layer.
  /// Sets Session::note when nothing of it can be shown.
  void show(const Problem& problem);
  /// Changes which problems are shown. `change` edits a copy of the current filter.
  void changeFilter(const std::function<void(ProblemFilter&)>& change);
  /// Whether the clips of the scene are being checked.
  bool isCheckingClips() const { return isCheckingClips_; }
  /// Ends the check of the clips until the stage changes. The other checks go on.
  void stopClips();
  /// Says which clips were not checked, because the user has stopped that; empty if none were left.
  const std::string& leftClips() const { return leftClips_; }
  /// Says that the checks failed, and why; else empty.
  const std::string& failure() const { return failure_; }
  /// Says what the list of problems lacks while the scene is being checked, or why checks failed.
  std::string stateOfChecks() const;
  /// Hides all problems of a rule. Returns a sentence that says why not; else empty.
  std::string ignoreRule(const std::string& rule);

 Q_SIGNALS:
  /// isCheckingClips() has changed.
  void clipCheckChanged();
  /// The sentence about the check of clips. Empty when the one before is not true any more.
  void remarked(const QString& text);

 private:
  void takeStage();
  void startChecks();
  /// How much is known of a stage, in the order in which it is checked.
  enum class Depth { Nothing, Files, Clips, All };
  /// With `areClipsKnown`, value clips are not checked again. `clips` has how they are read.
  Findings runChecks(const TaskRun& run, const Stage& stage, Depth depth, bool areClipsKnown,
                     const CheckOptions& clips);
  void showClipProgress(std::size_t done, std::size_t total);
  /// Also takes back the sentence about its progress.
  void endClipCheck();
  void endFailedChecks(const char* reason);
  void showActivity(const std::string& activity, std::size_t done, std::size_t total);
  void takeFindings(std::shared_ptr<const Findings> findings, Depth depth);
  void gather();

  Session& session_;
  std::shared_ptr<const Stage> stage_;        ///< The stage that is checked; null if none is open.
  std::string file_;                          ///< The file of `stage_`.
  std::shared_ptr<const Findings> findings_;  ///< Null before the first check of the file ends.
  Depth known_ = Depth::Nothing;              ///< The depth of `findings_` for this stage.
  Depth gathered_ = Depth::Nothing;           ///< The depth of the problems of the session.
  bool isCheckingClips_ = false;
  std::string leftClips_;
  std::string failure_;
  std::stop_source stopClips_;  ///< Stops the check of the clips of `stage_`.
  QElapsedTimer clipsSince_;    ///< Since clips are being checked.
  bool isClipProgressTold_ = false;
  bool isWanted_ = false;
  bool isWaiting_ = false;         ///< Checks start when the first picture is there.
  std::size_t drawnProblems_ = 0;  ///< Hash of the problems of the scene that is shown.
  LatestTask searching_;
  LatestTask gathering_;
  LatestTask checking_;
};

}  // namespace usdscope
