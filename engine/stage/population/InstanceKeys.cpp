// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/InstanceKeys.h"

#include "engine/base/Hash.h"

namespace usdscope {

StageInstanceKey stageInstanceKey(const PrimRow& row, std::span<const PrimOpinion> opinions,
                                  const StageRequest& request) {
  StageInstanceKey key;
  // A twin has equal arcs and selections, so its index gives the same key.
  const PrimIndex& index = *row.givenIndex;
  const Path path = indexPathOf(row);
  key.sites = computeInstanceKey(index);
  key.loadRules = request.loadRules.relativeTo(path);
  key.mask = request.mask.relativeTo(path);
  for (const PrimOpinion& opinion : opinions) {
    const PrimIndexNode& node = index.nodes()[opinion.node];
    const Layer* layer = node.layerStack->entries()[opinion.entry].layer.get();
    const PrimSpec spec(layer, opinion.spec);
    Value clips = spec.field(fields::kClips);
    Value sets = spec.field(fields::kClipSets);
    if (clips.isEmpty() && sets.isEmpty()) continue;
    key.clips.push_back({layer, spec.path(), std::move(clips), std::move(sets)});
  }
  return key;
}

std::size_t StageInstanceKeyHash::operator()(const StageInstanceKey& key) const {
  std::size_t hash = std::hash<InstanceKey>{}(key.sites);
  for (const auto& clips : key.clips) hash = hashCombine(hash, clips.path.index());
  return hash;
}

}  // namespace usdscope
