// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "app/session/LatestTask.h"
#include "app/session/Observable.h"
#include "app/session/PlaybackState.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

class Session;

/// The time of a sample, and what it is a sample of.
struct SampleTick {
  double time = 0.0;
  ValueSource source = ValueSource::None;
  bool operator==(const SampleTick&) const = default;
};

/// The commands of a player: range, direction, speed, steps. They change Session::playback.
/// Commands that may be impossible return a sentence that says why; else empty. GUI thread only.
class Transport : public QObject {
  Q_OBJECT
 public:
  explicit Transport(Session& session);

  /// The samples of the selected property, or of all attributes of the selected prims, and of the
  /// attributes that are kept in the plot. Ascending, one for each time; read in the background.
  Observable<std::vector<SampleTick>> samples;

  void setPace(PlaybackPace pace);
  void setLoop(LoopMode loop);
  std::string setSpeed(double speed);
  /// 0 steps from sample to sample.
  void setStepsPerFrame(int steps);
  /// Sets the part of the range that plays. It is cut to the range of the scene.
  std::string setPlayRange(double from, double to);
  /// The play range begins, or ends, at the playhead.
  std::string setIn();
  std::string setOut();
  void resetPlayRange();

  /// Plays in a direction, or stops if it plays in this direction already.
  void play(bool isReversed);
  /// Plays in a direction. If it plays so already, doubles the speed, up to 4.
  void shuttle(bool isReversed);
  /// Stops, and takes back the speed of shuttle().
  void stop();
  /// Stops playing and moves the playhead by steps.
  std::string step(int steps);
  /// Stops playing and moves the playhead to the next sample of `samples`, or to the one before.
  std::string stepToSample(bool isForward);
  void goToStart();
  void goToEnd();

 private:
  template <typename Change>
  void change(Change change);
  void readSamples();

  Session& session_;
  LatestTask reading_;
};

}  // namespace usdscope
