// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "app/session/Session.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace usdscope {

class ElidedLabel;
class Menus;
class ViewportWidget;

/// The window: puts menus, the picture, docks, the playback bar and the status line in their
/// places, and remembers where the user put them.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Session& session);
  ~MainWindow() override;

  /// Brings the pane with this id to the front. False when there is none.
  bool showPane(const QString& id);
  /// Puts the text cursor into the search field of a pane, and a text where it is not empty. Says
  /// what is wrong when there is none.
  std::string search(const QString& paneId, const std::string& text);
  /// The whole window as a PNG. False when it cannot be written.
  bool saveScreenshot(const QString& file);
  void showKeys();
  ViewportWidget& viewport() { return *viewport_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildCentre();
  void buildDocks();
  void buildStatus();
  void tidyDockTitles();
  void showLoading(const LoadState& state);

  Session& session_;
  Menus* menus_ = nullptr;
  ViewportWidget* viewport_ = nullptr;
  ElidedLabel* status_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QToolButton* cancel_ = nullptr;
  QTimer tidying_;
};

}  // namespace usdscope
