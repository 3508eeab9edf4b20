// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/RelocatedMaps.h"

namespace usdscope::detail {

/// Returns the map function of an arc from the prim at `site` to the prim `source`. It maps only
/// these prims and their descendants, and includes the relocates of the site's layer stack. With
/// the root identity, as arcs within a layer stack have it, it maps other paths to themselves.
MapFunction arcMap(Path source, const Site& site, const LayerOffset& offset, bool withRootIdentity,
                   RelocatedMaps& relocatedMaps);

}  // namespace usdscope::detail
