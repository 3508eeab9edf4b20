// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/InfluenceInspection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

constexpr double kSumTolerance = 1e-3;

// Sets of connected points. (Union-find with path halving.)
class Islands {
 public:
  explicit Islands(std::size_t count) : parents_(count) {
    for (std::uint32_t i = 0; i < count; ++i) parents_[i] = i;
  }

  std::uint32_t rootOf(std::uint32_t point) {
    while (parents_[point] != point) {
      parents_[point] = parents_[parents_[point]];
      point = parents_[point];
    }
    return point;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[rootOf(a)] = rootOf(b); }

 private:
  std::vector<std::uint32_t> parents_;
};

std::size_t cornersOf(Primitive primitive) {
  return primitive == Primitive::Triangles ? 3 : primitive == Primitive::Lines ? 2 : 1;
}

bool isAttributeVarying(const Attribute& attribute) {
  return attribute && attribute.mightBeTimeVarying();
}

}  // namespace

InfluenceInspection::InfluenceInspection(const SkinningQuery& query, const SkeletonQuery& skeleton,
                                         TimeCode time)
    : skeleton_(skeleton.prim().path()),
      isVarying_(isAttributeVarying(query.site().jointIndices) ||
                 isAttributeVarying(query.site().jointWeights)),
      perPoint_(static_cast<std::size_t>(query.influencesPerPoint())),
      isRigid_(query.isRigid()) {
  Diagnostics problems;
  if (auto own = query.influences(isVarying_ ? time : TimeCode::earliest(), problems)) {
    influences_ = std::move(*own);
  } else {
    problem_ = problems.isEmpty() ? "It has no joint influences." : problems.entries()[0].message;
    perPoint_ = 0;
  }
  joints_ = skeleton.definition().joints;
  if (query.site().joints) {
    joints_ = query.site().joints.value().valueOr(Array<Token>());
  }
}

int InfluenceInspection::indexOf(Token joint) const {
  const auto found = std::ranges::find(joints_, joint);
  return found == joints_.end() ? -1 : static_cast<int>(found - joints_.begin());
}

std::span<const int> InfluenceInspection::jointsOf(std::size_t point) const {
  const std::size_t first = firstOf(point);
  if (perPoint_ == 0 || first + perPoint_ > influences_.joints.size()) return {};
  return influences_.joints.span().subspan(first, perPoint_);
}

std::span<const float> InfluenceInspection::weightsOf(std::size_t point) const {
  const std::size_t first = firstOf(point);
  if (perPoint_ == 0 || first + perPoint_ > influences_.weights.size()) return {};
  return influences_.weights.span().subspan(first, perPoint_);
}

// An index without weight is padding and may have any value.
bool InfluenceInspection::isOutOfRange(int joint, float weight) const {
  if (!(weight >= 0.0f) || !(weight <= 1.0f + float(kSumTolerance))) return true;
  return weight > 0.0f && (joint < 0 || static_cast<std::size_t>(joint) >= joints_.size());
}

std::vector<PointInfluence> InfluenceInspection::influencesOf(std::size_t point) const {
  std::vector<PointInfluence> result;
  const auto joints = jointsOf(point);
  const auto weights = weightsOf(point);
  for (std::size_t i = 0; i < std::min(joints.size(), weights.size()); ++i) {
    if (weights[i] != 0.0f) result.push_back({joints[i], weights[i]});
  }
  std::ranges::stable_sort(result, [](const PointInfluence& a, const PointInfluence& b) {
    return std::isnan(b.weight) ? !std::isnan(a.weight) : a.weight > b.weight;
  });
  return result;
}

double InfluenceInspection::sumOf(std::size_t point) const {
  double sum = 0.0;
  for (const float weight : weightsOf(point)) sum += double(weight);
  return sum;
}

WeightFlags InfluenceInspection::flagsOf(std::size_t point) const {
  const auto joints = jointsOf(point);
  const auto weights = weightsOf(point);
  if (joints.empty()) return 0;
  WeightFlags flags = 0;
  if (!(std::abs(sumOf(point) - 1.0) <= kSumTolerance)) flags |= kUnnormalizedWeights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (isOutOfRange(joints[i], weights[i])) flags |= kWeightOutOfRange;
  }
  return flags;
}

JointWeights InfluenceInspection::weightsOf(int joint, const Geometry& geometry) const {
  std::size_t count = 0;
  for (const std::uint32_t point : geometry.vertexPoints) {
    count = std::max(count, std::size_t{point} + 1);
  }
  JointWeights result;
  result.weights.resize(count, 0.0f);
  result.flags.resize(count, 0);
  for (std::size_t point = 0; point < count; ++point) {
    result.flags[point] = flagsOf(point);
    const auto joints = jointsOf(point);
    const auto weights = weightsOf(point);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (joints[i] == joint && std::isfinite(weights[i])) result.weights[point] += weights[i];
    }
  }

  // Finds islands of points that follow the joint, and the largest weight of each.
  Islands islands(count);
  const std::size_t corners = cornersOf(geometry.primitive);
  const auto pointAt = [&](std::size_t i) { return geometry.vertexPoints[geometry.indices[i]]; };
  for (std::size_t first = 0; first + corners <= geometry.indices.size(); first += corners) {
    for (std::size_t i = 1; i < corners; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const std::uint32_t a = pointAt(first + i);
        const std::uint32_t b = pointAt(first + k);
        if (result.weights[a] > 0.0f && result.weights[b] > 0.0f) islands.join(a, b);
      }
    }
  }
  // Points at equal positions are connected: seams often have two.
  std::map<std::array<float, 3>, std::uint32_t> pointAtPlace;
  for (std::size_t v = 0; v < geometry.vertexPoints.size(); ++v) {
    const std::uint32_t point = geometry.vertexPoints[v];
    if (!(result.weights[point] > 0.0f)) continue;
    const glm::vec3& at = geometry.positions[v];
    islands.join(point, pointAtPlace.try_emplace({at.x, at.y, at.z}, point).first->second);
  }
  std::vector<float> strongest(count, 0.0f);
  for (std::uint32_t point = 0; point < count; ++point) {
    float& most = strongest[islands.rootOf(point)];
    most = std::max(most, result.weights[point]);
  }
  for (std::uint32_t point = 0; point < count; ++point) {
    const bool isStray =
        result.weights[point] > 0.0f && strongest[islands.rootOf(point)] <= kTinyWeight;
    if (isStray) result.flags[point] |= kStrayWeight;
  }
  return result;
}

std::optional<InfluenceInspection> inspectInfluences(const Prim& prim, TimeCode time) {
  const Prim root = findSkelRoot(prim);
  if (!root) return std::nullopt;
  Diagnostics known;  // Reported when the scene was made.
  for (const SkelBinding& binding : computeSkelBindings(root, known)) {
    for (const SkinningQuery& target : binding.targets) {
      if (target.prim() == prim && target.hasInfluences()) {
        return InfluenceInspection(target, *binding.skeleton, time);
      }
    }
  }
  return std::nullopt;
}

}  // namespace usdscope
