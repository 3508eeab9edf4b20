// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that change preferences and shortcuts.
std::span<const ActionRow> preferenceActionRows();

}  // namespace usdscope
