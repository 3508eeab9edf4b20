// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "app/actions/ActionWindow.h"
#include "app/session/Session.h"

class QProgressBar;
class QToolButton;

namespace usdscope {

class ElidedLabel;
class Menus;
class UnsavedGuard;
class ViewportWidget;
struct SaveState;

/// The window: lays out menus, viewport, docks, playback bar and status line, and remembers how the
/// user arranged them.
class MainWindow : public QMainWindow, public ActionWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Session& session);
  ~MainWindow() override;

  QWidget* widget() override { return this; }
  void closeWindow() override { close(); }
  void leave(std::function<void()> then) override;
  /// Sets whether the user is asked before edits are lost. False at first, as scripts need it.
  void setAsking(bool isAsking);
  bool showPane(const QString& id) override;
  bool showSkelPage(const std::string& name) override;
  std::string search(const QString& paneId, const std::string& text) override;
  bool saveScreenshot(const QString& file) override;
  void showKeys() override;
  void frameAll() override;
  void frameSelection() override;
  void look(const glm::dvec3& eye, const glm::dvec3& target) override;
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
  void showSaving(const SaveState& state);
  void showTitle();

  Session& session_;
  Menus* menus_ = nullptr;
  UnsavedGuard* guard_ = nullptr;
  bool mayClose_ = false;  ///< The user has answered what becomes of unsaved edits.
  ViewportWidget* viewport_ = nullptr;
  ElidedLabel* status_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QToolButton* cancel_ = nullptr;
  QTimer tidying_;
};

}  // namespace usdscope
