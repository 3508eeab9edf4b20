// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/InfluenceChecks.h"

#include <fmt/format.h>

#include <cassert>

#include "engine/base/Counted.h"

namespace usdscope {

std::string influenceSizeProblem(std::size_t jointIndices, std::size_t weights,
                                 std::size_t influencesPerPoint, std::size_t pointCount) {
  if (jointIndices != weights) {
    return fmt::format("{} and {}.", thereAre(jointIndices, "joint index", "joint indices"),
                       counted(weights, "weight"));
  }
  if (influencesPerPoint == 0 || jointIndices != pointCount * influencesPerPoint) {
    return fmt::format("{} for {} with {} each.", thereAre(jointIndices, "joint influence"),
                       counted(pointCount, "point"), influencesPerPoint);
  }
  return {};
}

std::string jointRangeProblem(std::span<const int> joints, std::size_t jointCount) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i] >= 0 && static_cast<std::size_t>(joints[i]) < jointCount) continue;
    return fmt::format("Joint index {} at {} is not in [0, {}).", joints[i], i, jointCount);
  }
  return {};
}

std::string withConsequence(std::string_view problem, std::string_view consequence) {
  assert(problem.ends_with('.'));
  problem.remove_suffix(1);
  return fmt::format("{}; {}.", problem, consequence);
}

}  // namespace usdscope
