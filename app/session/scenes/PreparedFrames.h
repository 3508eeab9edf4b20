// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/scenes/PreparedScenes.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

class Session;
class TextureStore;

/// Which frames are prepared.
struct PreparedState {
  bool isOn = true;
  std::size_t byteBudget = 0;
  std::size_t byteCount = 0;   ///< The bytes that the prepared scenes take.
  std::size_t frameCount = 0;  ///< Number of prepared scenes.
  /// The first and the last time of each run of prepared frames, ascending.
  std::vector<std::pair<double, double>> ranges;
  bool operator==(const PreparedState&) const = default;
};

/// Makes scenes ahead of the playhead in the background, so that they are there when the playhead
/// comes: ahead in the direction of playing, and around the playhead some moment after it rests.
/// The scene at the playhead always comes first: preparing stops when it has to be made. Nothing is
/// prepared for scenes that do not vary over time. GUI thread only.
///
/// The user chooses the number of bytes for the scenes, which is kept in the settings.
class PreparedFrames : public QObject {
  Q_OBJECT
 public:
  PreparedFrames(Session& session, std::shared_ptr<TextureStore> textures);

  Observable<PreparedState> state;

  void setOn(bool isOn);
  /// Returns a sentence that says why this is impossible; else empty.
  std::string setBudget(double mebibytes);

  // For Session.

  const std::shared_ptr<PreparedScenes>& scenes() const { return scenes_; }
  /// The scene at the playhead is about to be requested. Stops preparing if the scene has to be
  /// made.
  void noteRequest(const SceneKind& kind, TimeCode time);
  /// The scene at the playhead is shown: there is time to prepare others.
  void noteShown();
  /// Forgets all scenes, because another document is open. `first` is its first scene.
  void open(const SceneKind& kind, const std::shared_ptr<const Scene>& first);
  /// Forgets all scenes.
  void drop();
  /// Stops preparing until noteShown(), because something else needs the processor.
  void pause();
  /// Whether scenes are being made.
  bool isPreparing() const { return task_.isRunning(); }

 private:
  void takeKind(const SceneKind& kind);
  void prepare();
  void report();
  void freeSoon(PreparedScenes::Scenes scenes);

  Session& session_;
  std::shared_ptr<TextureStore> textures_;
  std::shared_ptr<PreparedScenes> scenes_;
  SceneKind kind_;  ///< The kind to prepare; without an extractor while there is nothing to do.
  QTimer rest_;     ///< Fires when the playhead rests.
  QTimer report_;   ///< Fires when `state` is to be updated.
  // Nobody waits for prepared frames.
  Background quiet_;
  LatestTask freeing_;
  LatestTask task_;
};

}  // namespace usdscope
