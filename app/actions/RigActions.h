// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Rows about rigs: choosing joints, and what is shown of them.
std::span<const ActionRow> rigActionRows();

}  // namespace usdscope
