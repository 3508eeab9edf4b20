// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "app/session/Session.h"

class QPainter;

namespace usdscope {

/// Returns a time as the text of a frame: "12", "12.25".
QString frameText(double time);

/// The strip on which the playhead is scrubbed. It shows ticks of frames, ticks of the samples of
/// the selection in the colours of their sources, the play range, and the playhead with its frame.
///
/// A drag scrubs, with Alt between frames. The handles at the ends of the play range move it; a
/// drag with Shift begins a new one, a double click plays the whole range. The wheel zooms, with
/// Shift it moves the view; a thin line at the bottom then shows the whole range.
class PlaybackStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackStrip(Session& session, QWidget* parent = nullptr);

  /// The place of a time in the widget; at the nearest edge if it is not in view.
  double xOf(double time) const;
  /// The first and the last time in view.
  std::pair<double, double> times() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  QSize sizeHint() const override { return {400, 42}; }
  QSize minimumSizeHint() const override { return {120, 42}; }

 private:
  enum class Drag { None, Scrub, In, Out, New };

  double timeAt(double x) const;
  double frameAt(double x, Qt::KeyboardModifiers modifiers) const;
  Drag handleAt(QPointF at) const;
  void dragTo(double x, Qt::KeyboardModifiers modifiers);
  void setView(double from, double to);
  void paintTicks(QPainter& painter) const;
  void paintSamples(QPainter& painter) const;
  void paintPlayRange(QPainter& painter) const;
  void paintPlayhead(QPainter& painter) const;

  Session& session_;
  std::pair<double, double> view_;  ///< Used while isZoomed_.
  bool isZoomed_ = false;
  std::pair<double, double> range_;  ///< The range of the scene that the view belongs to.
  Drag drag_ = Drag::None;
  double pressedTime_ = 0.0;
};

}  // namespace usdscope
