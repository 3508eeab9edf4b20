// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <utility>

#include "app/panes/value/PlotPainter.h"
#include "app/widgets/PlotScale.h"

namespace usdscope {

/// Draws plots over time and lets the user move in them: the wheel zooms in time, with Ctrl in
/// values; a drag pans, F shows everything. A click moves the playhead to the sample there, and the
/// playhead can be dragged. Rests of the pointer ask for a text. Knows no session: it asks for what
/// the user wants.
class PlotView : public QWidget {
  Q_OBJECT
 public:
  using Range = std::optional<std::pair<double, double>>;
  /// A sample or knot, or the plot that is drawn nearest.
  struct Near {
    std::size_t plot = 0;
    double time = 0.0;
    bool isMark = false;
  };

  explicit PlotView(QWidget* parent = nullptr);

  void setPlots(PlotList plots);
  const PlotList& plots() const { return plots_; }
  /// Sets the part that is in view; empty: everything.
  void setView(Range times, Range values);
  void setPlayhead(double time, double timeCodesPerFrame);
  /// Shows the text that tipWanted() asked for, at the place of the pointer.
  void showTip(const QString& text);

  /// The place of the curves in the widget, and the part in view.
  PlotScale scale() const;
  /// The mark nearest to a place, over all curves; else the plot whose curve or lane is there.
  std::optional<Near> nearTo(QPointF at) const;

 Q_SIGNALS:
  void timeWanted(double time);
  void viewWanted(Range times, Range values);
  /// The pointer rests at a time of plots()[plot].
  void tipWanted(std::size_t plot, double time);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  QSize minimumSizeHint() const override { return {120, 60}; }

 private:
  std::size_t laneCount() const;
  PlotRange fullTimes() const;
  PlotRange fittingValues(double from, double to) const;
  double frameAt(double x, Qt::KeyboardModifiers modifiers) const;
  bool isOnPlayhead(QPointF at) const;
  void paintPlayhead(QPainter& painter, const PlotScale& scale) const;
  void askForTip();

  enum class Drag { None, Undecided, Pan, Playhead };

  PlotList plots_;
  Range times_;
  Range values_;
  double playhead_ = 0.0;
  double frame_ = 1.0;  ///< Time codes per frame.
  Drag drag_ = Drag::None;
  QPointF pressedAt_;
  PlotScale pressedScale_;
  QPointF pointer_;
  QTimer rest_;
};

}  // namespace usdscope
