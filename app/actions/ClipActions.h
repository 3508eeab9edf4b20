// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions of the Clips pane.
std::span<const ActionRow> clipActionRows();

}  // namespace usdscope
