// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on what is remembered about scenes: named views, recent files, and notices about files
/// of the program.
std::span<const ActionRow> sceneActionRows();

}  // namespace usdscope
