// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions that arrange views beside the main one, and compare frames.
std::span<const ActionRow> viewActionRows();

}  // namespace usdscope
