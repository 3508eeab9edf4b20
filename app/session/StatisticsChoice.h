// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/layer/Path.h"
#include "engine/report/statistics/SceneStatistics.h"

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

/// A page of the Statistics pane.
struct StatisticsPage {
  const char* word;  ///< Its name in actions.
  const char* title;
  std::optional<StatisticsGroup> group;  ///< See StatisticsChoice::page.
};
inline constexpr StatisticsPage kStatisticsPages[] = {
    {"overview", "Overview", std::nullopt},
    {"types", "Types", StatisticsGroup::Type},
    {"kinds", "Kinds", StatisticsGroup::Kind},
    {"purposes", "Purposes", StatisticsGroup::Purpose},
    {"states", "States", StatisticsGroup::State},
    {"layers", "Layers", StatisticsGroup::Layer}};

}  // namespace usdscope
