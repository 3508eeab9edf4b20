// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>

#include "app/session/Session.h"

class QLabel;
class QMenu;
class QToolButton;

namespace usdscope {

class ViewportWidget;

/// The window: builds menus and docks from the tables, and nothing else.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Session& session);
  ~MainWindow() override;

  void frameAll();
  void frameSelection();
  /// Brings the pane with this id to the front. False when there is none.
  bool showPane(const QString& id);
  /// The whole window as a PNG. False when it cannot be written.
  bool saveScreenshot(const QString& file);
  ViewportWidget& viewport() { return *viewport_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildCentre();
  void buildDocks();
  void buildMenus();
  void fillRecentMenu(QMenu* menu);
  void fillCameraMenu(QMenu* menu);
  void showLoading(const LoadState& state);

  Session& session_;
  ViewportWidget* viewport_ = nullptr;
  QLabel* selectionLabel_ = nullptr;
  QToolButton* cameraButton_ = nullptr;
  QLabel* status_ = nullptr;
  QToolButton* cancel_ = nullptr;
};

}  // namespace usdscope
