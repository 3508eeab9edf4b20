// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <map>
#include <string_view>
#include <vector>

#include "app/actions/Actions.h"

class QAction;
class QMenu;

namespace usdscope {

class MainWindow;

/// The menus of the window, built from the table of actions: menu bar, menus of buttons, context
/// menus. The session's state enables and checks their entries.
class Menus : public QObject {
  Q_OBJECT
 public:
  Menus(Session& session, MainWindow& window);

  QMenu* menu(std::string_view title) const { return menus_.at(title); }
  /// Returns the entry of an action; null when no menu has it and it needs arguments.
  QAction* action(std::string_view id) const;
  /// Shows the context menu of a kind of row: `prim`, `property`, `value`, `layerRow`, `field`,
  /// `site`, `clip`, `problem`, `joint` or `shape`. Other kinds have no menu. `first` is a menu
  /// within it at its beginning; null for none.
  void popUp(const QString& kind, const QPoint& globalPosition, QMenu* first = nullptr);
  /// Enables and checks the entries by the state of the session and the window. Call this when the
  /// window has changed; changes of the session need no call.
  void refresh();
  /// A menu that lists the cameras of the scene.
  QMenu* makeCameraMenu(const QString& title);

 private:
  void addRows();
  void observeState();
  void fillCameras(QMenu* menu);

  Session& session_;
  MainWindow& window_;
  std::map<std::string_view, QMenu*> menus_;
  std::vector<std::pair<QAction*, const ActionRow*>> made_;
};

}  // namespace usdscope
