// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/ClipLanes.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

/// Draws clip sets. Each set has a lane with a block for each clip in playing order. The playhead
/// crosses the lanes. A sentence above each lane names the clip that plays and the clip time. Below
/// each lane are its manifest and its time mapping, and below the last lane the findings of the
/// clip doctor. Tooltips show texts that do not fit. A click in a lane moves the playhead;
/// a right click on a block shows its menu.
class ClipsView : public QWidget {
  Q_OBJECT
 public:
  explicit ClipsView(Session& session, QWidget* parent = nullptr);

  /// Shows the clip sets that apply to the prim of a subject, as clipLanes() returns them.
  void showLanes(const Subject& subject, std::vector<ClipLane> lanes);
  /// Shows the report on the clip sets of showLanes(). `clipsBeingRead` is the number of files that
  /// are still being read.
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
    std::vector<ClipStretch> stretches;  ///< One for each block; empty until the report is known.
  };
  struct FindingLine {
    Severity severity = Severity::Note;
    QString text;
  };

  double xOf(double time) const;
  double timeAt(double x) const;
  QRectF boxOf(std::size_t lane, std::size_t block, int top) const;
  QString labelOf(std::size_t lane, std::size_t block) const;
  /// The numbers of the lane and the block at a point; empty if there is none.
  std::optional<std::pair<std::size_t, std::size_t>> blockAt(QPoint point) const;
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
  double first_ = 0.0;  ///< The stage times at the left and the right edge.
  double last_ = 1.0;
};

}  // namespace usdscope
