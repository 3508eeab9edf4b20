// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// Returns the texts from which the user can choose the only argument of an action; empty if there
/// is nothing to choose from.
std::vector<std::string> argumentChoices(const ActionRow& row, const ActionContext& context);

}  // namespace usdscope
