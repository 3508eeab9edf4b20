// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bones.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/scene/detail/Reach.h"

namespace usdscope {
namespace {

class BonesBuilder {
 public:
  void addBone(std::uint16_t bone, const glm::vec4& color) {
    colors_.resize(colors_.size() + kIndicesPerBone, color);
    const glm::dvec3 tip(1.0, 0.0, 0.0);
    const glm::dvec3 u(0.0, kBoneThickness, 0.0);
    const glm::dvec3 v(0.0, 0.0, kBoneThickness);
    const glm::dvec3 base[] = {u + v, v - u, -u - v, u - v};
    for (std::size_t k = 0; k < 4; ++k) addTriangle(base[k], base[(k + 1) % 4], tip, bone);
    addTriangle(base[0], base[2], base[1], bone);
    addTriangle(base[0], base[3], base[2], bone);
  }

  std::shared_ptr<const Geometry> geometry() const {
    auto geometry = std::make_shared<Geometry>();
    std::vector<std::uint32_t> indices(positions_.size());
    for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
    geometry->vertexPoints = Array<std::uint32_t>(indices);
    geometry->indices = Array<std::uint32_t>(std::move(indices));
    for (const glm::vec3& p : positions_) geometry->bounds.add(glm::dvec3(p));
    geometry->positions = Array<glm::vec3>(positions_);
    geometry->normals = Array<glm::vec3>(normals_);
    const bool hasOneColor =
        std::ranges::all_of(colors_, [&](const glm::vec4& color) { return color == kBoneColor; });
    if (!hasOneColor) geometry->colors = Array<glm::vec4>(colors_);
    return geometry;
  }

  std::shared_ptr<const Skin> skin(std::size_t boneCount) const {
    auto skin = std::make_shared<Skin>();
    skin->influencesPerVertex = 1;
    skin->jointCount = static_cast<std::uint32_t>(boneCount);
    skin->weights = Array<float>(std::vector<float>(bones_.size(), 1.0f));
    skin->joints = Array<std::uint16_t>(bones_);
    return skin;
  }

 private:
  void addTriangle(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                   std::uint16_t bone) {
    const glm::vec3 normal(glm::normalize(glm::cross(b - a, c - a)));
    for (const glm::dvec3& corner : {a, b, c}) {
      positions_.emplace_back(corner);
      normals_.push_back(normal);
      bones_.push_back(bone);
    }
  }

  std::vector<glm::vec3> positions_;
  std::vector<glm::vec3> normals_;
  std::vector<glm::vec4> colors_;
  std::vector<std::uint16_t> bones_;
};

// Finds the two axes of a joint across a bone: all but the axis along the bone, with unit length.
// Returns false when the joint has none.
bool axesAcross(const glm::dmat4& skelFromJoint, const glm::dvec3& direction, glm::dvec3& u,
                glm::dvec3& v) {
  // The choice of usdview: at most one of three orthogonal axes is so close to the bone.
  constexpr double kAlong = 0.7853981633974483;
  int principal = 2;
  for (int axis = 1; axis >= 0; --axis) {
    const glm::dvec3 own(skelFromJoint[axis]);
    if (std::abs(glm::dot(own, direction)) > kAlong * glm::length(own)) principal = axis;
  }
  u = glm::dvec3(skelFromJoint[principal == 0 ? 1 : 0]);
  v = glm::dvec3(skelFromJoint[principal == 2 ? 1 : 2]);
  const double across = glm::length(u);
  const double other = glm::length(v);
  if (!(across > 0.0 && other > 0.0) || !std::isfinite(across) || !std::isfinite(other)) {
    return false;
  }
  u /= across;
  v /= other;
  return std::abs(glm::dot(glm::cross(u, v), direction)) > 1e-3;
}

glm::dmat4 boneBetween(const glm::dmat4& skelFromParent, const glm::dvec3& end) {
  const glm::dvec3 start(skelFromParent[3]);
  const glm::dvec3 along = end - start;
  const double length = glm::length(along);
  if (!isDrawable(glm::vec3(start)) || !isDrawable(glm::vec3(end)) || length == 0.0) {
    return glm::dmat4(0.0);
  }
  glm::dvec3 u;
  glm::dvec3 v;
  if (!axesAcross(skelFromParent, along / length, u, v)) {
    // Any two directions across the bone.
    const glm::dvec3 aside =
        std::abs(along.x) < 0.8 * length ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    u = glm::normalize(glm::cross(along, aside));
    v = glm::cross(along, u) / length;
  }
  // The sides face outwards if the three axes are right-handed.
  if (glm::dot(glm::cross(along, u), v) < 0.0) std::swap(u, v);
  return {glm::dvec4(along, 0.0), glm::dvec4(u * length, 0.0), glm::dvec4(v * length, 0.0),
          glm::dvec4(start, 1.0)};
}

}  // namespace

Bones buildBones(const SkelTopology& topology, const std::vector<bool>& isAtRest) {
  std::vector<BoneEnds> ends;
  for (std::uint32_t joint = 0; joint < topology.parents.size(); ++joint) {
    const int parent = topology.parents[joint];
    if (parent >= 0) ends.push_back({static_cast<std::uint32_t>(parent), joint});
  }
  Bones bones;
  if (ends.empty() || ends.size() > std::numeric_limits<std::uint16_t>::max()) return bones;
  BonesBuilder shape;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool rests = ends[i].parent < isAtRest.size() && isAtRest[ends[i].parent];
    bones.restingCount += rests ? 1 : 0;
    shape.addBone(static_cast<std::uint16_t>(i), rests ? kRestingBoneColor : kBoneColor);
  }
  bones.geometry = shape.geometry();
  bones.skin = shape.skin(ends.size());
  bones.ends = Array<BoneEnds>(std::move(ends));
  return bones;
}

std::vector<glm::dmat4> posedBones(const Bones& bones, std::span<const glm::dmat4> skelFromJoint) {
  std::vector<glm::dmat4> posed;
  posed.reserve(bones.ends.size());
  for (const BoneEnds& ends : bones.ends) {
    posed.push_back(boneBetween(skelFromJoint[ends.parent], skelFromJoint[ends.child][3]));
  }
  return posed;
}

}  // namespace usdscope
