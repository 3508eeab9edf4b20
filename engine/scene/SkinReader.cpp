// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/scene/detail/Reach.h"
#include "engine/skel/InfluenceChecks.h"

namespace usdscope {
namespace {

// Finds the vertices of each point: an offset of a point moves all of them.
class VerticesOfPoints {
 public:
  VerticesOfPoints(const Array<std::uint32_t>& vertexPoints, std::size_t pointCount)
      : begin_(pointCount + 1, 0), vertices_(vertexPoints.size()) {
    for (const std::uint32_t point : vertexPoints) ++begin_[point + 1];
    for (std::size_t i = 0; i < pointCount; ++i) begin_[i + 1] += begin_[i];
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t v = 0; v < vertexPoints.size(); ++v) vertices_[next[vertexPoints[v]]++] = v;
  }

  std::span<const std::uint32_t> of(std::size_t point) const {
    return std::span(vertices_).subspan(begin_[point], begin_[point + 1] - begin_[point]);
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> vertices_;
};

// Which part of a skin can be used once its influences have been read. As in baking, influences
// that do not fit the points disable the shapes too, and influences that cannot be read do not.
enum class UsablePart { All, Shapes, Nothing };

UsablePart readInfluences(const SkinningQuery& query, const Geometry& geometry,
                          std::size_t pointCount, std::optional<std::size_t> posedJoints,
                          TimeCode time, Skin& skin, std::string& problem,
                          Diagnostics& diagnostics) {
  const auto influences = query.influences(time, diagnostics);
  if (!influences) return UsablePart::Shapes;
  const auto perPoint = static_cast<std::size_t>(query.influencesPerPoint());
  problem = influenceSizeProblem(influences->joints.size(), influences->weights.size(), perPoint,
                                 pointCount);
  if (!problem.empty()) return UsablePart::Nothing;
  if (!posedJoints) {
    problem = kNoSkinningMatrices;
    return UsablePart::Shapes;
  }
  const std::size_t jointCount = *posedJoints;
  if (jointCount > std::numeric_limits<std::uint16_t>::max()) {
    problem = fmt::format("{} joints are more than can be drawn.", jointCount);
    return UsablePart::Nothing;
  }
  problem = jointRangeProblem(influences->joints.span(), jointCount);
  if (!problem.empty()) return UsablePart::Nothing;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  joints.reserve(geometry.vertexCount() * perPoint);
  weights.reserve(geometry.vertexCount() * perPoint);
  for (const std::uint32_t point : geometry.vertexPoints) {
    for (std::size_t i = point * perPoint; i < (point + 1) * perPoint; ++i) {
      joints.push_back(static_cast<std::uint16_t>(influences->joints[i]));
      weights.push_back(influences->weights[i]);
    }
  }
  skin.influencesPerVertex = static_cast<std::uint32_t>(perPoint);
  skin.joints = Array<std::uint16_t>(std::move(joints));
  skin.weights = Array<float>(std::move(weights));
  skin.jointCount = static_cast<std::uint32_t>(jointCount);
  skin.method =
      query.usesDualQuaternions() ? SkinningMethod::DualQuaternion : SkinningMethod::Linear;
  return UsablePart::All;
}

void readShapes(const BlendShapeQuery& shapes, const Geometry& geometry, std::size_t pointCount,
                const SourceSite& site, Skin& skin, Diagnostics& diagnostics) {
  const VerticesOfPoints vertices(geometry.vertexPoints, pointCount);
  std::vector<Skin::BlendOffset> offsets;
  std::vector<Skin::BlendShape> ranges;
  std::vector<std::uint32_t> unfitShapes;
  bool hasBadOffsets = false;
  for (const SubShape& subShape : shapes.subShapes()) {
    Skin::BlendShape range{static_cast<std::uint32_t>(offsets.size()), 0};
    const Array<int>& indices = shapes.pointIndices(subShape.shape);
    const bool hasNormals = subShape.normalOffsets.size() == subShape.offsets.size();
    const bool isFitting = shapes.fits(subShape, pointCount);
    if (!isFitting) {
      unfitShapes.push_back(static_cast<std::uint32_t>(ranges.size()));
      diagnostics.report(kSkelBadBlendShape, site, shapes.sizeProblem(subShape.shape, pointCount));
    }
    for (std::size_t i = 0; i < (isFitting ? subShape.offsets.size() : 0); ++i) {
      const std::size_t point = indices.empty() ? i : static_cast<std::size_t>(indices[i]);
      const glm::vec3 normal = hasNormals ? subShape.normalOffsets[i] : glm::vec3(0.0f);
      // One such offset would destroy the bounds of the whole character.
      if (!isDrawable(subShape.offsets[i]) || !isDrawable(normal)) {
        hasBadOffsets = true;
        continue;
      }
      for (const std::uint32_t vertex : vertices.of(point)) {
        offsets.push_back({vertex, subShape.offsets[i], normal});
      }
    }
    range.offsetCount = static_cast<std::uint32_t>(offsets.size()) - range.firstOffset;
    ranges.push_back(range);
  }
  skin.blendOffsets = Array<Skin::BlendOffset>(std::move(offsets));
  skin.blendShapes = Array<Skin::BlendShape>(std::move(ranges));
  skin.unfitShapes = Array<std::uint32_t>(std::move(unfitShapes));
  if (!hasBadOffsets) return;
  diagnostics.report(kSkelBadBlendShape, site,
                     "Some offsets of blend shapes are not finite or too large; they are ignored.");
}

}  // namespace

std::shared_ptr<const Skin> readSkin(const SkinningQuery& query, const Geometry& geometry,
                                     std::size_t pointCount, std::optional<std::size_t> jointCount,
                                     TimeCode time, Diagnostics& diagnostics) {
  const bool movesPoints = (query.hasInfluences() && !query.isRigid()) || query.hasBlendShapes();
  if (!movesPoints) return nullptr;
  // Reported when the prim was bound. As in baking, its shapes are ignored, too.
  if (query.hasInfluences() && !query.isRigid() && !query.hasKnownMethod()) return nullptr;
  auto skin = std::make_shared<Skin>();
  std::string problem;
  const SourceSite site{.path = query.prim().path().text()};
  // A sphere has vertices, but no points that could be moved.
  if (std::ranges::any_of(geometry.vertexPoints, [&](auto point) { return point >= pointCount; })) {
    diagnostics.report(kSkelBadInfluences, site,
                       query.isRigid() && query.hasInfluences()
                           ? "The prim has no points that its blend shapes could move; they are "
                             "ignored."
                           : "The prim has no points of its own; it is drawn at rest.");
    return nullptr;
  }
  bool isMoved = false;
  if (query.hasInfluences() && !query.isRigid()) {
    const UsablePart usable =
        readInfluences(query, geometry, pointCount, jointCount, time, *skin, problem, diagnostics);
    if (!problem.empty()) {
      diagnostics.report(
          kSkelBadInfluences, site,
          withConsequence(problem, usable == UsablePart::Nothing ? kNotSkinned : kJointsIgnored));
    }
    if (usable == UsablePart::Nothing) return nullptr;
    isMoved = usable == UsablePart::All;
  }
  if (query.hasBlendShapes()) {
    readShapes(query.blendShapes(), geometry, pointCount, site, *skin, diagnostics);
    isMoved = isMoved || !skin->blendShapes.empty();
  }
  if (!isMoved) return nullptr;
  return withBindTransformAt(std::move(skin), query, time, diagnostics);
}

std::shared_ptr<const Skin> withBindTransformAt(std::shared_ptr<const Skin> skin,
                                                const SkinningQuery& query, TimeCode time,
                                                Diagnostics& diagnostics) {
  if (skin->influencesPerVertex == 0) return skin;
  const glm::dmat4 skelFromRest = query.geomBindTransform(time);
  if (skelFromRest == skin->skelFromRest) return skin;
  auto other = std::make_shared<Skin>(*skin);
  if (isFinite(skelFromRest)) {
    other->skelFromRest = skelFromRest;
    return other;
  }
  diagnostics.report(kSkelBadInfluences, {.path = query.prim().path().text()},
                     withConsequence("The geomBindTransform is not finite.", kJointsIgnored));
  if (other->blendShapes.empty()) return nullptr;
  other->influencesPerVertex = 0;
  other->joints = {};
  other->weights = {};
  other->jointCount = 0;
  return other;
}

void dropUnfitShapes(const Skin& skin, std::span<float> weights) {
  const auto isApplied = [&](std::uint32_t shape) { return isShapeApplied(weights[shape]); };
  if (std::ranges::any_of(skin.unfitShapes, isApplied)) std::ranges::fill(weights, 0.0f);
}

Box SkinReach::shaped(Box box, std::span<const float> weights) const {
  if (box.isEmpty()) return box;
  for (std::size_t i = 0; i < shapes.size() && i < weights.size(); ++i) {
    const double weight = weights[i];
    const glm::dvec3 a = shapes[i].min * weight;
    const glm::dvec3 b = shapes[i].max * weight;
    box.min += glm::min(a, b);
    box.max += glm::max(a, b);
  }
  return box;
}

SkinReach computeSkinReach(const Skin& skin, const Geometry& geometry) {
  SkinReach reach;
  reach.joints.resize(skin.influencesPerVertex > 0 ? skin.jointCount : 0);
  for (std::size_t v = 0; v < geometry.vertexCount(); ++v) {
    const std::size_t first = v * skin.influencesPerVertex;
    for (std::size_t i = first; i < first + skin.influencesPerVertex; ++i) {
      if (skin.weights[i] == 0.0f) continue;
      reach.joints[skin.joints[i]].add(glm::dvec3(geometry.positions[v]));
    }
  }
  for (const Skin::BlendShape& shape : skin.blendShapes) {
    Box& box = reach.shapes.emplace_back();
    box.add(glm::dvec3(0.0));
    for (std::uint32_t i = 0; i < shape.offsetCount; ++i) {
      box.add(glm::dvec3(skin.blendOffsets[shape.firstOffset + i].position));
    }
  }
  return reach;
}

std::vector<float> skinBlendWeights(const SkinningQuery& query, Path skeleton, const SkelPose& pose,
                                    float share, const ShapeOverrides& overrides,
                                    Diagnostics& diagnostics) {
  std::vector<float> result(query.blendShapes().subShapes().size(), 0.0f);
  const Array<float> animated = pose.blendWeights.value_or(Array<float>());
  auto weights = query.shapeWeights(animated.span());
  if (!weights) return result;
  for (float& weight : *weights) weight *= share;
  overrides.apply(skeleton, query.shapeNames().span(), *weights);
  for (const SubShapeWeight& part : query.blendShapes().computeSubShapeWeights(*weights)) {
    result[part.subShape] += part.weight;
  }
  for (float& weight : result) {
    // The device applies every weight that is not 0.
    if (!isShapeApplied(weight)) weight = 0.0f;
    if (std::isfinite(weight)) continue;
    weight = 0.0f;
    diagnostics.report(kSkelBadBlendShape, {.path = query.prim().path().text()},
                       "A weight of its blend shapes is not finite; the shape moves nothing.");
  }
  return result;
}

}  // namespace usdscope
