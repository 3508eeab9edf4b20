// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/actions/Actions.h"

namespace usdscope {

/// Returns a sentence that says what an action lacks that cannot be carried out now. Requires: the
/// row is not enabled.
std::string whyDisabled(const ActionRow& row, const ActionContext& context);

}  // namespace usdscope
