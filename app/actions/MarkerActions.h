// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on the named frames of a scene.
std::span<const ActionRow> markerActionRows();

}  // namespace usdscope
