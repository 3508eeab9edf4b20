// SPDX-License-Identifier: Apache-2.0
#include "engine/report/InfluenceText.h"

#include <fmt/format.h>

#include <cmath>

namespace usdscope {
namespace {

std::string nameOf(const SkinWeights& weights, int joint) {
  if (joint < 0 || static_cast<std::size_t>(joint) >= weights.joints().size()) {
    return fmt::format("joint {}, out of range", joint);
  }
  const std::string path = weights.joints()[static_cast<std::size_t>(joint)].string();
  return path.substr(path.rfind('/') + 1);
}

std::string oddityOf(const SkinWeights& weights, const PointInfluence& influence, std::size_t point,
                     const Geometry& geometry) {
  if (!std::isfinite(influence.weight)) return ", no number";
  if (influence.weight < 0.0f) return ", negative";
  if (influence.weight > kTinyWeight || influence.joint < 0) return {};
  const JointWeights all = weights.weightsOf(influence.joint, geometry);
  const bool isStray = point < all.flags.size() && (all.flags[point] & kStrayWeight) != 0;
  return isStray ? ", stray" : "";
}

}  // namespace

std::string influenceText(const SkinWeights& weights, std::size_t point, const Geometry& geometry) {
  std::string text = fmt::format("point {}\n", point);
  for (const PointInfluence& influence : weights.influencesOf(point)) {
    text += fmt::format("{:6.4f}  {}{}\n", influence.weight, nameOf(weights, influence.joint),
                        oddityOf(weights, influence, point, geometry));
  }
  const bool isOdd = (weights.flagsOf(point) & kUnnormalizedWeights) != 0;
  return text + fmt::format("{:6.4f}  sum{}", weights.sumOf(point), isOdd ? ", not 1" : "");
}

}  // namespace usdscope
