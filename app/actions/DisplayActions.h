// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on what stands over and around the picture, and on how the scene is lit and shaded: the
/// viewport menus of usdview.
std::span<const ActionRow> displayActionRows();

}  // namespace usdscope
