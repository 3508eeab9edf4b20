// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <unordered_set>
#include <vector>

#include "app/session/Session.h"
#include "app/viewport/Hud.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/Renderer.h"
#include "engine/scene/DrawnPoints.h"
#include "engine/scene/NearestVertex.h"

namespace usdscope {

/// The marks of other panes in the picture: the items that the marked layer touches, and the points
/// of the elements that are marked in the Value pane, at their deformed positions. Also finds the
/// point that the user clicks. Everything is found in the background. GUI thread only.
class ViewportMarks : public QObject {
  Q_OBJECT
 public:
  explicit ViewportMarks(Session& session);

  /// The paths of the items that the marked layer touches; null if no layer is marked.
  const std::shared_ptr<const std::unordered_set<Path>>& items() const { return items_; }
  /// The points of the marked elements; not null.
  const std::shared_ptr<const std::vector<DrawnPoint>>& points() const { return points_; }
  /// Reports the point next to a hit as Inspection::clicked.
  void click(const PickResult& hit);

 Q_SIGNALS:
  void changed();

 private:
  void findItems();
  void findPoints();

  Session& session_;
  std::shared_ptr<const std::unordered_set<Path>> items_;
  std::shared_ptr<const LayerMarks> itemsOf_;  ///< The marks of `items_`.
  std::size_t itemCount_ = 0;                  ///< The number of items in the scene of `items_`.
  std::shared_ptr<const std::vector<DrawnPoint>> points_;
  NearestVertex nearest_;  ///< Used by the task's thread only.
  LatestTask itemTask_;
  LatestTask pointTask_;
  LatestTask clickTask_;
};

/// Adds dots for points, and their numbers when they are few.
void addMarkedPoints(const std::vector<DrawnPoint>& points, const CameraFrustum& frustum,
                     HudState& hud);

}  // namespace usdscope
