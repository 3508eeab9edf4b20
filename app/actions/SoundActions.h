// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions on the sound of the scene.
std::span<const ActionRow> soundActionRows();

}  // namespace usdscope
