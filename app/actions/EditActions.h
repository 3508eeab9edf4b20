// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that change the stage, and undo and redo. Actions on prims take paths, and without
/// arguments work on all selected prims.
std::span<const ActionRow> editActionRows();

}  // namespace usdscope
