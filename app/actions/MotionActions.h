// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that find motion that looks wrong.
std::span<const ActionRow> motionActionRows();

}  // namespace usdscope
