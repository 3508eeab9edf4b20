// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions of selecting in the picture, and of the outline of the selection.
std::span<const ActionRow> pickActionRows();

}  // namespace usdscope
