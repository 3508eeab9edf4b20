// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The map of an arc from `site` to the prim `source`. Includes the relocates of the site's stack,
/// and maps only paths of the two prims.
MapFunction arcMap(Path source, const Site& site, const LayerOffset& offset);

}  // namespace usdscope::detail
