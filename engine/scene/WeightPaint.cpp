// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/WeightPaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

constexpr glm::vec3 kNone(0.28f, 0.285f, 0.305f);
constexpr glm::vec3 kRamp[] = {{0.267f, 0.05f, 0.38f},
                               {0.231f, 0.322f, 0.545f},
                               {0.129f, 0.569f, 0.549f},
                               {0.369f, 0.788f, 0.384f},
                               {0.992f, 0.906f, 0.145f}};
constexpr glm::vec3 kStray(1.0f, 0.3f, 0.8f);
constexpr glm::vec3 kUnnormalized(0.93f, 0.25f, 0.2f);
constexpr glm::vec3 kOutOfRange(1.0f, 1.0f, 1.0f);

float linear(float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); }

glm::vec3 colorOf(float weight, WeightFlags flags) {
  if (flags & kWeightOutOfRange) return kOutOfRange;
  if (flags & kUnnormalizedWeights) return kUnnormalized;
  if (flags & kStrayWeight) return kStray;
  return weightColor(weight);
}

}  // namespace

glm::vec3 weightColor(float weight) {
  if (!(weight > 0.0f)) return kNone;
  constexpr float kLast = float(std::size(kRamp) - 1);
  const float at = std::min(weight, 1.0f) * kLast;
  const auto step = std::min(static_cast<std::size_t>(at), std::size(kRamp) - 2);
  return glm::mix(kRamp[step], kRamp[step + 1], at - float(step));
}

WeightPaint::WeightPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token joint)
    : stage_(std::move(stage)), skeleton_(skeleton), joint_(joint) {}

// Null where the prim follows another skeleton or none, or nothing can be said of its weights.
const SkinWeights* WeightPaint::weightsOf(Path path) {
  Prim root = stage_->primAt(path);
  while (root && !root.isPseudoRoot() && !root.isA(Token("SkelRoot"))) root = root.parent();
  if (!root || root.isPseudoRoot()) return nullptr;
  if (roots_.try_emplace(root.path(), true).second) {
    Diagnostics known;  // Told when the scene was made.
    for (const SkelBinding& binding : computeSkelBindings(root, known)) {
      if (binding.skeleton->prim().path() != skeleton_) continue;
      for (const SkinningQuery& target : binding.targets) {
        SkinWeights weights(target, *binding.skeleton);
        if (weights.problem().empty()) {
          followers_.insert_or_assign(target.prim().path(), std::move(weights));
        }
      }
    }
  }
  const auto found = followers_.find(path);
  return found == followers_.end() ? nullptr : &found->second;
}

const WeightPaint::Painted& WeightPaint::paint(const Item& item, const SkinWeights& weights) {
  Painted& entry = painted_[item.path];
  entry.isUsed = true;
  if (entry.from == item.geometry) return entry;
  entry = {.from = item.geometry, .isUsed = true};
  const Geometry& from = *item.geometry;
  const JointWeights own = weights.weightsOf(weights.indexOf(joint_), from);
  std::vector<glm::vec4> colors;
  colors.reserve(from.vertexCount());
  for (const std::uint32_t point : from.vertexPoints) {
    const glm::vec3 display = colorOf(own.weights[point], own.flags[point]);
    colors.emplace_back(linear(display.x), linear(display.y), linear(display.z), 1.0f);
  }
  for (const WeightFlags flags : own.flags) {
    entry.counts[0] += (flags & kStrayWeight) != 0 ? 1 : 0;
    entry.counts[1] += (flags & kUnnormalizedWeights) != 0 ? 1 : 0;
    entry.counts[2] += (flags & kWeightOutOfRange) != 0 ? 1 : 0;
  }
  auto painted = std::make_shared<Geometry>(from);
  painted->colors = Array<glm::vec4>(std::move(colors));
  entry.geometry = std::move(painted);
  return entry;
}

std::shared_ptr<const Scene> WeightPaint::painted(const std::shared_ptr<const Scene>& scene) {
  auto result = std::make_shared<Scene>(*scene);
  for (auto& [path, entry] : painted_) entry.isUsed = false;
  for (Item& item : result->items) {
    const bool hasPoints =
        item.geometry && item.geometry->vertexPoints.size() == item.geometry->vertexCount();
    const SkinWeights* weights = hasPoints ? weightsOf(item.path) : nullptr;
    if (!weights) continue;
    item.geometry = paint(item, *weights).geometry;
    item.parts = {{0, static_cast<std::uint32_t>(item.geometry->indices.size()), -1}};
  }
  std::erase_if(painted_, [](const auto& entry) { return !entry.second.isUsed; });
  return result;
}

std::vector<PaintSwatch> WeightPaint::legend() const {
  std::vector<PaintSwatch> swatches;
  for (const float weight : {1.0f, 0.75f, 0.5f, 0.25f, 0.01f}) {
    swatches.push_back({weightColor(weight), fmt::format("{}", weight)});
  }
  swatches.push_back({kNone, "does not follow"});
  std::size_t counts[3] = {};
  for (const auto& [path, entry] : painted_) {
    for (int i = 0; i < 3; ++i) counts[i] += entry.counts[i];
  }
  swatches.push_back({kStray, fmt::format("stray, at most {}: {}", kTinyWeight, counts[0])});
  swatches.push_back({kUnnormalized, fmt::format("sum is not 1: {}", counts[1])});
  swatches.push_back({kOutOfRange, fmt::format("out of range: {}", counts[2])});
  return swatches;
}

}  // namespace usdscope
