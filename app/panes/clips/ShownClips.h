// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "engine/report/clips/ClipLanes.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/report/supply/LegendColors.h"

namespace usdscope {

/// The statements of the report about a lane.
struct ClipLaneFacts {
  QString text;                        ///< Manifest and mapping.
  std::vector<ClipStretch> stretches;  ///< One for each block; empty until the clips are read.
  std::vector<Path> declared;          ///< The attributes that may have gaps.
};

/// The clip sets that the Clips pane shows.
struct ShownClips {
  std::shared_ptr<const Stage> stage;
  std::vector<ClipLane> lanes;
  std::vector<ClipLaneFacts> facts;  ///< One for each lane.
  /// For each lane, whether the clips of its blocks are in memory; empty until it is known.
  std::vector<std::vector<bool>> resident;
  std::shared_ptr<LegendColors> colors;  ///< The colours of clips; null without lanes.
  Path attribute;  ///< The selected attribute, whose gaps are marked; may be empty.
};

}  // namespace usdscope
