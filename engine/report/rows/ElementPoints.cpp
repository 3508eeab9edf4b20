// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/ElementPoints.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/layer/Fields.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

constexpr std::string_view kPrimvars = "primvars:";
constexpr std::string_view kIndices = ":indices";

std::size_t pointCountOf(const Prim& prim, TimeCode time) {
  const auto points = readValue<Array<glm::vec3>>(prim, Token("points"), time);
  return points ? points->size() : 0;
}

// The primvar whose indices an attribute has; empty if there is none.
Attribute indexedPrimvar(const Attribute& attribute) {
  const std::string_view name = attribute.name().text();
  if (!name.starts_with(kPrimvars) || !name.ends_with(kIndices)) return {};
  return attribute.prim().attribute(Token(name.substr(0, name.size() - kIndices.size())));
}

}  // namespace

ElementPoints::ElementPoints(const Attribute& attribute, TimeCode time) {
  const std::string_view name = attribute.name().text();
  Prim prim = attribute.prim();
  const bool isSubset = prim.isA(types::kGeomSubset);
  if (isSubset) prim = prim.parent();
  prim_ = prim.path();
  pointCount_ = pointCountOf(prim, time);
  if (pointCount_ == 0) return;
  readTopology(prim, time);
  const auto readValues = [&](Kind kind) {
    values_ =
        readValue<Array<int>>(attribute.prim(), attribute.name(), time).value_or(Array<int>());
    kind_ = kind;
  };
  if (isSubset) {
    if (name != "indices") return;
    const Token type =
        readValue<Token>(attribute.prim(), Token("elementType"), time).value_or(Token());
    if (type == "face") readValues(Kind::FaceIndex);
    if (type == "point") readValues(Kind::PointIndex);
    return;
  }
  if (name == "points" || name == "velocities" || name == "accelerations" || name == "ids") {
    kind_ = Kind::Point;
  } else if (name == "normals" || name == "widths") {
    const Token interpolation =
        metadataOrFallback(attribute, fields::kInterpolation).valueOr(Token("vertex"));
    kind_ = kindOfInterpolation(interpolation);
  } else if (name == "faceVertexIndices") {
    kind_ = Kind::Corner;
  } else if (name == "faceVertexCounts" || name == "curveVertexCounts") {
    kind_ = Kind::Run;
  } else if (name == "holeIndices") {
    readValues(Kind::FaceIndex);
  } else if (name == "cornerIndices" || name == "creaseIndices") {
    readValues(Kind::PointIndex);
  } else if (const Attribute indexed = indexedPrimvar(attribute)) {
    kind_ = kindOfInterpolation(primvarOf(indexed).interpolation);
  } else if (name.starts_with(kPrimvars)) {
    const Primvar primvar = primvarOf(attribute);
    kind_ = kindOfInterpolation(primvar.interpolation);
    elementSize_ = std::size_t(std::max(primvar.elementSize, 1));
    const Token indices(attribute.name().string() + std::string(kIndices));
    if (const Attribute found = prim.attribute(indices); found && found.hasAuthoredValue()) {
      indices_ = readValue<Array<int>>(prim, indices, time);
    }
  }
}

ElementPoints::Kind ElementPoints::kindOfInterpolation(Token interpolation) const {
  if (interpolation == "vertex" || interpolation == "varying") return Kind::Point;
  if (interpolation == "faceVarying" && !corners_.empty()) return Kind::Corner;
  if (interpolation == "uniform" && !runs_.empty()) return Kind::Run;
  return Kind::None;
}

void ElementPoints::readTopology(const Prim& prim, TimeCode time) {
  const bool isMesh = prim.isA(types::kMesh);
  corners_ = readValue<Array<int>>(prim, Token("faceVertexIndices"), time).value_or(Array<int>());
  const Token counts(isMesh ? "faceVertexCounts" : "curveVertexCounts");
  const auto found = readValue<Array<int>>(prim, counts, time);
  if (!found) return;
  std::size_t at = 0;
  for (const int count : *found) {
    runs_.push_back(at);
    at += std::size_t(std::max(count, 0));
  }
  runs_.push_back(at);
}

void ElementPoints::addRun(std::size_t run, std::vector<std::uint32_t>& points) const {
  if (run + 1 >= runs_.size()) return;
  for (std::size_t at = runs_[run]; at < runs_[run + 1]; ++at) {
    if (corners_.empty()) {
      if (at >= pointCount_) return;
      points.push_back(std::uint32_t(at));
    } else {
      if (at >= corners_.size()) return;
      points.push_back(std::uint32_t(corners_[at]));
    }
  }
}

void ElementPoints::addPoints(std::size_t item, std::vector<std::uint32_t>& points) const {
  switch (kind_) {
    case Kind::None:
      return;
    case Kind::Point:
      return points.push_back(std::uint32_t(std::min(item, pointCount_)));
    case Kind::Corner:
      if (item < corners_.size()) points.push_back(std::uint32_t(corners_[item]));
      return;
    case Kind::Run:
      return addRun(item, points);
    case Kind::FaceIndex:
      if (item < values_.size() && values_[item] >= 0) addRun(std::size_t(values_[item]), points);
      return;
    case Kind::PointIndex:
      if (item < values_.size()) points.push_back(std::uint32_t(values_[item]));
      return;
  }
}

std::vector<std::uint32_t> ElementPoints::pointsOf(std::span<const std::size_t> elements) const {
  std::vector<std::uint32_t> points;
  if (indices_) {
    std::unordered_set<std::size_t> wanted;
    for (const std::size_t element : elements) wanted.insert(element / elementSize_);
    for (std::size_t i = 0; i < indices_->size(); ++i) {
      const int index = (*indices_)[i];
      if (index >= 0 && wanted.contains(std::size_t(index))) addPoints(i, points);
    }
  } else {
    for (const std::size_t element : elements) addPoints(element / elementSize_, points);
  }
  std::erase_if(points, [&](std::uint32_t point) { return point >= pointCount_; });
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::optional<std::size_t> ElementPoints::runOf(std::uint32_t point) const {
  std::size_t at = point;
  if (!corners_.empty()) {
    const auto corner = std::ranges::find(corners_, int(point));
    if (corner == corners_.end()) return std::nullopt;
    at = std::size_t(corner - corners_.begin());
  }
  // The last run that begins at or before the place; runs of no points share their place.
  const auto after = std::ranges::upper_bound(runs_, at);
  if (after == runs_.begin() || after == runs_.end()) return std::nullopt;
  return std::size_t(after - runs_.begin()) - 1;
}

std::optional<std::size_t> ElementPoints::itemOf(std::uint32_t point) const {
  const auto placeIn = [](const Array<int>& array, int value) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(array, value);
    if (found == array.end()) return std::nullopt;
    return std::size_t(found - array.begin());
  };
  switch (kind_) {
    case Kind::None:
      return std::nullopt;
    case Kind::Point:
      return point;
    case Kind::Corner:
      return placeIn(corners_, int(point));
    case Kind::Run:
      return runOf(point);
    case Kind::FaceIndex: {
      const auto run = runOf(point);
      return run ? placeIn(values_, int(*run)) : std::nullopt;
    }
    case Kind::PointIndex:
      return placeIn(values_, int(point));
  }
  return std::nullopt;
}

std::optional<std::size_t> ElementPoints::elementOf(std::uint32_t point) const {
  if (point >= pointCount_) return std::nullopt;
  const std::optional<std::size_t> item = itemOf(point);
  if (!item) return std::nullopt;
  if (!indices_) return *item * elementSize_;
  if (*item >= indices_->size() || (*indices_)[*item] < 0) return std::nullopt;
  return std::size_t((*indices_)[*item]) * elementSize_;
}

}  // namespace usdscope
