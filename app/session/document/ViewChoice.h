// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>

#include "app/session/Observable.h"
#include "app/session/tasks/LatestTask.h"
#include "app/session/view/ViewArrangement.h"

namespace usdscope {

class Session;
class Stage;

/// A second stage beside that of the open scene: another file, or the same scene with one more
/// muted layer. Neither if both are empty.
struct VersionChoice {
  std::string file;   ///< An absolute path.
  std::string muted;  ///< The identifier of a layer.

  bool isChosen() const { return !file.empty() || !muted.empty(); }
  bool operator==(const VersionChoice&) const = default;
};

/// The commands that arrange pictures beside the main one. Commands that may be impossible return a
/// sentence that says why; else empty. Views are counted from 1, the main one, to 4. GUI thread
/// only.
class ViewChoice : public QObject {
  Q_OBJECT
 public:
  explicit ViewChoice(Session& session);

  Observable<ViewArrangement> arrangement;
  /// The stage that the open scene is compared with.
  Observable<VersionChoice> version;
  /// The stage of `version`; null if there is none, until it is open, and if it cannot be opened.
  /// After an edit it stays until it has been composed anew.
  Observable<std::shared_ptr<const Stage>> versionStage;

  /// Shows 1, 2 or 4 views.
  std::string setCount(int count);
  /// Looks through a camera of the scene in one of the views 2 to 4; an empty path is its free
  /// camera.
  std::string setCamera(int view, Path camera);
  std::string setTime(int view, const ViewTime& time);
  /// Call this when the user has moved the free camera of a view. The view looks through it then.
  void notePlace(int view, const FreeCamera& place);
  /// Compares the picture with another frame or, if there is one, with the other version.
  void compare(CompareMode mode);
  /// Sets the time of the compared frame, and begins to compare with a wipe if nothing is compared.
  std::string compareWith(const ViewTime& time);
  /// Shows some frames before and after the playhead faintly; none if `count` is 0.
  std::string showOnion(int count, double step);
  /// Shows or hides the path of the selected prim or joint over the range that plays.
  void setTrail(bool isShown);
  /// Shows or hides the path of Inspection::clicked over the range that plays.
  void setTrailOfPoint(bool isShown);
  /// Compares the stage with another file, which is opened in the background. Pictures are compared
  /// at the playhead from then on.
  std::string compareWithFile(const std::string& file);
  /// Compares the stage with itself, with one more layer muted, like another file. The layer is
  /// named by its identifier or its file name.
  std::string compareWithMuted(const std::string& layer);
  void compareWithNoVersion();
  /// Sets the place of the wipe's line, from 0 to 1.
  void setWipe(double share);

 private:
  void change(const std::function<void(ViewArrangement&)>& change);
  std::string problemOf(int view) const;
  void choose(VersionChoice wanted);
  void openVersion();

  Session& session_;
  std::string file_;  ///< The open file. Another one begins with the views in their first places.
  std::weak_ptr<const Stage> openedFor_;  ///< The stage for which `versionStage` was opened.
  LatestTask opening_;
};

}  // namespace usdscope
