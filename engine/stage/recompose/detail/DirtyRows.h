// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/compose/SiteChanges.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// The rows of `before` whose prims have inputs that an edit has changed, sorted; empty when all
/// may be. What lies below them is only told where it depends on more than the prim above it.
std::optional<std::vector<std::uint32_t>> findDirtyRows(const StageRows& before,
                                                        const SiteChanges& changes,
                                                        const StageRequest& request);

}  // namespace usdscope
