// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on rows of the pane Edits.
std::span<const ActionRow> editListActionRows();

}  // namespace usdscope
