// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/RigPaint.h"

#include <algorithm>

#include "engine/scene/Stencils.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

constexpr glm::vec3 kNothing(0.28f, 0.285f, 0.305f);
constexpr glm::vec3 kRamp[] = {{0.267f, 0.05f, 0.38f},
                               {0.231f, 0.322f, 0.545f},
                               {0.129f, 0.569f, 0.549f},
                               {0.369f, 0.788f, 0.384f},
                               {0.992f, 0.906f, 0.145f}};

}  // namespace

glm::vec3 heatColor(float amount) {
  if (!(amount > 0.0f)) return kNothing;
  constexpr float kLast = float(std::size(kRamp) - 1);
  const float at = std::min(amount, 1.0f) * kLast;
  const auto step = std::min(static_cast<std::size_t>(at), std::size(kRamp) - 2);
  return glm::mix(kRamp[step], kRamp[step + 1], at - float(step));
}

RigPaint::RigPaint(std::shared_ptr<const Stage> stage, Path skeleton)
    : stage_(std::move(stage)), skeleton_(skeleton) {}

// Finds the prims that follow the skeleton below the SkelRoot of a prim.
void RigPaint::findFollowers(Path path) {
  const Prim root = findSkelRoot(stage_->primAt(path));
  if (!root || !roots_.try_emplace(root.path(), true).second) return;
  Diagnostics known;  // Reported when the scene was made.
  for (const SkelBinding& binding : computeSkelBindings(root, known)) {
    if (binding.skeleton->prim().path() != skeleton_) continue;
    for (const SkinningQuery& target : binding.targets) {
      followers_[target.prim().path()] = takeFollower(target, *binding.skeleton);
    }
  }
}

const RigPaint::Painted& RigPaint::paint(const Item& item) {
  Painted& entry = painted_[item.path];
  entry.isUsed = true;
  if (entry.from == item.geometry) return entry;
  if (entry.from) forget(item.path);
  entry = {.from = item.geometry, .isUsed = true};
  const Geometry& from = *item.geometry;
  const std::vector<glm::vec3> ofPoints = colorsOf(item.path, from);
  std::vector<glm::vec4> colors;
  colors.reserve(from.vertexCount());
  const RefinedCage* cage = item.skin ? item.skin->refined.get() : nullptr;
  const bool isRefined = cage && ofPoints.size() >= cage->cage->vertexCount();
  for (std::size_t v = 0; v < from.vertexCount(); ++v) {
    colors.push_back(
        paintColor(isRefined ? cage->stencils.valueAt(cage->vertexRows[v], std::span(ofPoints))
                             : ofPoints[from.vertexPoints[v]]));
  }
  auto painted = std::make_shared<Geometry>(from);
  painted->colors = Array<glm::vec4>(std::move(colors));
  entry.geometry = std::move(painted);
  return entry;
}

std::shared_ptr<const Scene> RigPaint::painted(const std::shared_ptr<const Scene>& scene) {
  auto result = std::make_shared<Scene>(*scene);
  for (auto& [path, entry] : painted_) entry.isUsed = false;
  // All prims are found before the first is painted: its colours may depend on all.
  for (const Item& item : result->items) findFollowers(item.path);
  for (Item& item : result->items) {
    if (!item.geometry || item.geometry->vertexPoints.size() != item.geometry->vertexCount()) {
      continue;
    }
    const auto follower = followers_.find(item.path);
    if (follower == followers_.end() || !follower->second) continue;
    item.geometry = paint(item).geometry;
    item.parts = {{0, static_cast<std::uint32_t>(item.geometry->indices.size()), -1}};
  }
  std::erase_if(painted_, [&](const auto& entry) {
    if (!entry.second.isUsed) forget(entry.first);
    return !entry.second.isUsed;
  });
  return result;
}

}  // namespace usdscope
