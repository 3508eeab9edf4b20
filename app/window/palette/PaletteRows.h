// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// Returns the actions with all words of a text in their names, menus or ids. Actions whose text
/// begins with the first word come first, and those that cannot be carried out now last.
std::vector<const ActionRow*> paletteRows(const std::string& words, const ActionContext& context);

/// Whether the user must type arguments for an action: it has some, and neither a selection nor a
/// dialog provides them.
bool asksForArguments(const ActionRow& row, const ActionContext& context);

}  // namespace usdscope
