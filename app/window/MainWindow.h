// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>

#include "app/actions/ActionWindow.h"
#include "app/session/Session.h"

class QDockWidget;
class QLabel;
class QProgressBar;
class QToolButton;

namespace usdscope {

class DockTitles;
class Drops;
class ElidedLabel;
class Layouts;
class Menus;
class SceneOpener;
class TextEditor;
class TopBar;
class UnsavedGuard;
class ViewportWidget;
class WindowCapture;
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
  /// Draws no picture, for the rest of the program. The panes stay.
  void hidePicture();
  void askForScene(const std::string& folder) override;
  void openFolder(const std::string& folder) override;
  bool showPane(const QString& id) override;
  bool focusPane(const QString& id) override;
  void focusNextPane(bool isBackwards) override;
  std::vector<std::string> paneIds() const override;
  bool floatPane(const QString& id) override;
  bool closePane(const QString& id) override;
  bool showLayout(const std::string& id) override;
  std::string layoutId() const override;
  void leavePresent() override;
  void resetLayout() override;
  bool showSkelPage(const std::string& name) override;
  std::string search(const QString& paneId, const std::string& text) override;
  bool saveScreenshot(const QString& file) override;
  std::string capture(const CaptureRequest& request) override;
  void askForCapture(CaptureRequest::Kind kind) override;
  bool isCapturing() const override;
  void cancelCapture() override;
  void showKeys() override;
  void showPreferences() override;
  void showColors() override;
  void showPalette() override;
  std::string openInEditor(const std::string& layer) override;
  void focusUnderPointer() override;
  std::string changeTree(TreeCommand command, int depth) override;
  void frameAll() override;
  void resetView() override;
  void showCameraSettings() override;
  void showCameras() override;
  void frameSelection() override;
  bool toggleFraming() override;
  void look(const glm::dvec3& eye, const glm::dvec3& target) override;
  std::string pick(const QPoint& at, SelectionChange change) override;
  std::string selectRectangle(const QRect& area, SelectionChange change) override;
  std::string showPickList(const QPoint& at) override;
  void showManual(const std::string& place) override;
  ViewportWidget& viewport() { return *viewport_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void observeLook();
  void buildCentre();
  void buildDocks();
  void buildStatus();
  void buildLayouts();
  QDockWidget* dockOf(const QString& id) const;
  void showLoading(const LoadState& state);
  /// Shows a text in the status line, instead of `shown`, which becomes the text. An empty text
  /// gives the line back, unless it shows something else by now.
  void showPassing(QString& shown, const QString& text);
  void showSaving(const SaveState& state);
  void showCapture();
  void showTitle();

  Session& session_;
  Menus* menus_ = nullptr;
  UnsavedGuard* guard_ = nullptr;
  TextEditor* editor_ = nullptr;
  SceneOpener* opener_ = nullptr;
  Drops* drops_ = nullptr;
  WindowCapture* capture_ = nullptr;
  bool mayClose_ = false;  ///< The user has answered what becomes of unsaved edits.
  ViewportWidget* viewport_ = nullptr;
  ElidedLabel* status_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QToolButton* cancel_ = nullptr;
  TopBar* topBar_ = nullptr;
  QLabel* presentHint_ = nullptr;
  DockTitles* titles_ = nullptr;
  Layouts* layouts_ = nullptr;
};

}  // namespace usdscope
