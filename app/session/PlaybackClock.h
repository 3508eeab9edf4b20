// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>

#include "app/session/Observable.h"
#include "app/session/PlaybackState.h"

namespace usdscope {

/// Moves the playhead while playing. With PlaybackPace::RealTime it follows the wall clock, and
/// drops and counts frames when drawing is too slow. With EveryFrame it advances by one frame when
/// the last frame has been shown, at most at the scene's rate. GUI thread only.
class PlaybackClock : public QObject {
  Q_OBJECT
 public:
  explicit PlaybackClock(Observable<PlaybackState>& playback);

  /// Call this when the scene at the playhead has been shown.
  void noteShown();

 private:
  void start();
  void tick();
  void moveTo(double time);

  Observable<PlaybackState>& playback_;
  QTimer timer_;
  QElapsedTimer sinceStart_;
  std::deque<double> shownSeconds_;  // The times at which the frames of the last second were shown.
  double startTime_ = 0.0;
  double lastFrameSeconds_ = 0.0;
  bool isPlaying_ = false;
  bool isShown_ = true;
};

}  // namespace usdscope
