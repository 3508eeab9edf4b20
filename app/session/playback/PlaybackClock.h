// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>

#include "app/session/Observable.h"
#include "app/session/playback/PlaybackState.h"

namespace usdscope {

/// Moves the playhead while playing. With PlaybackPace::RealTime it follows the wall clock, and
/// drops and counts frames when drawing is too slow. A speed above 1 skips frames, too. With
/// EveryFrame it advances by one frame when the last frame has been shown, at most at the scene's
/// rate. GUI thread only.
class PlaybackClock : public QObject {
  Q_OBJECT
 public:
  explicit PlaybackClock(Observable<PlaybackState>& playback);

  /// Call this when the scene at the playhead has been shown.
  void noteShown();

 private:
  void start();
  /// Begins to count from the playhead as it is now.
  void rebase(const PlaybackState& state);
  void tick();
  void moveTo(const PlaybackPlace& place);

  Observable<PlaybackState>& playback_;
  QTimer timer_;
  QElapsedTimer sinceStart_;
  std::deque<double> shownSeconds_;  // The times at which the frames of the last second were shown.
  PlaybackState base_;               ///< The state from which real time counts.
  double baseSeconds_ = 0.0;
  double lastFrameSeconds_ = 0.0;
  bool isPlaying_ = false;
  bool isReversed_ = false;  ///< The direction that the clock has set last.
  bool isMoving_ = false;    ///< The clock changes the state, not the user.
  bool isShown_ = true;
};

}  // namespace usdscope
