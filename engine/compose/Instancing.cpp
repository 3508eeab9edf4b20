// SPDX-License-Identifier: Apache-2.0

// The nodes that prims with the same arcs can share.

#include "engine/compose/detail/InstanceNodes.h"

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/ComposeSite.h"

namespace usdscope::detail {

bool isInstanceable(const Graph& graph, SharedBy sharedBy) {
  bool hasShared = false;
  visitShared(graph, sharedBy, [&](NodeIndex, bool isShared) {
    hasShared = hasShared || isShared;
    return !hasShared;
  });
  if (!hasShared) return false;
  for (NodeIndex node = 0; node != kNoNode; node = graph.nextInSubtree(node, 0)) {
    if (!graph[node].isLive()) continue;
    for (const LayerStackEntry& entry : graph[node].layerStack->entries()) {
      const PrimSpec spec = entry.layer->findPrim(graph[node].path);
      if (!spec) continue;
      const Value value = spec.field(fields::kInstanceable);
      if (const bool* isSet = value.find<bool>()) return *isSet;
    }
  }
  return false;
}

void disableUnsharedNodes(Graph& graph, SharedBy sharedBy) {
  visitShared(graph, sharedBy, [&](NodeIndex node, bool isShared) {
    if (isShared) return false;  // Its descendants are shared, too.
    graph.setInert(node, true);
    return true;
  });
}

}  // namespace usdscope::detail
