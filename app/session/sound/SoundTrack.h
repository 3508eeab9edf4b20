// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/document/Document.h"
#include "app/session/playback/PlaybackState.h"
#include "app/session/sound/SoundPlan.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class Session;
class SoundOutput;

/// Facts about the sound of the scene.
struct SoundState {
  bool isOn = true;
  double volume = 1.0;    ///< From 0 to 1.
  std::string chosen;     ///< The file that the user chose; empty if none.
  std::size_t count = 0;  ///< Number of sounds that can be played.
  std::string problem;    ///< The first reason why a sound cannot be heard; may be empty.
  bool operator==(const SoundState&) const = default;
};

/// Plays the SpatialAudio prims of the scene, and a file that the user chose, in time with the
/// playhead. Sound is heard while the playhead moves forward in real time at normal speed;
/// otherwise the scene is silent. Without a sound device it is silent, too, and one note says so.
/// GUI thread only.
class SoundTrack : public QObject {
  Q_OBJECT
 public:
  explicit SoundTrack(Session& session);
  ~SoundTrack() override;

  Observable<SoundState> state;
  /// The sound over the whole range of the scene; null if there is none.
  Observable<std::shared_ptr<const Waveform>> waveform;

  /// Plays a WAV file from the start of the range on, besides the sounds of the scene. An empty
  /// path removes the chosen file. Session::note gets the reason why it cannot be played.
  std::string choose(const std::string& file);
  void setOn(bool isOn);
  /// Sets the volume, in percent. Returns a sentence that says why not; else empty.
  std::string setVolume(double percent);
  /// Identifiers of the files of all sounds.
  std::vector<std::string> files() const;
  /// Whether the sound is heard now, or would be if there were a device.
  bool isPlaying() const { return isPlaying_; }

 private:
  void find();
  LatestTask::Work work(const Document& document);
  void take(const std::shared_ptr<const SoundPlan>& plan, std::shared_ptr<const Waveform> wave);
  void follow(const PlaybackState& playback);
  void play(double seconds);
  void silence();
  void change(const std::function<void(SoundState&)>& edit);

  Session& session_;
  Background quiet_;  ///< Nobody waits for the sounds of a scene.
  std::shared_ptr<const SoundPlan> plan_;
  std::shared_ptr<const Stage> stage_;
  std::string scene_;  ///< The file of `stage_`.
  bool wasAnimated_ = false;
  double lastTime_ = 0.0;  ///< The playhead when it moved last.
  int driftCount_ = 0;     ///< How often in turn the sound was too far from the playhead.
  bool isPlaying_ = false;
  QTimer waiting_;
  std::unique_ptr<SoundOutput> output_;  ///< Null until something is played.
  LatestTask finding_;
  LatestTask choosing_;
};

}  // namespace usdscope
