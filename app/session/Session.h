// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "app/session/Document.h"
#include "app/session/Observable.h"
#include "app/session/PlaybackState.h"
#include "app/session/ViewSettings.h"
#include "engine/layer/Path.h"
#include "engine/scene/Scene.h"

namespace usdscope {

class DocumentLoader;
class PlaybackClock;
class SceneProducer;

/// What is selected: prims, the first one leading, and one property of it.
struct Selection {
  std::vector<Path> prims;
  Token property;
  Path leading() const { return prims.empty() ? Path() : prims.front(); }
  bool operator==(const Selection&) const = default;
};

/// The state of the app, and its verbs. Panes observe the state and call the verbs. GUI thread
/// only.
class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  Observable<Document> document;
  Observable<LoadState> loading;
  Observable<Selection> selection;
  Observable<PlaybackState> playback;
  Observable<ViewSettings> view;
  /// What the viewport shows: the newest scene that is ready. Null: nothing.
  Observable<std::shared_ptr<const Scene>> scene;
  Observable<std::vector<std::string>> recentFiles;
  /// What drawing has to say: the device, an OpenGL that is too old, textures that cannot be read.
  Observable<std::string> drawingProblem;

  /// Opens in the background; the present document stays until the new one is ready.
  void open(const std::string& file);
  void reload();
  void cancelLoading();
  void close();
  /// Selects prims, the leading one first; those that are not there are left out.
  void select(std::vector<Path> prims);
  void selectProperty(Token property);
  /// Moves the playhead to any time, also outside of the range.
  void setTime(double time);
  void setPlaying(bool isPlaying);
  /// Stops, and moves the playhead by whole frames.
  void step(int frames);
  void goToStart();
  void goToEnd();
  /// Whether something draws the scenes, and then says so with noteDrawn(). While playing the next
  /// frame waits for that.
  void setDrawing(bool isDrawing) { isDrawing_ = isDrawing; }
  /// The present scene has been drawn.
  void noteDrawn();
  /// Nothing is being read, and the scene shown is the one of the playhead.
  bool isSettled() const;

 private:
  void takeDocument(Document opened);
  void takeScene(std::shared_ptr<const Scene> produced);
  void noteRecentFile(const std::string& file);

  std::unique_ptr<DocumentLoader> loader_;
  std::unique_ptr<SceneProducer> producer_;
  std::unique_ptr<PlaybackClock> clock_;
  bool isDrawing_ = false;
};

}  // namespace usdscope
