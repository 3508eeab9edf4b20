// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that arrange the window: they choose layouts, and float and close panes.
std::span<const ActionRow> layoutActionRows();

}  // namespace usdscope
