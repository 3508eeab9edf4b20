// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <string>

#include "app/session/Observable.h"
#include "app/session/ViewArrangement.h"

namespace usdscope {

class Session;

/// The commands that arrange pictures beside the main one. Commands that may be impossible return a
/// sentence that says why; else empty. Views are counted from 1, the main one, to 4. GUI thread
/// only.
class ViewChoice : public QObject {
  Q_OBJECT
 public:
  explicit ViewChoice(Session& session);

  Observable<ViewArrangement> arrangement;

  /// Shows 1, 2 or 4 views.
  std::string setCount(int count);
  /// Looks through a camera of the scene in one of the views 2 to 4; an empty path is its free
  /// camera.
  std::string setCamera(int view, Path camera);
  std::string setTime(int view, const ViewTime& time);
  /// Call this when the user has moved the free camera of a view. The view looks through it then.
  void notePlace(int view, const FreeCamera& place);
  void compare(CompareMode mode);
  /// Sets the time of the compared frame, and begins to compare with a wipe if nothing is compared.
  std::string compareWith(const ViewTime& time);
  /// Sets the place of the wipe's line, from 0 to 1.
  void setWipe(double share);

 private:
  void change(const std::function<void(ViewArrangement&)>& change);
  std::string problemOf(int view) const;

  Session& session_;
  std::string file_;  ///< The open file. Another one begins with the views in their first places.
};

}  // namespace usdscope
