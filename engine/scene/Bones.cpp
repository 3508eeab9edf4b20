// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bones.h"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "engine/scene/detail/Reach.h"

namespace usdscope {
namespace {

// Half the width of a bone at its thick end, for each unit of its length.
constexpr double kThickness = 0.08;

// Where a joint is in the space of its parent.
std::optional<glm::dvec3> tipOf(const SkelDefinition& skeleton, std::size_t joint,
                                std::size_t parent) {
  glm::dvec3 tip;
  if (!skeleton.skelFromJointBind.empty()) {
    tip = glm::dvec3(skeleton.jointFromSkelBind[parent] * skeleton.skelFromJointBind[joint][3]);
  } else if (!skeleton.parentFromJointRest.empty()) {
    tip = glm::dvec3(skeleton.parentFromJointRest[joint][3]);
  } else {
    return std::nullopt;
  }
  const bool isBone = isDrawable(glm::vec3(tip)) && glm::length(tip) > 0.0;
  return isBone ? std::optional(tip) : std::nullopt;
}

class BoneBuilder {
 public:
  void add(const glm::dvec3& tip, std::uint16_t joint) {
    // Two directions across the bone.
    const glm::dvec3 along = glm::normalize(tip);
    const glm::dvec3 aside =
        std::abs(along.x) < 0.8 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const double size = glm::length(tip) * kThickness;
    const glm::dvec3 u = glm::normalize(glm::cross(along, aside)) * size;
    const glm::dvec3 v = glm::cross(along, u);
    const glm::dvec3 base[] = {u + v, v - u, -u - v, u - v};
    for (std::size_t k = 0; k < 4; ++k) triangle(base[k], base[(k + 1) % 4], tip, joint);
    triangle(base[0], base[2], base[1], joint);
    triangle(base[0], base[3], base[2], joint);
  }

  Bones build(std::size_t jointCount) {
    Bones bones;
    if (positions_.empty()) return bones;
    auto geometry = std::make_shared<Geometry>();
    std::vector<std::uint32_t> indices(positions_.size());
    for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
    geometry->vertexPoints = Array<std::uint32_t>(indices);
    geometry->indices = Array<std::uint32_t>(std::move(indices));
    for (const glm::vec3& p : positions_) geometry->bounds.add(glm::dvec3(p));
    geometry->positions = Array<glm::vec3>(std::move(positions_));
    geometry->normals = Array<glm::vec3>(std::move(normals_));
    auto skin = std::make_shared<Skin>();
    skin->influencesPerVertex = 1;
    skin->jointCount = static_cast<std::uint32_t>(jointCount);
    skin->weights = Array<float>(std::vector<float>(joints_.size(), 1.0f));
    skin->joints = Array<std::uint16_t>(std::move(joints_));
    bones.geometry = std::move(geometry);
    bones.skin = std::move(skin);
    return bones;
  }

 private:
  void triangle(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                std::uint16_t joint) {
    const glm::vec3 normal(glm::normalize(glm::cross(b - a, c - a)));
    for (const glm::dvec3& corner : {a, b, c}) {
      positions_.emplace_back(corner);
      normals_.push_back(normal);
      joints_.push_back(joint);
    }
  }

  std::vector<glm::vec3> positions_;
  std::vector<glm::vec3> normals_;
  std::vector<std::uint16_t> joints_;
};

}  // namespace

Bones buildBones(const SkelDefinition& skeleton) {
  const std::vector<int>& parents = skeleton.topology.parents;
  if (parents.size() > std::numeric_limits<std::uint16_t>::max()) return {};
  BoneBuilder builder;
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    if (parents[joint] < 0) continue;
    const auto parent = static_cast<std::size_t>(parents[joint]);
    if (const auto tip = tipOf(skeleton, joint, parent)) {
      builder.add(*tip, static_cast<std::uint16_t>(parent));
    }
  }
  return builder.build(parents.size());
}

}  // namespace usdscope
