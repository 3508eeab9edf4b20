// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QWidget>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/ClipLanes.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

/// Draws clip sets: a lane each, a block for each clip that plays in turn, the playhead across, and
/// in words which clip plays now and at which time inside it; below each lane its manifest and its
/// mapping of times, below the last one what the clip doctor finds. What has no room is in
/// tooltips. A click in a lane moves the playhead. As high as its text needs.
class ClipsView : public QWidget {
  Q_OBJECT
 public:
  explicit ClipsView(Session& session, QWidget* parent = nullptr);

  /// The clip sets that reach `prim`, which may be none.
  void showLanes(const Prim& prim);
  /// What is known of them so far. `clipsBeingRead`: how many files are still being read.
  void showReport(const ClipsReport& report, std::size_t clipsBeingRead);

  const std::vector<ClipLane>& lanes() const { return lanes_; }
  /// What stands beside the playhead of the first lane; empty without clips.
  QString sentence() const;

  int heightForWidth(int width) const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  /// A lane with what is known of its set.
  struct Row {
    QString facts;                       ///< Manifest and mapping.
    std::vector<ClipStretch> stretches;  ///< As the blocks of the lane; empty: not known.
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
  Prim prim_;
  std::vector<ClipLane> lanes_;
  std::vector<Row> rows_;  ///< Of each lane.
  std::vector<FindingLine> findings_;
  std::size_t clipsBeingRead_ = 0;
  double first_ = 0.0;  ///< Stage times at both edges.
  double last_ = 1.0;
};

}  // namespace usdscope
