// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "app/session/LatestTask.h"
#include "engine/inspect/MotionFinding.h"

namespace usdscope {

class Session;

/// A frame at which the motion of an attribute looks wrong.
struct MotionMark {
  double time = 0.0;
  MotionKind kind = MotionKind::Pop;
  Path attribute;
  std::string text;  ///< A line for people; see motionText().
};

/// Finds pops, frozen animation and seams of clips in the play range, in the background. The marks
/// stay until the user clears them, or another stage is open. GUI thread only.
class MotionFinder : public QObject {
  Q_OBJECT
 public:
  explicit MotionFinder(Session& session);

  /// Ascending by time.
  const std::vector<MotionMark>& marks() const { return marks_; }
  bool isSearching() const { return searching_.isRunning(); }
  /// The finding that was shown last, or the state of the search, as a line for people.
  const std::string& text() const { return text_; }

  /// Searches below the selected prim, or the whole stage. Returns why this is impossible; else
  /// empty.
  std::string find(bool isOfStage);
  void clear();
  /// Moves the playhead to the next mark, or to the one before, selects its attribute and shows its
  /// text. After the last mark the first one comes. Returns why this is impossible; else
  /// empty.
  std::string goToNext(bool isForward);

 Q_SIGNALS:
  void changed();

 private:
  void take(std::vector<MotionMark> marks, std::string text = {});
  void say(std::string text);

  Session& session_;
  std::weak_ptr<const Stage> stage_;  ///< The stage that the marks are for.
  std::vector<MotionMark> marks_;
  std::string text_;
  std::size_t current_ = 0;  ///< The mark that was shown last.
  LatestTask searching_;
};

}  // namespace usdscope
