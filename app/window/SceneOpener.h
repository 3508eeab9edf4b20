// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QWidget>
#include <string>

#include "app/actions/Actions.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

/// Finds out which scene the user wants to open, and runs the action `open` with it. GUI thread
/// only.
class SceneOpener : public QObject {
  Q_OBJECT
 public:
  /// `window` is the parent of the dialog.
  SceneOpener(ActionContext context, QWidget* window);

  /// Shows the dialog, which starts in `folder`; if empty, in the folder of the open scene.
  void ask(const std::string& folder);
  /// Opens the scene in a folder. If it has several, shows the dialog there; sets Session::note if
  /// it has none. Lists the folder in the background.
  void openFolder(const std::string& folder);

 private:
  ActionContext context_;
  QWidget* window_;
  LatestTask listing_;
};

}  // namespace usdscope
