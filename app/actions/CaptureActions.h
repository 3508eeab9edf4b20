// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions that make pictures and movies of the scene.
std::span<const ActionRow> captureActionRows();

}  // namespace usdscope
