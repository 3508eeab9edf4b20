// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ChosenObjects.h"

#include <algorithm>

#include "engine/render/Shown.h"

namespace usdscope {
namespace {

// With more prims, looking up the ancestors of a path is faster than trying each prim.
constexpr std::size_t kFewPrims = 4;

std::uint64_t keyOf(InstanceId id) { return std::uint64_t{id.outer} << 32 | id.inner; }

}  // namespace

ChosenObjects::ChosenObjects(std::span<const Path> prims, std::span<const ChosenInstance> instances)
    : prims_(prims.begin(), prims.end()), instances_(instances.begin(), instances.end()) {
  if (prims.size() > kFewPrims) many_.insert(prims.begin(), prims.end());
  for (const ChosenInstance& instance : instances) instancers_.insert(instance.instancer);
}

bool ChosenObjects::isBelow(Path path) const {
  if (many_.empty()) {
    return std::ranges::any_of(prims_, [&](Path prim) { return path.hasPrefix(prim); });
  }
  for (Path at = path; !at.isEmpty(); at = at.parent()) {
    if (many_.contains(at)) return true;
  }
  return false;
}

ChosenObjects::Share ChosenObjects::shareOf(Path item, std::span<const Path> instancers) const {
  if (isBelow(item)) return Share::All;
  if (std::ranges::any_of(instancers, [&](Path path) { return isBelow(path); })) return Share::All;
  if (instancers.empty() || !instancers_.contains(instancers.front())) return Share::None;
  return Share::Some;
}

std::vector<bool> ChosenObjects::instancesOf(Path item, std::span<const Path> instancers,
                                             std::span<const InstanceId> ids) const {
  std::unordered_set<std::uint32_t> whole;
  std::unordered_set<std::uint64_t> single;
  for (const ChosenInstance& instance : instances_) {
    if (instancers.empty() || instance.instancer != instancers.front()) continue;
    if (instance.prim == instance.instancer) whole.insert(instance.id.outer);
    if (instance.prim == item) single.insert(keyOf(instance.id));
  }
  std::vector<bool> chosen(ids.size());
  if (whole.empty() && single.empty()) return chosen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    chosen[i] = whole.contains(ids[i].outer) || single.contains(keyOf(ids[i]));
  }
  return chosen;
}

Box boundsOfChosen(const Scene& scene, const ChosenObjects& chosen,
                   const RenderSettings& settings) {
  Box bounds;
  for (const Item& item : scene.items) {
    if (!item.isVisible || !isShown(item.purpose, settings)) continue;
    const ChosenObjects::Share share = chosen.shareOf(item.path, item.instancers);
    if (share == ChosenObjects::Share::All) bounds.add(item.worldBounds);
    if (share != ChosenObjects::Share::Some || !item.geometry) continue;
    const std::vector<bool> own =
        chosen.instancesOf(item.path, item.instancers, item.instanceIds.span());
    for (std::size_t i = 0; i < std::min(own.size(), item.instances.size()); ++i) {
      if (own[i]) bounds.add(transformed(item.instances[i], item.geometry->bounds));
    }
  }
  for (const Item& item : scene.bones) {
    const bool isLit = item.path == settings.highlightedBones.skeleton;
    const bool isSeen = isLit || settings.bones != BonesDisplay::Off;
    const auto share = isSeen ? chosen.shareOf(item.path, {}) : ChosenObjects::Share::None;
    if (share == ChosenObjects::Share::All) bounds.add(item.worldBounds);
  }
  return bounds;
}

}  // namespace usdscope
