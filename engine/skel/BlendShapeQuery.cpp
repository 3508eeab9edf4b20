// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BlendShapeQuery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "engine/base/Counted.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/Inbetweens.h"
#include "engine/skel/detail/AddWeighted.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

Array<glm::vec3> readOffsets(const Prim& prim, Token name) {
  return readValue<Array<glm::vec3>>(prim, name).value_or(Array<glm::vec3>());
}

// Indices are unsigned in older files.
Array<int> readPointIndices(const Prim& shape) {
  const Attribute attribute = shape.attribute(skel::kPointIndices);
  const Value value = attribute ? attribute.value() : Value();
  if (const auto* indices = value.find<Array<int>>()) return *indices;
  if (const auto* indices = value.find<Array<std::uint32_t>>()) {
    return Array<int>(std::vector<int>(indices->begin(), indices->end()));
  }
  return {};
}

}  // namespace

BlendShapeQuery::BlendShapeQuery(const Prim& mesh, Diagnostics& diagnostics) {
  const Relationship targets = mesh.relationship(skel_binding::kBlendShapeTargets);
  if (!targets) return;
  for (const Path target : targets.targets()) addShape(mesh, target, diagnostics);
}

void BlendShapeQuery::addShape(const Prim& mesh, Path target, Diagnostics& diagnostics) {
  // A target that is not a shape keeps its place, so that weights stay with their shapes.
  Shape& shape = shapes_.emplace_back();
  shape.target = target;
  const auto index = static_cast<std::uint32_t>(shapes_.size() - 1);
  const Prim prim = mesh.stage().primAt(target);
  if (!prim || !prim.isA(types::kBlendShape)) {
    report(mesh.path(),
           fmt::format("The target <{}> is not a BlendShape; it moves nothing.", target.text()),
           diagnostics);
    return;
  }
  if (!prim.isActive()) {
    shape.problems.push_back(fmt::format("<{}> is inactive; it moves nothing.", target.text()));
    return;
  }

  shape.pointIndices = readPointIndices(prim);
  std::vector<Step> steps;
  steps.push_back({0.0f, kNull});
  steps.push_back({1.0f, static_cast<std::uint32_t>(subShapes_.size())});
  subShapes_.push_back({.shape = index,
                        .weight = 1.0f,
                        .offsets = readOffsets(prim, skel::kOffsets),
                        .normalOffsets = readOffsets(prim, skel::kNormalOffsets)});
  const std::size_t firstInbetween = subShapes_.size();
  addInbetweens(prim, steps, diagnostics);
  for (std::size_t i = firstInbetween; i < subShapes_.size(); ++i) subShapes_[i].shape = index;
  std::ranges::stable_sort(steps, {}, &Step::weight);
  const auto twin = std::ranges::adjacent_find(steps, {}, &Step::weight);
  if (twin != steps.end()) {
    report(prim.path(), twinInbetweensProblem(twin->weight), diagnostics);
  }
  reportSizes(prim, firstInbetween, diagnostics);
  shape.first = static_cast<std::uint32_t>(steps_.size());
  shape.count = static_cast<std::uint32_t>(steps.size());
  steps_.insert(steps_.end(), steps.begin(), steps.end());
}

void BlendShapeQuery::report(Path site, std::string message, Diagnostics& diagnostics) {
  shapes_.back().problems.push_back(message);
  diagnostics.report(kSkelBadBlendShape, {.path = site.text()}, std::move(message));
}

void BlendShapeQuery::reportSizes(const Prim& shape, std::size_t firstInbetween,
                                  Diagnostics& diagnostics) {
  for (std::size_t i = firstInbetween - 1; i < subShapes_.size(); ++i) {
    const std::size_t normals = subShapes_[i].normalOffsets.size();
    if (normals == 0 || normals == subShapes_[i].offsets.size()) continue;
    report(
        shape.path(),
        fmt::format("{} for {}; the normals stay as they are.", thereAre(normals, "normal offset"),
                    counted(subShapes_[i].offsets.size(), "offset")),
        diagnostics);
    break;
  }
  const std::size_t due = shapes_.back().pointIndices.size();
  if (due == 0) return;
  for (std::size_t i = firstInbetween - 1; i < subShapes_.size(); ++i) {
    const std::size_t count = subShapes_[i].offsets.size();
    if (count == 0 || count == due) continue;
    report(shape.path(),
           fmt::format("{} for {}; the shape cannot move points.", thereAre(count, "offset"),
                       counted(due, "point index", "point indices")),
           diagnostics);
    return;
  }
}

void BlendShapeQuery::addInbetweens(const Prim& shape, std::vector<Step>& steps,
                                    Diagnostics& diagnostics) {
  for (const auto& [attribute, weight] : authoredInbetweens(shape)) {
    if (!weight) {
      report(attribute.path(), std::string(kInbetweenWithoutWeight), diagnostics);
      continue;
    }
    if (const std::string problem = inbetweenProblem(*weight); !problem.empty()) {
      report(attribute.path(), problem, diagnostics);
      continue;
    }
    const Token name = attribute.name();
    steps.push_back({*weight, static_cast<std::uint32_t>(subShapes_.size())});
    subShapes_.push_back({.weight = *weight,
                          .offsets = readOffsets(shape, name),
                          .normalOffsets = readOffsets(
                              shape, Token(name.string() + std::string(kInbetweenNormals)))});
  }
}

std::vector<SubShapeWeight> BlendShapeQuery::computeSubShapeWeights(
    std::span<const float> weights) const {
  std::vector<SubShapeWeight> result;
  for (std::size_t i = 0; i < std::min(weights.size(), shapes_.size()); ++i) {
    const Shape& shape = shapes_[i];
    if (shape.count < 2) continue;
    const auto steps = std::span(steps_).subspan(shape.first, shape.count);
    const float weight = weights[i];
    if (steps.size() == 2) {
      result.push_back({steps[1].subShape, weight});
      continue;
    }
    const auto above = static_cast<std::size_t>(
        std::ranges::upper_bound(steps, weight, {}, &Step::weight) - steps.begin());
    const std::size_t upper = std::clamp<std::size_t>(above, 1, steps.size() - 1);
    const Step& a = steps[upper - 1];
    const Step& b = steps[upper];
    const float distance = b.weight - a.weight;
    if (!(distance > kWeightTolerance)) continue;
    const float along = (weight - a.weight) / distance;
    if (a.subShape != kNull && !isSameWeight(along, 1.0f)) {
      result.push_back({a.subShape, 1.0f - along});
    }
    if (b.subShape != kNull && !isSameWeight(along, 0.0f)) result.push_back({b.subShape, along});
  }
  return result;
}

std::string BlendShapeQuery::fitProblem(std::size_t shape, std::size_t pointCount) const {
  const Array<int>& indices = shapes_[shape].pointIndices;
  const auto limit = static_cast<std::int64_t>(pointCount);
  const auto outside =
      std::ranges::find_if(indices, [&](int index) { return index < 0 || index >= limit; });
  for (const SubShape& subShape : subShapes_) {
    if (subShape.shape != shape || subShape.offsets.empty()) continue;
    if (outside != indices.end()) {
      return fmt::format("Point index {} is not in [0, {}).", *outside, pointCount);
    }
    if (indices.empty() && subShape.offsets.size() != pointCount) {
      return fmt::format("{} for {}.", thereAre(subShape.offsets.size(), "offset"),
                         counted(pointCount, "point"));
    }
  }
  return {};
}

bool BlendShapeQuery::fits(const SubShape& subShape, std::size_t pointCount) const {
  return fits(subShape.offsets, subShape.shape, pointCount);
}

bool BlendShapeQuery::fits(const Array<glm::vec3>& offsets, std::size_t shape,
                           std::size_t count) const {
  if (offsets.empty()) return true;
  const Array<int>& indices = pointIndices(shape);
  if (indices.empty()) return offsets.size() == count;
  return offsets.size() == indices.size() && std::ranges::all_of(indices, [&](int index) {
           return index >= 0 && static_cast<std::size_t>(index) < count;
         });
}

std::size_t BlendShapeQuery::findWrongSize(std::span<const SubShapeWeight> weights,
                                           Array<glm::vec3> SubShape::* offsetsOf,
                                           std::size_t count) const {
  const auto hasWrongSize = [&](const SubShapeWeight& part) {
    const SubShape& subShape = subShapes_[part.subShape];
    return isShapeApplied(part.weight) && !fits(subShape.*offsetsOf, subShape.shape, count);
  };
  const auto found = std::ranges::find_if(weights, hasWrongSize);
  assert(found != weights.end());
  return subShapes_[found->subShape].shape;
}

std::string BlendShapeQuery::sizeProblem(std::size_t shape, std::size_t pointCount,
                                         std::string_view consequence) const {
  std::string text =
      fmt::format("The blend shape <{}> does not fit the points; while it has a weight, {}.",
                  target(shape).text(), consequence);
  if (const std::string why = fitProblem(shape, pointCount); !why.empty()) text += ' ' + why;
  return text;
}

std::string BlendShapeQuery::sizeProblem(std::span<const SubShapeWeight> weights,
                                         std::size_t pointCount,
                                         std::string_view consequence) const {
  return sizeProblem(findWrongSize(weights, &SubShape::offsets, pointCount), pointCount,
                     consequence);
}

std::string BlendShapeQuery::normalSizeProblem(std::span<const SubShapeWeight> weights,
                                               std::size_t normalCount) const {
  const std::size_t shape = findWrongSize(weights, &SubShape::normalOffsets, normalCount);
  return fmt::format(
      "The normal offsets of the blend shape <{}> do not fit the {} normals; while it has a "
      "weight, no shape changes the normals.",
      target(shape).text(), normalCount);
}

bool BlendShapeQuery::deform(std::span<const SubShapeWeight> weights,
                             std::span<glm::vec3> points) const {
  return addOffsets(weights, &SubShape::offsets, points);
}

bool BlendShapeQuery::deform(std::span<const SubShapeWeight> weights,
                             std::span<glm::dvec3> points) const {
  return addOffsets(weights, &SubShape::offsets, points);
}

bool BlendShapeQuery::deformNormals(std::span<const SubShapeWeight> weights,
                                    std::span<glm::vec3> normals) const {
  if (!addOffsets(weights, &SubShape::normalOffsets, normals)) return false;
  for (glm::vec3& normal : normals) {
    const float length = std::sqrt(glm::dot(normal, normal));
    if (length > 0.0f) normal /= length;
  }
  return true;
}

template <typename Vector>
bool BlendShapeQuery::addOffsets(std::span<const SubShapeWeight> weights,
                                 Array<glm::vec3> SubShape::* offsetsOf,
                                 std::span<Vector> values) const {
  for (const auto& [index, weight] : weights) {
    const SubShape& subShape = subShapes_[index];
    const Array<glm::vec3>& offsets = subShape.*offsetsOf;
    if (offsets.empty() || !isShapeApplied(weight)) continue;
    const Array<int>& indices = shapes_[subShape.shape].pointIndices;
    if (offsets.size() != (indices.empty() ? values.size() : indices.size())) return false;
    const detail::WeightedSum sum{values, [&](std::size_t i) { return offsets[i]; }};
    const auto inOrder = [](std::size_t i) { return i; };
    const auto byIndex = [&](std::size_t i) { return indices[i]; };
    const bool isAdded = indices.empty()
                             ? detail::addWeighted(offsets.size(), inOrder, weight, sum)
                             : detail::addWeighted(offsets.size(), byIndex, weight, sum);
    if (!isAdded) return false;
  }
  return true;
}

}  // namespace usdscope
