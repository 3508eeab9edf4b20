// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions on the selected prims that only read: paths, texts, cameras, materials.
std::span<const ActionRow> primActionRows();

}  // namespace usdscope
