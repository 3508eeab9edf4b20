// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QWidget>
#include <optional>
#include <utility>

#include "app/widgets/DragCancel.h"
#include "app/widgets/PlotScale.h"

class QPainter;

namespace usdscope {

/// A widget with stage time across. A drag with the left button moves the playhead: to whole
/// frames, with Alt or when frames are wide to any time. The wheel zooms; a drag with the middle
/// button, or Shift and the wheel, pans; a double click or F shows everything. Esc takes a drag
/// back. Knows no session: it asks for what the user wants.
class ClipTimeView : public QWidget {
  Q_OBJECT
 public:
  explicit ClipTimeView(QWidget* parent = nullptr);

  /// Sets the stage times at the left and the right edge.
  void setTimes(double from, double to);
  void setPlayhead(double time, double timeCodesPerFrame);
  /// The place of the times in the widget.
  PlotScale scale() const;

 Q_SIGNALS:
  void timeWanted(double time);
  /// Empty: everything.
  void timesWanted(std::optional<std::pair<double, double>> times);

 protected:
  /// Sets the room left and right of the times, in pixels.
  void setMargins(int left, int right);
  double playhead() const { return playhead_; }
  /// The time to which a press at a place moves the playhead.
  double timeFor(double x, Qt::KeyboardModifiers modifiers) const;
  /// Draws the playhead between two heights, unless it is out of view.
  void paintPlayhead(QPainter& painter, double top, double bottom) const;

  bool event(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Drag { None, Playhead, Pan };

  void moveTo(double x, Qt::KeyboardModifiers modifiers);
  void takeBack();

  double from_ = 0.0;
  double to_ = 1.0;
  double playhead_ = 0.0;
  double frame_ = 1.0;  ///< Time codes per frame.
  int left_ = 8;
  int right_ = 8;
  Drag drag_ = Drag::None;
  PlotScale pressedScale_;
  double pressedX_ = 0.0;
  double pressedTime_ = 0.0;  ///< The playhead before the drag.
  DragCancel cancel_;
};

}  // namespace usdscope
