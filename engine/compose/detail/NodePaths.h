// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// Returns the map function of an arc from the prim at `site` to the prim `source`. It maps only
/// these prims and their descendants, and includes the relocates of the site's layer stack.
MapFunction arcMap(Path source, const Site& site, const LayerOffset& offset);

}  // namespace usdscope::detail
