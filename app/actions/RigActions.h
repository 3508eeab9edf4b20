// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on rigs: they choose joints and blend shapes, and show or hide parts of rigs.
std::span<const ActionRow> rigActionRows();

}  // namespace usdscope
