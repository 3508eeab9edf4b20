// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/WeightPaint.h"

#include <fmt/format.h>

namespace usdscope {
namespace {

constexpr glm::vec3 kStray(1.0f, 0.3f, 0.8f);
constexpr glm::vec3 kUnnormalized(0.93f, 0.25f, 0.2f);
constexpr glm::vec3 kOutOfRange(1.0f, 1.0f, 1.0f);

glm::vec3 colorOf(float weight, WeightFlags flags) {
  if (flags & kWeightOutOfRange) return kOutOfRange;
  if (flags & kUnnormalizedWeights) return kUnnormalized;
  if (flags & kStrayWeight) return kStray;
  return heatColor(weight);
}

}  // namespace

WeightPaint::WeightPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token joint)
    : RigPaint(std::move(stage), skeleton), joint_(joint) {}

std::string WeightPaint::title() const {
  const std::string& joint = joint_.string();
  return "Weights of " + joint.substr(joint.rfind('/') + 1);
}

// Prims without usable influences stay as they are.
bool WeightPaint::takeFollower(const SkinningQuery& query, const SkeletonQuery& skeleton) {
  InfluenceInspection weights(query, skeleton);
  if (!weights.problem().empty()) return false;
  followers_.insert_or_assign(query.prim().path(), std::move(weights));
  return true;
}

std::vector<glm::vec3> WeightPaint::colorsOf(Path prim, const Geometry& geometry) {
  const InfluenceInspection& weights = followers_.at(prim);
  const JointWeights own = weights.weightsOf(weights.indexOf(joint_), geometry);
  std::vector<glm::vec3> colors;
  colors.reserve(own.weights.size());
  for (std::size_t i = 0; i < own.weights.size(); ++i) {
    colors.push_back(colorOf(own.weights[i], own.flags[i]));
  }
  std::array<std::size_t, 3>& counts = counts_[prim] = {};
  for (const WeightFlags flags : own.flags) {
    counts[0] += (flags & kStrayWeight) != 0 ? 1 : 0;
    counts[1] += (flags & kUnnormalizedWeights) != 0 ? 1 : 0;
    counts[2] += (flags & kWeightOutOfRange) != 0 ? 1 : 0;
  }
  return colors;
}

std::vector<PaintSwatch> WeightPaint::legend() const {
  std::vector<PaintSwatch> swatches;
  for (const float weight : {1.0f, 0.75f, 0.5f, 0.25f, 0.01f}) {
    swatches.push_back({heatColor(weight), fmt::format("{}", weight)});
  }
  swatches.push_back({heatColor(0.0f), "does not follow"});
  std::size_t counts[3] = {};
  for (const auto& [path, own] : counts_) {
    for (std::size_t i = 0; i < 3; ++i) counts[i] += own[i];
  }
  swatches.push_back({kStray, fmt::format("stray, at most {}: {}", kTinyWeight, counts[0])});
  swatches.push_back({kUnnormalized, fmt::format("sum is not 1: {}", counts[1])});
  swatches.push_back({kOutOfRange, fmt::format("out of range: {}", counts[2])});
  return swatches;
}

}  // namespace usdscope
