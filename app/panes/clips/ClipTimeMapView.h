// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <optional>
#include <vector>

#include "app/panes/clips/ClipTimeView.h"
#include "app/panes/clips/ShownClips.h"

namespace usdscope {

/// Draws the maps from stage time to clip time: stage time across, clip time up, one line for each
/// clip set, broken at jumps. A dot on each line marks the playhead. A cross-hair follows the
/// pointer and names the clip and the clip time: "frame 1024 → walk.0007.usd at 37.5".
class ClipTimeMapView : public ClipTimeView {
  Q_OBJECT
 public:
  explicit ClipTimeMapView(QWidget* parent = nullptr);

  /// Requires: `shown` lives until the next call.
  void show(const ShownClips& shown);
  /// The text of the cross-hair at a point of the widget; empty without clip sets.
  QString textAt(QPointF at) const;
  /// The map of times and clip times to pixels.
  PlotScale mapScale() const;

  QSize minimumSizeHint() const override { return {140, 90}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  /// The lane whose line is nearest in height; empty without lanes.
  std::optional<std::size_t> nearestLane(QPointF at) const;
  QColor colorOf(std::size_t lane) const;
  void paintAxes(QPainter& painter, const PlotScale& drawn) const;
  void paintLine(QPainter& painter, const PlotScale& drawn, std::size_t lane) const;
  void paintCrossHair(QPainter& painter, const PlotScale& drawn) const;

  const ShownClips* shown_ = nullptr;
  std::optional<QPointF> pointer_;
};

}  // namespace usdscope
