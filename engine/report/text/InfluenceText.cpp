// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/InfluenceText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace usdscope {
namespace {

// The shortest end of a joint's path that no other joint shares.
std::string shortName(const Array<Token>& joints, std::size_t joint) {
  const std::string_view path = joints[joint].text();
  std::size_t start = path.size();
  while (start > 0) {
    const std::size_t slash = path.rfind('/', start - 1);
    if (slash == std::string_view::npos) break;
    start = slash;
    const std::string_view tail = path.substr(slash);
    const auto hasTail = [&](const Token other) {
      return other.text() == tail.substr(1) || other.text().ends_with(tail);
    };
    if (std::ranges::count_if(joints, hasTail) <= 1) return std::string(tail.substr(1));
  }
  return std::string(path);
}

std::string nameOf(const InfluenceInspection& weights, int joint) {
  if (joint < 0 || static_cast<std::size_t>(joint) >= weights.joints().size()) {
    return fmt::format("joint {}, out of range", joint);
  }
  return shortName(weights.joints(), static_cast<std::size_t>(joint));
}

std::string oddityOf(const InfluenceInspection& weights, const PointInfluence& influence,
                     std::size_t point, const Geometry& geometry) {
  if (!std::isfinite(influence.weight)) return ", not finite";
  if (influence.weight < 0.0f) return ", negative";
  if (influence.weight > kTinyWeight || influence.joint < 0) return {};
  const JointWeights all = weights.weightsOf(influence.joint, geometry);
  const bool isStray = point < all.flags.size() && (all.flags[point] & kStrayWeight) != 0;
  return isStray ? ", stray" : "";
}

}  // namespace

std::string influenceText(const InfluenceInspection& weights, std::size_t point,
                          const Geometry& geometry) {
  std::string text = fmt::format("point {}\n", point);
  for (const PointInfluence& influence : weights.influencesOf(point)) {
    text += fmt::format("{:6.4f}  {}{}\n", influence.weight, nameOf(weights, influence.joint),
                        oddityOf(weights, influence, point, geometry));
  }
  const bool isOdd = (weights.flagsOf(point) & kUnnormalizedWeights) != 0;
  return text + fmt::format("{:6.4f}  sum{}", weights.sumOf(point), isOdd ? ", not 1" : "");
}

}  // namespace usdscope
