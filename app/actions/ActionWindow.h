// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <string>

#include "app/session/TreeCommand.h"
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
  /// Brings the pane with this id to the front. Returns false when there is no such pane.
  virtual bool showPane(const QString& id) = 0;
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
  virtual void showKeys() = 0;
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

  virtual void frameAll() = 0;
  /// Frames the selected prims, or everything when none is selected.
  virtual void frameSelection() = 0;
  /// Goes back to the view before the last framing, and forth again. Returns false when nothing was
  /// framed.
  virtual bool toggleFraming() = 0;
  /// Looks from `eye` at `target` (in world space) with the free camera, upright.
  virtual void look(const glm::dvec3& eye, const glm::dvec3& target) = 0;
};

}  // namespace usdscope
