// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that move the playhead, or choose how it moves.
std::span<const ActionRow> timeActionRows();

}  // namespace usdscope
