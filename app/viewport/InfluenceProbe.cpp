// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/InfluenceProbe.h"

#include <algorithm>

#include "engine/report/text/InfluenceText.h"

namespace usdscope {

ProbedVertex InfluenceProbe::at(const std::shared_ptr<const Stage>& stage,
                                const std::shared_ptr<const Scene>& scene, const PickResult& hit) {
  const bool isOfOtherTime = weights_ && weights_->mightBeTimeVarying() && scene->time != time_;
  if (stage != stage_ || hit.path != prim_ || isOfOtherTime) {
    stage_ = stage;
    prim_ = hit.path;
    time_ = scene->time;
    const Prim prim = stage->primAt(hit.path);
    weights_ = prim ? inspectInfluences(prim, time_) : std::nullopt;
  }
  if (!weights_) return {};
  const std::string name(hit.path.name().text());
  if (!weights_->problem().empty()) return {.text = name + "\n" + weights_->problem()};
  const auto item = std::ranges::find(scene->items, hit.path, &Item::path);
  if (item == scene->items.end()) return {};
  const auto vertex = nearest_.find(scene, *item, hit.instance, hit.worldPosition);
  if (!vertex || *vertex >= item->geometry->vertexPoints.size()) return {};
  const std::size_t point = item->geometry->vertexPoints[*vertex];
  ProbedVertex probed;
  probed.text = name + " " + influenceText(*weights_, point, *item->geometry);
  probed.skeleton = weights_->skeleton();
  for (const PointInfluence& influence : weights_->influencesOf(point)) {
    const bool isThere =
        influence.joint >= 0 && std::size_t(influence.joint) < weights_->joints().size();
    if (isThere) probed.joints.push_back(weights_->joints()[std::size_t(influence.joint)]);
  }
  return probed;
}

}  // namespace usdscope
