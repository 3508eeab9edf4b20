// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/InstanceKey.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Hash.h"
#include "engine/compose/detail/ComposeSite.h"
#include "engine/compose/detail/InstanceNodes.h"

namespace usdscope {

bool InstanceKey::Arc::operator==(const Arc& other) const {
  constexpr double kTolerance = 1e-6;
  return type == other.type && layerStack == other.layerStack && path == other.path &&
         std::abs(offset.offset - other.offset.offset) <= kTolerance &&
         std::abs(offset.scale - other.offset.scale) <= kTolerance;
}

InstanceKey computeInstanceKey(const PrimIndex& index) {
  InstanceKey key;
  if (!index.isInstanceable()) return key;
  const auto nodes = index.nodes();
  detail::visitShared(nodes, detail::SharedBy::AnyArc, [&](detail::NodeIndex node, bool isShared) {
    if (!isShared) return true;
    const PrimIndexNode& at = nodes[node];
    key.arcs.push_back({at.arc, at.layerStack, at.path, at.rootFromNode.timeOffset()});
    // The nodes below an arc follow from it, except payloads, which may be loaded or not.
    return index.hasPayloads();
  });
  for (const PrimIndexNode& node : nodes) {
    if (node.isLive()) {
      detail::composeVariantSelections(*node.layerStack, node.path, key.variantSelections);
    }
  }
  std::sort(key.variantSelections.begin(), key.variantSelections.end());
  return key;
}

}  // namespace usdscope

std::size_t std::hash<usdscope::InstanceKey>::operator()(
    const usdscope::InstanceKey& key) const noexcept {
  using usdscope::hashCombine;
  std::size_t h = key.arcs.size();
  for (const auto& arc : key.arcs) {
    h = hashCombine(h, static_cast<std::size_t>(arc.type));
    h = hashCombine(h, std::hash<const void*>()(arc.layerStack));
    h = hashCombine(h, std::hash<usdscope::Path>()(arc.path));
  }
  for (const auto& [set, variant] : key.variantSelections) {
    h = hashCombine(h, std::hash<std::string>()(set));
    h = hashCombine(h, std::hash<std::string>()(variant));
  }
  return h;
}
