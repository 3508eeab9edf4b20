// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// Actions on properties and on rows of panes: they copy names, paths and values, follow targets,
/// and sort and filter properties.
std::span<const ActionRow> inspectActionRows();

}  // namespace usdscope
