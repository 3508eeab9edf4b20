// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileDialog>
#include <QTimer>
#include <memory>
#include <string>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"

class QComboBox;
class QLabel;

namespace usdscope {

/// The dialog that opens a scene. Under the list of files it offers which payloads to load, and
/// shows what opening the marked file costs, which it finds in the background.
class OpenDialog : public QFileDialog {
  Q_OBJECT
 public:
  /// Starts in `folder`; see usualFolder().
  OpenDialog(Session& session, const QString& folder, QWidget* parent);

  /// The folder of the open scene, else the one from which a file was opened last.
  static QString usualFolder(const Session& session);

  /// The chosen file; empty if none was chosen.
  std::string file() const;
  /// The word of the action `open` for the chosen payloads; empty to load those that were loaded
  /// when the user left the scene.
  std::string payloads() const;

 private:
  void addRows();
  void look();

  Session& session_;
  QComboBox* payloads_ = nullptr;
  QLabel* cost_ = nullptr;
  QString marked_;
  QTimer waiting_;
  Background quiet_;  // Nobody waits for the cost.
  LatestTask looking_;
};

/// Returns the paths of the scenes in a folder, sorted by name. Looks at a bounded number of
/// entries. Reads the folder, on any thread.
std::vector<std::string> scenesIn(const QString& folder);

}  // namespace usdscope
