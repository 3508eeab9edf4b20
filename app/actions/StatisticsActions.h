// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on the statistics of the scene: they choose the page and what is counted, select and
/// copy.
std::span<const ActionRow> statisticsActionRows();

}  // namespace usdscope
