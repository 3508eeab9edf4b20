// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/view/FreeCamera.h"
#include "engine/layer/Path.h"

namespace usdscope {

class Session;

/// A frame that the user has named, with the view and the selection if the user wants them kept.
struct Marker {
  std::string name;
  double time = 0.0;
  std::optional<FreeCamera> camera;  ///< The free camera; empty if the view is not kept.
  Path sceneCamera;                  ///< The camera of the scene; empty for the free camera.
  std::vector<Path> selected;        ///< The leading prim comes first.

  bool keepsView() const { return camera.has_value(); }
  bool operator==(const Marker&) const = default;
};

/// The named frames of the open scene. They are remembered with the scene, never written to a
/// layer. Commands return a sentence that says why they are impossible; else empty. GUI thread
/// only.
class Markers : public QObject {
  Q_OBJECT
 public:
  explicit Markers(Session& session) : session_(session) {}

  /// Ascending by time. Each name is there once.
  Observable<std::vector<Marker>> all;

  /// Adds a marker, or moves the marker with this name. Without a name, chooses one; without a
  /// time, takes the frame in the picture.
  std::string add(const std::string& name, std::optional<double> time = {});
  /// Like add(), at the frame in the picture. The marker keeps the camera and the selection, which
  /// come back with it.
  std::string addWithView(const std::string& name);
  /// Without a name, removes the marker at the playhead.
  std::string remove(const std::string& name);
  std::string rename(const std::string& from, const std::string& to);
  /// Moves the playhead to the next marker, or to the one before.
  std::string goToNext(bool isForward);
  std::string goTo(const std::string& name);

  /// Sets the markers of another scene. For SceneMemory.
  void restore(std::vector<Marker> markers);

 private:
  std::string freeName() const;
  std::string put(Marker marker);
  void show(const Marker& marker);

  Session& session_;
};

}  // namespace usdscope
