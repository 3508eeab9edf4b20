// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions that open scenes, and add layers to the open one.
std::span<const ActionRow> openActionRows();
/// Actions on the sample scene, for the menu Help.
std::span<const ActionRow> sampleActionRows();

/// Returns the path of the scene that comes with the program; empty if it is not installed.
std::string sampleScenePath();

}  // namespace usdscope
