// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/ExplainablePlace.h"
#include "app/session/Session.h"
#include "app/widgets/DragCancel.h"

class QPainter;

namespace usdscope {

struct Marker;

/// Returns a time as the text of a frame: "12", "12.25".
QString frameText(double time);
/// Returns a time as users type it: "12", "12.25", "12-" for the left limit, "default".
QString typedText(TimeCode time);

/// The strip on which the playhead is scrubbed. From top to bottom it shows the tab of the playhead
/// and those of markers, a thin bar of prepared frames, the handles of the play range, ticks of
/// frames with ticks of samples in the colours of their sources, numbers, and an overview of the
/// whole range.
///
/// The playhead stands at the frame of the picture. While another picture is being made, a thin
/// line marks its frame.
///
/// A drag scrubs, and pauses playing; with Alt it moves a tenth of the way, between frames. The
/// handles move the ends of the play range; the bar between them, and a drag with Ctrl, move all of
/// it. A drag with Shift begins a new play range, a double click plays the whole range. The wheel
/// zooms; a drag with the middle button, the wheel with Shift, and the overview move the view. Esc
/// takes back the drag that goes on. The right button has a menu.
class PlaybackStrip : public QWidget, public ExplainablePlace {
  Q_OBJECT
 public:
  explicit PlaybackStrip(Session& session, QWidget* parent = nullptr);

  /// The place of a time in the widget; at the nearest edge if it is not in view.
  double xOf(double time) const;
  /// The place of a time in the overview.
  double overviewX(double time) const;
  /// The first and the last time in view.
  std::pair<double, double> times() const;
  /// The text in the tab of the playhead.
  QString playheadText() const;
  /// Goes to the frame there, and explains the selected property or prim.
  bool explainAt(QPoint at) override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { None, Scrub, In, Out, New, Slide, Pan, Overview };

  /// The samples in a column of pixels.
  struct Column {
    int count = 0;
    ValueSource source = ValueSource::None;
  };

  double timeAt(double x) const;
  double timePerPixel() const;
  double wholeFrame(double time) const;
  double frameAt(double x, Qt::KeyboardModifiers modifiers) const;
  Drag dragAt(QPointF at, Qt::KeyboardModifiers modifiers) const;
  const Marker* markerAt(QPointF at) const;
  void dragTo(QPointF at, Qt::KeyboardModifiers modifiers);
  void scrubTo(double x, Qt::KeyboardModifiers modifiers);
  void takeBack();
  void setPlayRange(double from, double to);
  void setZoom(double from, double to);
  void followPlayhead(const PlaybackState& state);
  void nameMarker(const QString& name, double time);
  QString tipAt(QPointF at) const;

  void paintSound(QPainter& painter) const;
  void paintTicks(QPainter& painter) const;
  void paintPrepared(QPainter& painter) const;
  void paintSamples(QPainter& painter);
  void paintPlayRange(QPainter& painter) const;
  void paintMarkers(QPainter& painter) const;
  void paintMotion(QPainter& painter) const;
  void paintWanted(QPainter& painter) const;
  void paintPlayhead(QPainter& painter) const;
  void paintOverview(QPainter& painter) const;
  void countSamples();

  Session& session_;
  std::vector<Column> columns_;  ///< One for each column of pixels; empty when out of date.
  std::pair<double, double> columnsFor_;  ///< The times in view that `columns_` belong to.
  Drag drag_ = Drag::None;
  QPointF lastAt_;
  double pressedTime_ = 0.0;
  PlaybackState begun_;  ///< As it was when the drag began.
  std::optional<std::pair<double, double>> begunZoom_;
  DragCancel cancelling_;
  double draggedTime_ = 0.0;  ///< The place of the playhead while it is dragged.
};

}  // namespace usdscope
