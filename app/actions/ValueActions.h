// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that choose the edit target, and that edit values, targets and metadata in it. Actions
/// on properties take the path of one property, and without it work on the selected property of all
/// selected prims. Values are in the spelling of usda; `None` blocks or removes.
std::span<const ActionRow> valueActionRows();

}  // namespace usdscope
