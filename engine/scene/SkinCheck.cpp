// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/Finite.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/WorldTransforms.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/SkelBindings.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {
namespace {

constexpr double kInsideShare = 1e-5;

/// The moved points of a prim.
struct MovedPoints {
  std::vector<glm::vec3> points;
  bool isInSkelSpace = false;  // Else in the prim's own space.
};

// Returns rest points after blend shapes. As in baking, a shape that does not fit disables all.
std::vector<glm::vec3> shapedPoints(const SkinningQuery& query, Path skeleton, const SkelPose& pose,
                                    const ExtractOptions& options, const Array<glm::vec3>& rest) {
  if (!query.hasBlendShapes()) return {rest.begin(), rest.end()};
  const auto share = static_cast<float>(animatedShare(options.pose));
  Diagnostics known;  // Reported with the picture.
  std::vector<SubShapeWeight> weights;
  for (const float weight : skinBlendWeights(query, skeleton, pose, share, options.shapes, known)) {
    weights.push_back({static_cast<std::uint32_t>(weights.size()), weight});
  }
  std::vector<glm::dvec3> points(rest.begin(), rest.end());
  if (!query.blendShapes().deform(weights, points)) return {rest.begin(), rest.end()};
  return {points.begin(), points.end()};
}

std::string problemOfInfluences(const Diagnostics& problems) {
  if (problems.isEmpty()) return "Its influences cannot be used.";
  return problems.entries().back().message;
}

// Moves the points into `result`. Returns a sentence that says why this is impossible; empty if it
// is possible.
std::string movePoints(const SkinningQuery& query, Path skeleton, const SkelPose& pose,
                       const ExtractOptions& options, SkinPrecision precision,
                       MovedPoints& result) {
  const auto rest = readValue<Array<glm::vec3>>(query.prim(), geom::kPoints, pose.time);
  if (!rest || rest->empty()) return "It has no points of its own.";
  result.points = shapedPoints(query, skeleton, pose, options, *rest);
  if (!query.hasInfluences()) return {};
  if (!query.hasKnownMethod()) return query.methodProblem();
  if (!pose.skelFromBind) return std::string(kNoSkinningMatrices);
  // The drawn vertices of a rigid prim stay in its own space; a matrix moves them all.
  if (query.isRigid() && precision == SkinPrecision::Double) return {};
  result.isInSkelSpace = true;
  Diagnostics problems;
  if (query.isRigid()) {
    const auto skelFromLocal = query.skinnedTransform(pose, problems);
    if (!skelFromLocal) return problemOfInfluences(problems);
    for (glm::vec3& p : result.points) {
      p = glm::vec3(*skelFromLocal * glm::dvec4(glm::dvec3(p), 1.0));
    }
    return {};
  }
  const auto influences = query.influences(pose.time, problems);
  if (!influences) return problemOfInfluences(problems);
  const std::vector<glm::dmat4> joints = query.inPrimOrder(*pose.skelFromBind);
  const SkinPoints job{.usesDualQuaternions = query.usesDualQuaternions(),
                       .skelFromRest = query.geomBindTransform(pose.time),
                       .skelFromBind = joints,
                       .joints = influences->joints.span(),
                       .weights = influences->weights.span(),
                       .influencesPerPoint = static_cast<std::size_t>(query.influencesPerPoint()),
                       .rest = result.points,
                       .points = result.points,
                       .precision = precision};
  return job.run() ? std::string() : job.problem();
}

// Returns where a vertex should be, given the posed points of its prim.
glm::dvec3 exactPosition(const DrawnVertices& drawn, const std::vector<glm::vec3>& exact,
                         std::size_t vertex) {
  if (!drawn.refined) return glm::dvec3(exact[drawn.geometry->vertexPoints[vertex]]);
  const Stencils& stencils = drawn.refined->stencils;
  const std::uint32_t row = drawn.refined->vertexRows[vertex];
  glm::dvec3 sum(0.0);
  for (std::size_t i = stencils.firsts[row]; i < stencils.firsts[row + 1]; ++i) {
    if (stencils.sources[i] >= exact.size()) continue;
    sum += glm::dvec3(exact[stencils.sources[i]]) * double(stencils.weights[i]);
  }
  return sum;
}

void compareDrawn(const DrawnVertices& drawn, const std::vector<glm::vec3>& exact,
                  SkinError& error) {
  const Geometry& geometry = *drawn.geometry;
  std::vector<bool> isSeen(exact.size(), false);
  for (std::size_t v = 0; v < drawn.positions.size(); ++v) {
    const std::size_t point = geometry.vertexPoints[v];
    if (point >= exact.size()) continue;
    const bool isNew = !isSeen[point];
    isSeen[point] = true;
    const glm::dvec3 expected = exactPosition(drawn, exact, v);
    if (!isFinite(glm::vec3(expected))) {
      error.lostCount += isNew ? 1 : 0;
      continue;
    }
    error.pointCount += isNew ? 1 : 0;
    double distance = glm::distance(glm::dvec3(drawn.positions[v]), expected);
    if (!std::isfinite(distance)) distance = std::numeric_limits<double>::infinity();
    if (distance <= error.largest) continue;
    error.largest = distance;
    error.worstPoint = point;
  }
}

/// An extent and the prims that it must contain.
struct ExtentOwner {
  Prim prim;
  std::vector<const SkinningQuery*> followers;
  ExtentCheck check;
};

bool hasExtent(const Prim& prim) {
  const Attribute extent = prim.attribute(geom::kExtent);
  return extent && extent.hasAuthoredValue();
}

std::vector<ExtentOwner> extentOwners(const SkinnedRig& rig) {
  std::vector<ExtentOwner> owners;
  for (const SkinningQuery& follower : rig.followers) {
    Prim prim = follower.prim();
    if (const Prim root = findSkelRoot(prim); root && hasExtent(root)) prim = root;
    if (!hasExtent(prim)) continue;
    const auto known = std::ranges::find_if(
        owners, [&](const ExtentOwner& owner) { return owner.prim.path() == prim.path(); });
    if (known != owners.end()) {
      known->followers.push_back(&follower);
    } else {
      owners.push_back({prim, {&follower}, {.prim = prim.path()}});
    }
  }
  return owners;
}

void checkAt(const SkinnedRig& rig, const SkelPose& pose, WorldTransforms& worlds,
             ExtentOwner& owner) {
  const double time = pose.time.time();
  const auto extent = readValue<Array<glm::vec3>>(owner.prim, geom::kExtent, time);
  if (!extent || extent->size() != 2) return;
  ++owner.check.timeCount;
  Box held{glm::dvec3((*extent)[0]), glm::dvec3((*extent)[1])};
  const double size = glm::length(held.max - held.min);
  const glm::dmat4 ownerFromWorld = glm::inverse(worlds.worldFromLocal(owner.prim));
  double farthest = 0.0;
  for (const SkinningQuery* follower : owner.followers) {
    MovedPoints moved;
    const std::string whyNot =
        movePoints(*follower, rig.skeleton.prim().path(), pose, {}, SkinPrecision::Single, moved);
    if (!whyNot.empty()) continue;
    const Prim& space = moved.isInSkelSpace ? rig.skeleton.prim() : follower->prim();
    const glm::dmat4 ownerFromPoints = ownerFromWorld * worlds.worldFromLocal(space);
    for (const glm::vec3& point : moved.points) {
      if (!isFinite(point)) continue;
      const glm::dvec3 p(ownerFromPoints * glm::dvec4(glm::dvec3(point), 1.0));
      const glm::dvec3 beyond = glm::max(held.min - p, p - held.max);
      farthest = std::max({farthest, beyond.x, beyond.y, beyond.z});
    }
  }
  if (farthest > kInsideShare * size) owner.check.outside.push_back(time);
  if (farthest > owner.check.farthest || owner.check.timeCount == 1) {
    owner.check.farthest = farthest;
    owner.check.farthestTime = time;
    owner.check.extentSize = size;
  }
}

}  // namespace

double SkinCheck::largest() const {
  double all = 0.0;
  for (const SkinError& error : prims) all = std::max(all, error.largest);
  return all;
}

std::size_t SkinCheck::pointCount() const {
  std::size_t all = 0;
  for (const SkinError& error : prims) all += error.pointCount;
  return all;
}

SkinCheck checkSkin(const SkinnedRig& rig, TimeCode time, const ExtractOptions& options,
                    std::span<const DrawnVertices> drawn, std::stop_token stop) {
  SkinCheck result;
  Box bounds;
  const SkelPose pose = computeSkelPose(rig.skeleton, time, options.pose);
  for (const SkinningQuery& follower : rig.followers) {
    if (stop.stop_requested()) break;
    SkinError& error = result.prims.emplace_back();
    error.prim = follower.prim().path();
    MovedPoints exact;
    error.whyNot = movePoints(follower, rig.skeleton.prim().path(), pose, options,
                              SkinPrecision::Double, exact);
    if (!error.whyNot.empty()) continue;
    for (const glm::vec3& point : exact.points) {
      if (isFinite(point)) bounds.add(glm::dvec3(point));
    }
    const auto own = std::ranges::find(drawn, error.prim, &DrawnVertices::prim);
    if (own == drawn.end()) {
      error.whyNot = follower.isRigid() && follower.hasInfluences()
                         ? "It moves as a whole, by one matrix in double precision."
                         : "It is not skinned in the picture: out of sight, hidden or at rest.";
      continue;
    }
    if (own->positions.size() > own->geometry->vertexPoints.size()) {
      error.whyNot = "Its vertices do not name their points.";
      continue;
    }
    compareDrawn(*own, exact.points, error);
  }
  if (!bounds.isEmpty()) result.characterSize = glm::length(bounds.max - bounds.min);
  return result;
}

std::vector<ExtentCheck> checkExtents(const SkinnedRig& rig, std::span<const double> times,
                                      std::stop_token stop) {
  std::vector<ExtentOwner> owners = extentOwners(rig);
  for (const double time : times) {
    if (stop.stop_requested()) break;
    WorldTransforms worlds(time);
    const SkelPose pose = computeSkelPose(rig.skeleton, time);
    for (ExtentOwner& owner : owners) {
      if (stop.stop_requested()) break;
      checkAt(rig, pose, worlds, owner);
    }
  }
  std::vector<ExtentCheck> checks;
  for (ExtentOwner& owner : owners) checks.push_back(std::move(owner.check));
  return checks;
}

}  // namespace usdscope
