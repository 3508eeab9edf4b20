// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/FollowedJoints.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/Parallel.h"
#include "engine/scene/Stencils.h"
#include "engine/skel/SkeletonQuery.h"

namespace usdscope {
namespace {

constexpr std::size_t kLeadersAtOnce = 4096;

// Adds up the weights of joints on one vertex after the other.
class JointSums {
 public:
  explicit JointSums(const Skin& skin) : skin_(skin), sums_(skin.jointCount) {}

  // Adds the weights of a vertex that the skin moves, times a factor.
  void add(std::size_t vertex, float factor) {
    const std::size_t first = vertex * skin_.influencesPerVertex;
    for (std::size_t i = first; i < first + skin_.influencesPerVertex; ++i) {
      const float weight = skin_.weights[i] * factor;
      if (weight == 0.0f) continue;
      sums_[skin_.joints[i]] += weight;
      touched_.push_back(skin_.joints[i]);
    }
  }

  // Returns the joint with the largest sum and begins anew.
  std::int32_t take() {
    std::int32_t leader = -1;
    float most = 0.0f;
    for (const std::uint16_t joint : touched_) {
      const float sum = sums_[joint];
      if (!(sum > most) && !(sum == most && joint < leader)) continue;
      most = sum;
      leader = joint;
    }
    for (const std::uint16_t joint : touched_) sums_[joint] = 0.0f;
    touched_.clear();
    return leader;
  }

 private:
  const Skin& skin_;
  std::vector<float> sums_;  // Per joint.
  std::vector<std::uint16_t> touched_;
};

std::int32_t leaderOf(const Skin& skin, std::uint32_t vertex, JointSums& sums) {
  if (!skin.refined) {
    sums.add(vertex, 1.0f);
    return sums.take();
  }
  const Stencils& stencils = skin.refined->stencils;
  const std::uint32_t row = skin.refined->vertexRows[vertex];
  for (std::size_t i = stencils.firsts[row]; i < stencils.firsts[row + 1]; ++i) {
    sums.add(stencils.sources[i], stencils.weights[i]);
  }
  return sums.take();
}

std::optional<std::uint32_t> rigidJoint(const SkinningQuery& query, std::size_t jointCount,
                                        TimeCode time) {
  if (!query.hasInfluences() || !query.isRigid()) return std::nullopt;
  Diagnostics known;  // Reported when the prim is placed.
  const auto influences = query.influences(time, known);
  if (!influences) return std::nullopt;
  std::optional<std::uint32_t> leader;
  float most = 0.0f;
  const std::size_t count = std::min(influences->joints.size(), influences->weights.size());
  for (std::size_t i = 0; i < count; ++i) {
    const int joint = influences->joints[i];
    if (!(influences->weights[i] > most) || joint < 0 || std::size_t(joint) >= jointCount) continue;
    most = influences->weights[i];
    leader = static_cast<std::uint32_t>(joint);
  }
  return leader;
}

}  // namespace

std::shared_ptr<const FollowedJoints> readFollowedJoints(const SkinningQuery& query,
                                                         const SkeletonQuery& skeleton,
                                                         TimeCode time) {
  auto followed = std::make_shared<FollowedJoints>();
  followed->skeleton = skeleton.prim().path();
  followed->joints = skeleton.definition().joints;
  if (query.site().joints) {
    const Value own = query.site().joints.value();
    if (const auto* order = own.find<Array<Token>>()) followed->joints = *order;
  }
  followed->rigid = rigidJoint(query, followed->joints.size(), time);
  return followed;
}

std::vector<std::int32_t> leadingJoints(const Geometry& geometry, const Skin& skin) {
  std::vector<std::int32_t> leaders(geometry.vertexCount(), -1);
  if (skin.influencesPerVertex == 0) return leaders;
  parallelFor(leaders.size(), kLeadersAtOnce, [&](std::size_t first, std::size_t last) {
    JointSums sums(skin);
    for (std::size_t v = first; v < last; ++v) {
      leaders[v] = leaderOf(skin, static_cast<std::uint32_t>(v), sums);
    }
  });
  return leaders;
}

std::int32_t leadingJoint(const Geometry& geometry, const Skin& skin, std::uint32_t vertex) {
  if (skin.influencesPerVertex == 0 || vertex >= geometry.vertexCount()) return -1;
  JointSums sums(skin);
  return leaderOf(skin, vertex, sums);
}

}  // namespace usdscope
