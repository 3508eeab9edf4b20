// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/playback/PlaybackState.h"
#include "app/session/playback/SampleTicks.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

class Markers;
class MotionFinder;
class RangeDoctor;
class Session;

/// The attributes whose samples the playback bar shows.
enum class TickSubject : std::uint8_t {
  Selection,  ///< The selected property, or all attributes of the selected prims, and the plot's.
  Pinned,     ///< All attributes of the pinned prims.
  Stage       ///< All attributes of the stage.
};

/// The commands of a player: range, direction, speed, steps. They change Session::playback.
/// Commands that may be impossible return a sentence that says why; else empty. GUI thread only.
class Transport : public QObject {
  Q_OBJECT
 public:
  explicit Transport(Session& session);
  ~Transport() override;

  /// The samples of the attributes that `ticks` says: ascending, one for each time. They are read
  /// in the background.
  Observable<std::vector<SampleTick>> samples;
  Observable<TickSubject> ticks;
  /// The first and the last time that the playback bar shows; empty for the whole range.
  Observable<std::optional<std::pair<double, double>>> zoom;

  /// The named frames of the scene.
  Markers& markers() const { return *markers_; }
  /// Finds pops, frozen animation and seams.
  MotionFinder& motion() const { return *motion_; }
  /// Compares the range of the scene with its samples.
  RangeDoctor& rangeDoctor() const { return *rangeDoctor_; }

  void setTicks(TickSubject subject);
  /// Zooms the playback bar to times, which are cut to the range; to the whole range if nothing
  /// remains.
  void setZoom(double from, double to);
  void resetZoom() { zoom.set(std::nullopt); }

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
  /// The play range begins, or ends, where the range of the scene does.
  std::string resetIn();
  std::string resetOut();
  void resetPlayRange();
  /// Plays from the first of `samples` to the last.
  std::string playSamples();
  /// Moves the play range by time codes, as far as the range of the scene allows. Its length stays.
  void slidePlayRange(double by);
  /// Sets the range of the scene that is shown and played, without changing the scene.
  void setRange(std::pair<double, double> range, PlaybackState::RangeSource source);

  /// The user takes hold of the playhead: playing pauses.
  void beginScrub();
  /// The user lets go of the playhead: playing goes on if it was paused.
  void endScrub();
  /// Sets whether the picture follows the playhead while the user drags it. If not, it follows when
  /// the playhead rests for half a second, or when the user lets go.
  void setRedrawsOnScrub(bool redraws);

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

  /// Whether the picture at the playhead is to be made now. For Session.
  bool wantsPicture();
  /// Sets range and playhead of a state by the range of the document that is being opened. The
  /// function is kept for takeOpenedRange(). For Session.
  using SetRange = std::function<void(PlaybackState& state, const TimeCodeRange& range)>;
  void setOpenedRange(PlaybackState& state, const TimeCodeRange& range, SetRange set);
  /// Takes the range of the document, which was unknown, and the time of its first scene. For
  /// Session.
  void takeOpenedRange(const TimeCodeRange& range, TimeCode first);

 private:
  template <typename Change>
  void change(Change change);
  void readSamples();

  Session& session_;
  std::unique_ptr<Markers> markers_;
  std::unique_ptr<RangeDoctor> rangeDoctor_;
  std::unique_ptr<MotionFinder> motion_;
  bool wasPlaying_ = false;  ///< The user has taken hold of the playhead while it played.
  QTimer rest_;              ///< Fires when the playhead rests while the picture does not follow.
  std::pair<double, double> range_;  ///< The range that `zoom` belongs to.
  SetRange setOpenedRange_;
  std::weak_ptr<const Stage> ticksOfStage_;  ///< The stage whose samples are in `samples`.
  LatestTask reading_;
};

}  // namespace usdscope
