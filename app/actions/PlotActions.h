// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that look closely at values: the plot over time, elements of arrays in the picture,
/// pinned properties, and a layer that is muted for a moment.
std::span<const ActionRow> plotActionRows();

}  // namespace usdscope
