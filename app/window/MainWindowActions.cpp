// SPDX-License-Identifier: Apache-2.0
// The functions of MainWindow that actions use.
#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QSaveFile>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/actions/RunAction.h"
#include "app/panes/Panes.h"
#include "app/panes/primtree/PrimTreePane.h"
#include "app/panes/skel/SkelPane.h"
#include "app/theme/Theme.h"
#include "app/viewport/ViewportWidget.h"
#include "app/widgets/SearchField.h"
#include "app/window/CameraList.h"
#include "app/window/CameraSheet.h"
#include "app/window/CaptureSheet.h"
#include "app/window/ColorSheet.h"
#include "app/window/DockTitles.h"
#include "app/window/KeySheet.h"
#include "app/window/Layouts.h"
#include "app/window/MainWindow.h"
#include "app/window/ManualWindow.h"
#include "app/window/Menus.h"
#include "app/window/PathField.h"
#include "app/window/PickListMenu.h"
#include "app/window/PreferencesDialog.h"
#include "app/window/SceneOpener.h"
#include "app/window/TextEditor.h"
#include "app/window/TopBar.h"
#include "app/window/UnsavedGuard.h"
#include "app/window/WindowCapture.h"
#include "app/window/palette/Palette.h"

namespace usdscope {
namespace {

// Gives the keyboard to a widget or, if it does not take it, to its list, or to what else of it
// takes it first. Returns false when nothing does.
bool giveKeyboard(QWidget& widget) {
  QWidget* taking = widget.focusPolicy() != Qt::NoFocus ? &widget : nullptr;
  for (QWidget* each : widget.findChildren<QWidget*>()) {
    const bool isTaking = each->isVisibleTo(&widget) && each->isEnabledTo(&widget) &&
                          (each->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
    if (!isTaking) continue;
    const bool isList = qobject_cast<QAbstractItemView*>(each);
    if (isList || !taking) taking = each;
    if (isList) break;
  }
  if (taking) taking->setFocus(Qt::ShortcutFocusReason);
  return taking;
}

}  // namespace

void MainWindow::leave(std::function<void()> then) { guard_->leave(std::move(then)); }

void MainWindow::setAsking(bool isAsking) { guard_->setAsking(isAsking); }

void MainWindow::hidePicture() {
  viewport_->hide();
  auto* text =
      new QLabel(tr("No picture is drawn, because the program was started with --norender."));
  text->setObjectName(QStringLiteral("noPicture"));
  text->setAlignment(Qt::AlignCenter);
  text->setWordWrap(true);
  theme::makeDim(*text);
  static_cast<QVBoxLayout*>(centralWidget()->layout())->addWidget(text, 1);
}

void MainWindow::askForScene(const std::string& folder) { opener_->ask(folder); }

void MainWindow::openFolder(const std::string& folder) { opener_->openFolder(folder); }

bool MainWindow::showPane(const QString& id) {
  QDockWidget* dock = dockOf(id);
  if (!dock) return false;
  layouts_->showPanes();
  dock->show();
  dock->raise();
  return true;
}

bool MainWindow::focusPane(const QString& id) {
  QDockWidget* dock = dockOf(id);
  if (dock) giveKeyboard(*dock);
  return dock;
}

void MainWindow::focusNextPane(bool isBackwards) {
  std::vector<QWidget*> stops = {viewport_};
  for (QDockWidget* dock : findChildren<QDockWidget*>()) {
    if (dock->isVisible() && !dock->visibleRegion().isEmpty()) stops.push_back(dock);
  }
  // As people read: from the left to the right, then down.
  const auto placeOf = [](const QWidget* each) {
    const QPoint at = each->mapToGlobal(QPoint());
    return std::pair(at.x(), at.y());
  };
  std::ranges::sort(stops, {}, placeOf);
  const QWidget* now = QApplication::focusWidget();
  const auto found = std::ranges::find_if(
      stops, [now](const QWidget* each) { return each == now || each->isAncestorOf(now); });
  const auto count = std::ptrdiff_t(stops.size());
  std::ptrdiff_t at = found == stops.end() ? 0 : found - stops.begin();
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    at = (at + (isBackwards ? count - 1 : 1)) % count;
    if (giveKeyboard(*stops[std::size_t(at)])) return;
  }
}

std::vector<std::string> MainWindow::paneIds() const {
  std::vector<std::string> ids;
  for (const PaneRow& row : paneRows()) ids.emplace_back(row.id);
  return ids;
}

bool MainWindow::floatPane(const QString& id) {
  if (!showPane(id)) return false;
  DockTitles::toggleFloating(*dockOf(id));
  return true;
}

bool MainWindow::closePane(const QString& id) {
  QDockWidget* dock = dockOf(id);
  if (dock) dock->close();
  return dock;
}

bool MainWindow::showLayout(const std::string& id) {
  const LayoutRow* layout = findLayout(id);
  if (layout) layouts_->show(*layout);
  return layout;
}

std::string MainWindow::layoutId() const { return layouts_ ? layouts_->current().id : ""; }

void MainWindow::leavePresent() { layouts_->showPanes(); }

void MainWindow::resetLayout() { layouts_->reset(); }

std::string MainWindow::search(const QString& paneId, const std::string& text) {
  if (paneId == QStringLiteral("path")) {
    layouts_->showPanes();
    topBar_->findChild<PathField*>()->setFocus(Qt::ShortcutFocusReason);
    return {};
  }
  auto* dock = findChild<QDockWidget*>(paneId);
  auto* field = dock ? dock->findChild<SearchField*>() : nullptr;
  if (!field) return "This pane has no search field.";
  showPane(paneId);
  field->setFocus(Qt::ShortcutFocusReason);
  if (!text.empty()) field->searchFor(QString::fromStdString(text));
  return {};
}

bool MainWindow::saveScreenshot(const QString& file) {
  QSaveFile out(file);
  out.setDirectWriteFallback(true);  // Pipes and devices cannot be replaced.
  return out.open(QIODevice::WriteOnly) && grab().save(&out, "PNG") && out.commit();
}

bool MainWindow::showSkelPage(const std::string& name) {
  return findChild<SkelPane*>()->showPage(name);
}

std::string MainWindow::changeTree(TreeCommand command, int depth) {
  showPane("primTree");
  return findChild<PrimTreePane*>()->changeTree(command, depth);
}

void MainWindow::frameAll() { viewport_->frameAll(); }

void MainWindow::resetView() { viewport_->resetView(); }

void MainWindow::showCameraSettings() { CameraSheet::showFor({session_, *this}); }

void MainWindow::showCameras() { CameraList::showFor({session_, *this}); }

void MainWindow::frameSelection() { viewport_->frameSelection(); }

bool MainWindow::toggleFraming() { return viewport_->toggleFraming(); }

void MainWindow::look(const glm::dvec3& eye, const glm::dvec3& target) {
  viewport_->look(eye, target);
}

std::string MainWindow::pick(const QPoint& at, SelectionChange change) {
  if (!viewport_->rect().contains(at)) return "This place is outside of the picture.";
  viewport_->clickAt(at, change);
  return {};
}

std::string MainWindow::selectRectangle(const QRect& area, SelectionChange change) {
  if (!viewport_->rect().intersects(area)) return "This rectangle is outside of the picture.";
  viewport_->selectRectangle(area, change);
  return {};
}

std::string MainWindow::showPickList(const QPoint& at) {
  if (!viewport_->rect().contains(at)) return "This place is outside of the picture.";
  auto* list = new PickListMenu(session_, *viewport_, at, this);
  list->setAttribute(Qt::WA_DeleteOnClose);
  connect(list, &PickListMenu::filled, list,
          [this, list, at] { list->popup(viewport_->mapToGlobal(at)); });
  return {};
}
std::string MainWindow::capture(const CaptureRequest& request) { return capture_->start(request); }

void MainWindow::askForCapture(CaptureRequest::Kind kind) {
  auto* sheet = new CaptureSheet(session_, *this, kind, viewport_->size() * devicePixelRatioF());
  sheet->setAttribute(Qt::WA_DeleteOnClose);
  sheet->show();
}

bool MainWindow::isCapturing() const { return capture_ && capture_->state().isRunning; }

void MainWindow::cancelCapture() { capture_->cancel(); }

void MainWindow::showKeys() {
  auto* sheet = new KeySheet({session_, *this}, this);
  sheet->setAttribute(Qt::WA_DeleteOnClose);
  sheet->show();
}

void MainWindow::showManual(const std::string& place) {
  auto* manual = findChild<ManualWindow*>();
  if (!manual) {
    manual = new ManualWindow(session_, this);
    manual->setAttribute(Qt::WA_DeleteOnClose);
  }
  std::string wanted = place;
  const QWidget* at = QApplication::focusWidget();
  for (; wanted.empty() && at; at = at->parentWidget()) {
    wanted = manualPlaceOfPane(at->objectName().toStdString());
    if (wanted.empty() && qobject_cast<const QDockWidget*>(at)) wanted = "viewer";
  }
  manual->showPlace(wanted);
  manual->show();
  manual->activateWindow();
}

void MainWindow::showPreferences() {
  auto* dialog = findChild<PreferencesDialog*>();
  if (!dialog) dialog = new PreferencesDialog(session_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
  dialog->activateWindow();
}

void MainWindow::showColors() {
  auto* sheet = new ColorSheet(session_, this);
  sheet->setAttribute(Qt::WA_DeleteOnClose);
  sheet->show();
}

void MainWindow::showPalette() {
  auto* palette = new Palette({session_, *this}, this);
  palette->setAttribute(Qt::WA_DeleteOnClose);
  palette->show();
  palette->activateWindow();
}

std::string MainWindow::openInEditor(const std::string& layer) { return editor_->open(layer); }

void MainWindow::focusUnderPointer() {
  for (QWidget* at = QApplication::widgetAt(QCursor::pos()); at; at = at->parentWidget()) {
    auto* list = qobject_cast<QAbstractItemView*>(at);
    if (list && list->window() == this) return list->setFocus(Qt::ShortcutFocusReason);
  }
  viewport_->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace usdscope
