// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/tasks/LatestTask.h"
#include "engine/inspect/FindMotion.h"
#include "engine/layer/Path.h"
#include "engine/report/cost/FrameCost.h"

namespace usdscope {

class Session;

/// The kinds of marks on the playback bar that searches make.
enum class MarkKind : std::uint8_t {
  Motion,  ///< A pop, frozen animation or a seam of clips.
  Cost,    ///< A frame that costs much more than the others.
  Scrub,   ///< A frame that depends on how the playhead got there.
};

/// A frame at which a search has found something.
struct MotionMark {
  double time = 0.0;
  MarkKind kind = MarkKind::Motion;
  Path site;         ///< The attribute or prim; the root if the whole frame is meant.
  std::string text;  ///< A line for people.
};

/// Searches the play range in the background: for pops, frozen animation and seams of clips, for
/// frames that are costly, and for frames that depend on how they were reached. The marks stay
/// until the user clears them, or another stage is open. GUI thread only.
///
/// When a scene has been opened and the playhead rests, bad motion is looked for unasked, within a
/// budget of seconds and clips. Playing interrupts this search. The user can switch it off.
class MotionFinder : public QObject {
  Q_OBJECT
 public:
  explicit MotionFinder(Session& session);

  /// Ascending by time.
  const std::vector<MotionMark>& marks() const { return marks_; }
  /// The cost of each frame of the play range, if it has been measured; else empty.
  const std::vector<FrameCost>& costs() const { return costs_; }
  /// Whether a search is running that the user knows of: one he has asked for, or one that shows
  /// its progress.
  bool isSearching() const;
  /// The finding that was shown last, or the state of the search, as a line for people.
  const std::string& text() const { return text_; }

  /// Whether scenes are searched unasked when they have been opened. Kept in the settings.
  bool isUnasked() const { return isUnasked_; }
  void setUnasked(bool isUnasked);
  /// Switches unasked searches off for this run of the program only.
  void disableUnasked();

  // Each of these returns why the search is impossible; else empty.

  /// Looks for bad motion below the selected prim, or in the whole stage.
  std::string find(bool isOfStage);
  /// Measures what each frame costs to evaluate.
  std::string measureCost();
  /// Compares the frames when they are played with the frames when they are visited in random
  /// order.
  std::string compareScrubbing();

  /// Removes all marks, and cancels searches.
  void clear();
  /// Moves the playhead to the next mark, or to the one before, selects its attribute and shows its
  /// text. After the last mark the first one comes. Returns why this is impossible; else
  /// empty.
  std::string goToNext(bool isForward);

 Q_SIGNALS:
  void changed();

 private:
  using Marks = std::vector<MotionMark>;

  void forget();
  void waitForRest();
  void interruptUnasked();
  void findUnasked();
  void endUnasked(Marks marks, std::size_t examined, bool isComplete);
  std::string rangeProblem() const;
  MotionRequest request() const;
  std::vector<double> framesOfRange() const;
  void showProgress(const TaskRun& run, const char* activity, std::size_t done, std::size_t total);
  void take(MarkKind kind, Marks marks, std::string text);
  void say(std::string text);

  Session& session_;
  std::weak_ptr<const Stage> stage_;  ///< The stage that the marks are for.
  Marks marks_;
  std::vector<FrameCost> costs_;
  std::string text_;
  std::size_t current_ = 0;  ///< The mark that was shown last.

  bool isUnasked_ = true;
  bool isDisabled_ = false;
  bool isWaiting_ = false;          ///< The open stage is still to be searched unasked.
  bool isProgressShown_ = false;    ///< The unasked search has shown its progress.
  QElapsedTimer unaskedSince_;      ///< When the unasked search began.
  std::int64_t spentMs_ = 0;        ///< The time of unasked searches of this stage that were
                                    ///< interrupted.
  std::stop_source unaskedBudget_;  ///< Stops the unasked search, which keeps what it has found.
  QTimer rest_;                     ///< Fires when the playhead has rested.
  QTimer budget_;                   ///< Fires when the unasked search has taken its time.
  Background quiet_;                ///< Nobody waits for unasked searches.
  LatestTask searching_;
  LatestTask unasked_;
};

}  // namespace usdscope
