// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QObject>
#include <string>
#include <vector>

#include "app/actions/Actions.h"

class QDropEvent;

namespace usdscope {

/// Carries out drops of files on the window: a file or a folder is opened; with Shift, or over a
/// pane of layers, layers are added to the session layer; with Ctrl, the file is opened in a second
/// window, to compare the two by eye. While something is dragged, the status bar says which.
class Drops : public QObject {
  Q_OBJECT
 public:
  Drops(ActionContext context, QMainWindow* window);

  /// The use of files that are dropped.
  enum class Use { Open, AddToSession, OpenBeside };

  /// Call this when something is dragged over the window, and when it leaves.
  void hover(QDropEvent* event);
  void leave();
  void drop(QDropEvent* event);
  /// The use of files that are dropped at a place of the window.
  Use useAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const;
  void use(const std::vector<std::string>& files, Use use);

 private:
  void run(const char* action, const std::string& file);

  ActionContext context_;
  QMainWindow* window_;
};

}  // namespace usdscope
