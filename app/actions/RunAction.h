// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Returns why an action cannot be carried out now with these arguments; empty if it can. Arguments
/// take the place of the selection that a menu entry needs.
ActionProblem whyNot(const ActionRow& row, const ActionContext& context,
                     const std::vector<std::string>& arguments);

/// Runs an action. If it throws, because memory is missing, returns the reason.
ActionProblem runCaught(const ActionRow& row, const ActionContext& context,
                        const std::vector<std::string>& arguments);

/// Runs the action with this id, on behalf of a widget or a script.
ActionProblem runAction(const ActionContext& context, const std::string& id,
                        const std::vector<std::string>& arguments);

}  // namespace usdscope
