// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The map of an arc from `site` to the prim `source`, with the relocates of the site's stack and
/// no other paths than those of the two prims.
MapFunction arcMap(Path source, const Site& site, const LayerOffset& offset);

}  // namespace usdscope::detail
