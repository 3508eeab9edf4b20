// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/layer/Path.h"
#include "engine/report/SceneStatistics.h"

namespace usdscope {

/// The contents of the Statistics pane.
struct StatisticsChoice {
  std::optional<StatisticsGroup> page;  ///< Empty for the overview.
  /// Count the leading prim of the selection and its descendants, not the whole scene.
  bool isOfSelection = false;
  /// The prim that is counted; the root for the whole scene. It stays while the user selects the
  /// prims of a row.
  Path root = Path::root();
  bool operator==(const StatisticsChoice&) const = default;
};

}  // namespace usdscope
