// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/statistics/StatisticsModel.h"
#include "app/session/StatisticsChoice.h"

namespace usdscope {

/// Returns the table of a page; the overview for an empty page. `pictureBytes` is the memory of the
/// shown scene; empty while there is none.
StatisticsTable statisticsTable(const SceneStatistics& statistics,
                                std::optional<StatisticsGroup> page,
                                std::optional<std::uint64_t> pictureBytes);

/// Returns a count with its digits in groups: 12,345.
QString groupedNumber(std::uint64_t count);

}  // namespace usdscope
