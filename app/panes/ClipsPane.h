// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <cstdint>
#include <thread>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/ClipLanes.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

/// Shows the clip sets that reach the leading prim: a lane each, a block for each clip that plays
/// in turn, the playhead across, and in words which clip plays now and at which time inside it. A
/// click in a lane moves the playhead. Below each lane stand its manifest and its mapping of times,
/// below the last one what the clip doctor finds.
class ClipsPane : public QWidget {
  Q_OBJECT
 public:
  explicit ClipsPane(Session& session, QWidget* parent = nullptr);

  /// What stands beside the playhead of the first lane; empty without clips.
  QString sentence() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void refresh();
  void examine();
  void showReport(const ClipsReport& report);
  double xOf(double time) const;
  double timeAt(double x) const;
  void paintFacts(QPainter& painter, const QString& facts, int top);
  void paintFindings(QPainter& painter, int top);
  void paintLane(QPainter& painter, std::size_t lane, int top);

  Session& session_;
  Prim prim_;
  std::vector<ClipLane> lanes_;
  std::vector<QString> facts_;         ///< Of each lane: its manifest and mapping.
  std::vector<ClipFinding> findings_;  ///< Of the clip doctor.
  std::uint64_t generation_ = 0;       ///< Answers for older ones are dropped.
  double first_ = 0.0;                 ///< Stage times at both edges.
  double last_ = 1.0;
  std::jthread examiner_;  ///< Reads the clips. The last member: it ends before the others.
};

}  // namespace usdscope
