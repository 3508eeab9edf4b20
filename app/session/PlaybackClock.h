// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>

#include "app/session/Observable.h"
#include "app/session/PlaybackState.h"

namespace usdscope {

/// Moves the playhead while playing. In real time it follows the wall clock, and drops and counts
/// frames that take too long. Otherwise it advances by one frame when the last one has been shown,
/// at most at the scene's rate. GUI thread only.
class PlaybackClock : public QObject {
  Q_OBJECT
 public:
  explicit PlaybackClock(Observable<PlaybackState>& playback);

  /// The scene of the playhead has been shown.
  void noteShown();

 private:
  void start();
  void tick();
  void moveTo(double time);

  Observable<PlaybackState>& playback_;
  QTimer timer_;
  QElapsedTimer sinceStart_;
  std::deque<double> shownSeconds_;  // When frames of the last second were shown.
  double startTime_ = 0.0;
  double lastFrameSeconds_ = 0.0;
  bool isPlaying_ = false;
  bool isShown_ = true;
};

}  // namespace usdscope
