// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/Document.h"
#include "app/session/Observable.h"
#include "app/session/Playback.h"
#include "app/session/ViewSettings.h"
#include "engine/layer/Path.h"
#include "engine/scene/Scene.h"

namespace usdscope {

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

  // State.
  Observable<Document> document;
  Observable<LoadState> loading;
  Observable<Selection> selection;
  Observable<PlaybackState> playback;  ///< Time, range, playing or not.
  Observable<ViewSettings> view;       ///< Camera, purposes, shading, …
  Observable<std::shared_ptr<const Scene>>
      scene;  ///< What the viewport shows: the newest one ready.
  Observable<std::vector<std::string>> recentFiles;

  // Verbs.
  /// Opens in the background; the present document stays until the new one is ready.
  void open(const std::string& file);
  void reload();
  void cancelLoading();
  void close();
  void select(const std::vector<Path>& prims);
  void selectProperty(Token property);
  void setTime(double time);
  void setPlaying(bool isPlaying);
  void step(int frames);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace usdscope
