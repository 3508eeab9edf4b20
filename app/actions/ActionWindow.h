// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "app/session/TreeCommand.h"
#include "app/session/view/CaptureRequest.h"
#include "app/session/view/PickMode.h"
#include "engine/math/Types.h"

class QWidget;

namespace usdscope {

/// The functions of the window that actions use. MainWindow implements them, so that actions do not
/// depend on it.
class ActionWindow {
 public:
  virtual ~ActionWindow() = default;

  /// The parent of dialogs.
  virtual QWidget* widget() = 0;
  virtual void closeWindow() = 0;
  /// Calls `then`, which gives up the edits of the open scene. With unsaved edits, first asks the
  /// user whether to save them; the user may cancel, and then `then` is not called.
  virtual void leave(std::function<void()> then) = 0;
  /// Shows the dialog that opens a scene. It starts in `folder`; if empty, in the folder of the
  /// open scene.
  virtual void askForScene(const std::string& folder) = 0;
  /// Opens the scene in a folder. If it has several, shows the dialog there; sets Session::note if
  /// it has none.
  virtual void openFolder(const std::string& folder) = 0;
  /// Brings the pane with this id to the front. Returns false when there is no such pane.
  virtual bool showPane(const QString& id) = 0;
  /// Gives the keyboard to a pane that is in front. Returns false when there is no such pane.
  virtual bool focusPane(const QString& id) = 0;
  /// Gives the keyboard to the next of the picture and the panes in front, or to the previous one.
  virtual void focusNextPane(bool isBackwards) = 0;
  /// The ids of all panes.
  virtual std::vector<std::string> paneIds() const = 0;
  /// Floats a pane over the window, or docks it again. Returns false when there is no such pane.
  virtual bool floatPane(const QString& id) = 0;
  /// Closes a pane. Returns false when there is no such pane.
  virtual bool closePane(const QString& id) = 0;
  /// Shows a layout as the user arranged it last. Returns false when there is no such layout.
  virtual bool showLayout(const std::string& id) = 0;
  virtual std::string layoutId() const = 0;
  /// Leaves the layout that shows only the picture; does nothing in other layouts.
  virtual void leavePresent() = 0;
  /// Gives the current layout its default arrangement.
  virtual void resetLayout() = 0;
  /// Brings a page of the Skel pane to the front: joints, binding, shapes or check. Returns false
  /// when there is no such page.
  virtual bool showSkelPage(const std::string& name) = 0;
  /// Moves the text cursor to the search field of a pane, or to the `path` of the selection, and
  /// sets the text of the search field unless `text` is empty.
  /// Returns a sentence that says why this is impossible; empty on success.
  virtual std::string search(const QString& paneId, const std::string& text) = 0;
  /// Saves the whole window as a PNG. Returns false when the file cannot be written.
  virtual bool saveScreenshot(const QString& file) = 0;
  /// Makes pictures in the background; cancels those that are being made. Session::note gets the
  /// reasons for which this fails later. Returns a sentence that says why it is impossible; else
  /// empty.
  virtual std::string capture(const CaptureRequest& request) = 0;
  /// Asks the user for the file and the rest of a request, and then calls capture().
  virtual void askForCapture(CaptureRequest::Kind kind) = 0;
  virtual bool isCapturing() const = 0;
  /// Leaves no files of what is being made.
  virtual void cancelCapture() = 0;
  virtual void showKeys() = 0;
  virtual void showPreferences() = 0;
  /// Shows what the colours and fonts of values and prims mean.
  virtual void showColors() = 0;
  /// Shows all actions, to search and run them.
  virtual void showPalette() = 0;
  /// Opens the file of a layer in the user's text editor. Looks in the background whether it is a
  /// text, and sets Session::note if not. Returns a sentence that says why this is impossible, as
  /// far as known; else empty.
  virtual std::string openInEditor(const std::string& layer) = 0;
  /// Gives the keyboard to the list under the pointer, or else to the picture.
  virtual void focusUnderPointer() = 0;

  /// Returns a sentence about rows that stay closed because there are too many; else empty.
  virtual std::string changeTree(TreeCommand command, int depth) = 0;

  /// Frames what is shown.
  virtual void frameAll() = 0;
  /// Frames what is shown with the usual lens, from the front and a little above.
  virtual void resetView() = 0;
  /// Shows the settings of the free camera.
  virtual void showCameraSettings() = 0;
  /// Shows all cameras of the scene, to search and choose one.
  virtual void showCameras() = 0;
  /// Frames what is shown of the selected prims, or everything when that is nothing.
  virtual void frameSelection() = 0;
  /// Goes back to the view before the last framing, and forth again. Returns false when nothing was
  /// framed.
  virtual bool toggleFraming() = 0;
  /// Looks from `eye` at `target` (in world space) with the free camera, upright.
  virtual void look(const glm::dvec3& eye, const glm::dvec3& target) = 0;

  /// Selects the prim at a place of the picture, like a click. Places are in points from the top
  /// left. Returns a sentence that says why this is impossible; else empty.
  virtual std::string pick(const QPoint& at, SelectionChange change) = 0;
  /// Selects the prims that can be seen in a rectangle of the picture. Returns as pick().
  virtual std::string selectRectangle(const QRect& area, SelectionChange change) = 0;
  /// Lists the prims at a place of the picture, to choose one. Returns as pick().
  virtual std::string showPickList(const QPoint& at) = 0;

  /// Shows a page of the manual, `clips`, or a place in it, `layers#why`. If empty, shows the place
  /// about the pane that has the keyboard, else the first page.
  virtual void showManual(const std::string& place) = 0;
};

}  // namespace usdscope
