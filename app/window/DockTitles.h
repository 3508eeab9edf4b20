// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTimer>

class QDockWidget;
class QTabBar;

namespace usdscope {

/// The titles of docks. A dock without a tab has a title with buttons to float and to close it; a
/// dock with a tab has none, and the menu of its tab has these commands. Tab bars that are too
/// narrow scroll.
class DockTitles : public QObject {
  Q_OBJECT
 public:
  explicit DockTitles(QMainWindow& window);

  /// Gives a dock its title.
  void add(QDockWidget& dock);
  /// Floats a dock, or puts it back.
  static void toggleFloating(QDockWidget& dock);

 Q_SIGNALS:
  /// The user wants help on a dock, which its object name identifies.
  void helpWanted(const QString& dock);

 private:
  void tidy();
  void tidyTabs(QTabBar& tabs);
  void openMenu(QTabBar& tabs, const QPoint& at);

  QMainWindow& window_;
  QTimer tidying_;
};

}  // namespace usdscope
