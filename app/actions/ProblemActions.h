// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on problems: they copy, show and filter problems, and ignore rules.
std::span<const ActionRow> problemActionRows();

}  // namespace usdscope
