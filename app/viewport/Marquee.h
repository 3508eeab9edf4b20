// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <optional>

#include "app/session/view/PickMode.h"

class QPainter;

namespace usdscope {

/// A rectangle that the user drags over the picture to select everything in it, in points.
class Marquee {
 public:
  /// Returns how a left drag with these modifiers selects: Shift adds, Ctrl toggles, both replace.
  /// Empty if the drag moves the camera instead: with Alt, and without modifiers where a plain drag
  /// navigates.
  static std::optional<SelectionChange> changeFor(Qt::KeyboardModifiers modifiers,
                                                  bool doesPlainDragNavigate);

  bool isActive() const { return isActive_; }
  void begin(const QPoint& at, SelectionChange change);
  void move(const QPoint& to) { to_ = to; }
  /// Returns the rectangle, and hides it.
  QRect end();
  void cancel() { isActive_ = false; }

  QRect rectangle() const { return QRect(from_, to_).normalized(); }
  SelectionChange change() const { return change_; }
  /// Draws the rectangle as a thin line, if it is active.
  void paint(QPainter& painter) const;

 private:
  QPoint from_;
  QPoint to_;
  SelectionChange change_ = SelectionChange::Replace;
  bool isActive_ = false;
};

}  // namespace usdscope
