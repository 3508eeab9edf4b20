// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions on one layer, which is that of the row that the user clicked last.
std::span<const ActionRow> layerActionRows();

}  // namespace usdscope
