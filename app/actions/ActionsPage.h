// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// Returns the page of the manual about all actions, as Markdown: their names in the menus, which
/// link to the actions that need no arguments, their keys in both key maps, and their names in
/// scripts.
std::string actionsPage();

}  // namespace usdscope
