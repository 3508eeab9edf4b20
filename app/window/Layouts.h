// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <map>
#include <string_view>
#include <vector>

#include "app/window/LayoutTable.h"

class QDockWidget;

namespace usdscope {

/// Arranges the docks of a window as one of the layouts. Each layout remembers how the user
/// arranged it, also after a restart. GUI thread only.
class Layouts : public QObject {
  Q_OBJECT
 public:
  /// `bars` are hidden while only the picture is shown. Requires: the window has all its docks.
  Layouts(QMainWindow& window, std::vector<QWidget*> bars);

  /// Shows the layout that save() has saved, as the user had arranged it. If there is none, or it
  /// cannot be read, shows the default layout. Returns the keys of settings that cannot be read.
  QStringList restore();
  /// Saves the arrangements of all layouts. Only the picture is never saved: the next start shows
  /// the layout before.
  void save();

  const LayoutRow& current() const { return *current_; }
  /// Shows a layout as the user arranged it last.
  void show(const LayoutRow& layout);
  /// Leaves the layout that shows only the picture; does nothing in other layouts.
  void showPanes();
  /// Arranges the current layout as the table has it.
  void reset();

 Q_SIGNALS:
  void currentChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using Places = std::map<DockPlace, QDockWidget*>;
  struct Kept {
    QByteArray state;  ///< See QMainWindow::saveState().
    bool hasTableExtents = false;
  };

  std::vector<QDockWidget*> docks() const;
  QDockWidget* dockOf(std::string_view id) const;
  void keepArrangement();
  bool arrangeAsKept();
  void arrange();
  Places putFronts(bool isLow);
  void setExtents();
  void setHeightsOfSides();
  int extentOf(DockPlace place) const;
  void showBars(bool isShown);

  QMainWindow& window_;
  const std::vector<QWidget*> bars_;
  const LayoutRow* current_;
  const LayoutRow* previous_;  ///< The layout to which showPanes() returns.
  std::map<std::string_view, Kept> kept_;
  Places fronts_;  ///< The first dock of each place in the table.
  /// Whether the docks have the extents of the table. Then they follow the size of the window.
  bool hasTableExtents_ = true;
  bool isNew_ = true;  ///< Whether the window was not shown yet, and has the default layout.
};

}  // namespace usdscope
