// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/InfluenceProbe.h"

#include <algorithm>

#include "engine/report/InfluenceText.h"

namespace usdscope {

std::string InfluenceProbe::textAt(const std::shared_ptr<const Stage>& stage,
                                   const std::shared_ptr<const Scene>& scene,
                                   const PickResult& hit) {
  if (stage != stage_ || hit.path != prim_) {
    stage_ = stage;
    prim_ = hit.path;
    const Prim prim = stage->primAt(hit.path);
    weights_ = prim ? findSkinWeights(prim) : std::nullopt;
  }
  if (!weights_) return {};
  const std::string name(hit.path.name().text());
  if (!weights_->problem().empty()) return name + "\n" + weights_->problem();
  const auto item = std::ranges::find(scene->items, hit.path, &Item::path);
  if (item == scene->items.end()) return {};
  const auto vertex = nearest_.find(scene, *item, hit.instance, hit.worldPosition);
  if (!vertex || *vertex >= item->geometry->vertexPoints.size()) return {};
  return name + " " +
         influenceText(*weights_, item->geometry->vertexPoints[*vertex], *item->geometry);
}

}  // namespace usdscope
