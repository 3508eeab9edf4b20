// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that paint prims in the colour of the layer or clip that supplies a value.
std::span<const ActionRow> paintActionRows();

}  // namespace usdscope
