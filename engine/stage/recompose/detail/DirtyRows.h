// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/compose/SiteChanges.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// Returns the rows of `before` whose prims have inputs that an edit has changed, sorted. Returns
/// an empty optional if any row may be dirty. A descendant of a returned prim is in the list only
/// if it depends on changes beyond those of its parent.
std::optional<std::vector<std::uint32_t>> findDirtyRows(const StageRows& before,
                                                        const SiteChanges& changes,
                                                        const StageRequest& request);

}  // namespace usdscope
