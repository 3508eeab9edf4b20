// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QWidget>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/ClipLanes.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

/// Draws clip sets. Each set has a lane with a block for each clip in the order of play. The
/// playhead crosses the lanes; a sentence above each names the clip that plays and the time inside
/// it. Below a lane stand its manifest and its time mapping, below the last one the findings of the
/// clip doctor. Tooltips hold what has no room. A click in a lane moves the playhead.
class ClipsView : public QWidget {
  Q_OBJECT
 public:
  explicit ClipsView(Session& session, QWidget* parent = nullptr);

  /// Shows the clip sets that reach the prim of a subject, as clipLanes() found them.
  void showLanes(const Subject& subject, std::vector<ClipLane> lanes);
  /// Shows the report on them. `clipsBeingRead` files are still being read.
  void showReport(const ClipsReport& report, std::size_t clipsBeingRead);

  const std::vector<ClipLane>& lanes() const { return lanes_; }
  /// The sentence above the first lane; empty without clips.
  QString sentence() const;

  int heightForWidth(int width) const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  /// The texts of a lane that come from the report.
  struct Row {
    QString facts;                       ///< Manifest and mapping.
    std::vector<ClipStretch> stretches;  ///< One for each block; empty: not known yet.
  };
  struct FindingLine {
    Severity severity = Severity::Note;
    QString text;
  };

  double xOf(double time) const;
  double timeAt(double x) const;
  QRectF boxOf(std::size_t lane, std::size_t block, int top) const;
  QString labelOf(std::size_t lane, std::size_t block) const;
  QString toolTipAt(QPoint point) const;
  int heightOf(const QString& text, int width) const;
  int laneTop(std::size_t lane, int width) const;
  void moveTo(double x);
  void paintLane(QPainter& painter, std::size_t lane, int top);
  void paintFindings(QPainter& painter, int top);

  Session& session_;
  Subject subject_;
  std::vector<ClipLane> lanes_;
  std::vector<Row> rows_;  ///< One for each lane.
  std::vector<FindingLine> findings_;
  std::size_t clipsBeingRead_ = 0;
  double first_ = 0.0;  ///< Stage times at both edges.
  double last_ = 1.0;
};

}  // namespace usdscope
