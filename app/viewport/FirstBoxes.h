// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "app/session/Session.h"
#include "engine/math/Box.h"
#include "engine/render/Guides.h"

namespace usdscope {

/// The authored boxes of a stage, which are known before its geometry.
struct StageBoxes {
  GuideLines lines;  ///< Null if no prim has a box.
  Box bounds;        ///< World space.
  bool isZUp = false;
};

/// Collects the boxes of a stage at a time from `extentsHint` of components and `extent` of other
/// prims, without reading geometry: at most `most` boxes. Prims without them, invisible ones and
/// guides have no box. Incomplete when stopped. Reads values, so not for the GUI thread.
StageBoxes collectBoxes(const Stage& stage, TimeCode time, std::size_t most,
                        const std::stop_token& stop = {});

/// Shows the boxes of a scene that is being opened until its geometry is there, if that takes
/// longer than a moment. GUI thread only.
class FirstBoxes : public QObject {
  Q_OBJECT
 public:
  static constexpr int kMomentMs = 100;

  /// The boxes come `momentMs` after the stage.
  explicit FirstBoxes(Session& session, int momentMs = kMomentMs);

  /// The boxes to draw; without lines if the scene is there, or none is being opened.
  const StageBoxes& boxes() const { return boxes_; }

 Q_SIGNALS:
  void changed();

 private:
  void follow();
  void collect();
  void show(StageBoxes boxes);

  Session& session_;
  StageBoxes boxes_;
  QTimer moment_;
  LatestTask task_;
};

}  // namespace usdscope
