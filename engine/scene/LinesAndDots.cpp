// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/LinesAndDots.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene/CurveSamples.h"
#include "engine/scene/HermiteCurves.h"
#include "engine/scene/NurbsCurves.h"
#include "engine/scene/Ribbons.h"
#include "engine/scene/detail/Reach.h"
#include "engine/scene/detail/VertexPrimvar.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

const Token kOrder("order");
const Token kKnots("knots");
const Token kRanges("ranges");
const Token kTangents("tangents");

// Returns samples that are the points themselves.
SampledCurves pointsAlone(std::size_t count) {
  SampledCurves result;
  result.samples.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) result.samples[i].points.fill(i);
  return result;
}

SampledCurves readNurbsCurves(const Prim& prim, std::size_t pointCount, TimeCode time,
                              Complexity complexity) {
  const auto counts = readArray<int>(prim, geom::kCurveVertexCounts, time);
  const auto orders = readArray<int>(prim, kOrder, time);
  const auto knots = readArray<double>(prim, kKnots, time);
  const auto ranges = readArray<glm::dvec2>(prim, kRanges, time);
  const auto weights = readArray<double>(prim, geom::kPointWeights, time);
  return sampleNurbsCurves(
      {counts.span(), orders.span(), knots.span(), ranges.span(), weights.span()}, pointCount,
      complexity);
}

SampledCurves readCurves(const Prim& prim, std::size_t pointCount, bool keepsPoints, TimeCode time,
                         Complexity complexity) {
  if (prim.isA(types::kNurbsCurves) && !keepsPoints) {
    return readNurbsCurves(prim, pointCount, time, complexity);
  }
  const auto counts = readArray<int>(prim, geom::kCurveVertexCounts, time);
  const Token wrap = readValue<Token>(prim, geom::kWrap, time).value_or(Token());
  const Token basis = readValue<Token>(prim, geom::kBasis, time).value_or(Token());
  const bool isCubic = prim.isA(types::kBasisCurves) && !keepsPoints &&
                       readValue<Token>(prim, geom::kType, time) != geom::kLinear;
  return sampleCurves(counts.span(), pointCount,
                      !isCubic                     ? CurveBasis::Linear
                      : basis == geom::kBSpline    ? CurveBasis::BSpline
                      : basis == geom::kCatmullRom ? CurveBasis::CatmullRom
                                                   : CurveBasis::Bezier,
                      wrap == geom::kPeriodic ? CurveWrap::Periodic
                      : wrap == geom::kPinned ? CurveWrap::Pinned
                                              : CurveWrap::Nonperiodic,
                      complexity);
}

/// Evaluates a primvar at samples.
template <typename T>
class SampleValues {
 public:
  SampleValues(const MeshPrimvar<T>& primvar, const SampledCurves& curves, std::size_t pointCount,
               std::string_view name, std::string& problem)
      : values_(primvar.values), pointWeights_(curves.pointWeights) {
    const std::size_t count = values_.size();
    const std::size_t curveCount = curves.samples.empty() ? 0 : curves.samples.back().curve + 1;
    if (count == 0) return;
    if (count == 1 || primvar.interpolation == Interpolation::Constant) {
      way_ = Way::Constant;
    } else if (primvar.interpolation == Interpolation::Uniform && count >= curveCount) {
      way_ = Way::Curve;
    } else if (primvar.interpolation == Interpolation::Varying && count == curves.varyingCount) {
      way_ = Way::Varying;
    } else if (count == pointCount) {
      way_ = Way::Points;
    } else if (problem.empty()) {
      problem =
          fmt::format("{} has {} values for {} points; it is ignored.", name, count, pointCount);
    }
  }

  // Replaces values that are not finite. Ignores a primvar that has no others.
  void onlyFinite(const T& replacement, std::string_view name, std::string& problem) {
    if (way_ == Way::None) return;
    const std::size_t badCount = countNotFinite(values_.span());
    if (badCount == 0) return;
    if (problem.empty()) problem = primvarFiniteProblem(name, badCount, values_.size());
    if (badCount == values_.size()) {
      way_ = Way::None;
    } else {
      values_ = withoutNotFinite(values_.span(), replacement);
    }
  }

  bool isUsable() const { return way_ != Way::None; }

  T at(const CurveSample& sample) const {
    switch (way_) {
      case Way::Points: {
        T sum{};
        for (std::size_t i = 0; i < sample.weightCount; ++i) {
          const PointWeight& each = pointWeights_[sample.firstWeight + i];
          if (each.weight != 0.0f) sum += values_[each.point] * each.weight;
        }
        if (sample.weightCount > 0) return sum;
        for (std::size_t i = 0; i < 4; ++i) {
          // NaN must not reach samples where its weight is 0.
          if (sample.weights[i] != 0.0f) sum += values_[sample.points[i]] * sample.weights[i];
        }
        return sum;
      }
      case Way::Varying:
        return values_[sample.varying] * (1.0f - sample.between) +
               values_[sample.nextVarying] * sample.between;
      case Way::Curve:
        return values_[sample.curve];
      case Way::Constant:
      case Way::None:
        break;
    }
    return values_[0];
  }

 private:
  enum class Way : std::uint8_t { None, Constant, Curve, Varying, Points };
  Array<T> values_;
  std::span<const PointWeight> pointWeights_;
  Way way_ = Way::None;
};

// Returns the lines or dots with all vertices in reach.
std::vector<std::uint32_t> drawableOnes(const std::vector<std::uint32_t>& indices,
                                        std::size_t perPrimitive,
                                        const std::vector<glm::vec3>& positions) {
  std::vector<std::uint32_t> drawn;
  drawn.reserve(indices.size());
  for (std::size_t i = 0; i + perPrimitive <= indices.size(); i += perPrimitive) {
    const auto first = indices.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last = first + static_cast<std::ptrdiff_t>(perPrimitive);
    if (std::all_of(first, last, [&](std::uint32_t p) { return isDrawable(positions[p]); })) {
      drawn.insert(drawn.end(), first, last);
    }
  }
  return drawn;
}

/// Curves, and the weights of their positions where these differ from those of primvars.
struct PlacedCurves {
  SampledCurves curves;
  SampledCurves places;     ///< Without samples if the positions are weighted like primvars.
  Array<glm::vec3> points;  ///< The points of `places`.
};

// Reads curves with tangents. If some points have no tangent, lines join the points.
PlacedCurves readHermiteCurves(const Prim& prim, const Array<glm::vec3>& points, TimeCode time,
                               Complexity complexity, std::string& problem) {
  PlacedCurves result;
  const auto tangents = readArray<glm::vec3>(prim, kTangents, time);
  if (tangents.size() != points.size()) {
    if (problem.empty()) {
      problem = fmt::format("tangents has {} values for {} points; lines join the points.",
                            tangents.size(), points.size());
    }
    result.curves = readCurves(prim, points.size(), true, time, complexity);
    return result;
  }
  const auto counts = readArray<int>(prim, geom::kCurveVertexCounts, time);
  SampledHermiteCurves sampled = sampleHermiteCurves(counts.span(), points.size(), complexity);
  std::vector<glm::vec3> both(points.begin(), points.end());
  both.insert(both.end(), tangents.begin(), tangents.end());
  result.points = Array<glm::vec3>(std::move(both));
  result.curves = std::move(sampled.curves);
  result.places.samples = std::move(sampled.places);
  result.places.lines = result.curves.lines;
  return result;
}

// Computes positions and indices of samples. Reports and omits samples that are out of reach.
void placeSamples(const Array<glm::vec3>& points, const SampledCurves& curves, Geometry& geometry,
                  std::string& problem) {
  const std::size_t count = curves.samples.size();
  const SampleValues<glm::vec3> places({points, Interpolation::Vertex}, curves, points.size(),
                                       "points", problem);
  std::vector<glm::vec3> positions(count);
  std::vector<std::uint32_t> vertexPoints(count);
  std::vector<std::uint32_t> all(count);
  bool areDrawable = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const CurveSample& sample = curves.samples[i];
    positions[i] = places.at(sample);
    areDrawable = areDrawable && isDrawable(positions[i]);
    const auto heaviest = std::ranges::max_element(sample.weights) - sample.weights.begin();
    vertexPoints[i] = sample.points[static_cast<std::size_t>(heaviest)];
    all[i] = i;
  }
  const bool isLines = geometry.primitive == Primitive::Lines;
  std::vector<std::uint32_t> indices =
      drawableOnes(isLines ? curves.lines : all, isLines ? 2 : 1, positions);
  for (const std::uint32_t i : indices) geometry.bounds.add(glm::dvec3(positions[i]));
  if (!areDrawable && problem.empty()) {
    problem = "Some points are not finite or too far away; they are ignored.";
  }
  for (glm::vec3& p : positions) {
    if (!isDrawable(p)) p = glm::vec3(0.0f);
  }
  geometry.positions = Array<glm::vec3>(std::move(positions));
  geometry.vertexPoints = Array<std::uint32_t>(std::move(vertexPoints));
  geometry.indices = Array<std::uint32_t>(std::move(indices));
}

}  // namespace

std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 bool keepsPoints, TimeCode time,
                                                 Complexity complexity, std::string& problem) {
  const auto points = readValue<Array<glm::vec3>>(prim, geom::kPoints, time);
  if (!points || points->empty()) return nullptr;
  auto geometry = std::make_shared<Geometry>();
  PlacedCurves placed;
  SampledCurves& curves = placed.curves;
  if (prim.isA(types::kCurves)) {
    geometry->primitive = Primitive::Lines;
    if (prim.isA(types::kHermiteCurves) && !keepsPoints) {
      placed = readHermiteCurves(prim, *points, time, complexity, problem);
    } else {
      curves = readCurves(prim, points->size(), keepsPoints, time, complexity);
    }
    if (problem.empty()) problem = curves.problem;
  } else {
    geometry->primitive = Primitive::Points;
    curves = pointsAlone(points->size());
  }
  const bool hasPlaces = !placed.places.samples.empty();
  placeSamples(hasPlaces ? placed.points : *points, hasPlaces ? placed.places : curves, *geometry,
               problem);

  const MeshPrimvar<float> widths = readWidths(prim, time, problem);
  const SampleValues width(widths, curves, points->size(), "widths", problem);
  const std::size_t count = curves.samples.size();
  // In the reference, points without widths are one unit wide, and so are curves that are refined.
  const bool isOneUnit =
      !width.isUsable() &&
      (prim.isA(types::kPoints) || (prim.isA(types::kCurves) && complexity != Complexity::Low));
  if (width.isUsable() || isOneUnit) {
    std::vector<float> values(count);
    float widest = 0.0f;
    for (std::size_t i = 0; i < count; ++i) {
      const float value = isOneUnit ? 1.0f : width.at(curves.samples[i]);
      const bool isDrawn = isDrawable(glm::vec3(value));
      values[i] = isDrawn ? std::max(value, 0.0f) : 0.0f;
      if (!isDrawn && problem.empty()) {
        problem = "Some widths are not finite or too large; the points there are drawn thin.";
      }
      widest = std::max(widest, values[i]);
    }
    if (!geometry->bounds.isEmpty()) {
      geometry->bounds.min -= glm::dvec3(widest / 2.0);
      geometry->bounds.max += glm::dvec3(widest / 2.0);
    }
    geometry->widths = Array<float>(std::move(values));
  }

  MeshInput shared;
  readSharedPrimvars(prim, names, time, shared);
  if (problem.empty()) problem = shared.problem;
  SampleValues color(shared.colors, curves, points->size(), "displayColor", problem);
  color.onlyFinite(glm::vec3(0.5f), "displayColor", problem);
  SampleValues opacity(shared.opacities, curves, points->size(), "displayOpacity", problem);
  opacity.onlyFinite(1.0f, "displayOpacity", problem);
  if (color.isUsable() || opacity.isUsable()) {
    std::vector<glm::vec4> colors(count, glm::vec4(0.5f, 0.5f, 0.5f, 1.0f));
    for (std::size_t i = 0; i < count; ++i) {
      if (color.isUsable()) colors[i] = glm::vec4(color.at(curves.samples[i]), 1.0f);
      if (opacity.isUsable()) colors[i].w = opacity.at(curves.samples[i]);
    }
    geometry->colors = Array<glm::vec4>(std::move(colors));
  }
  if (geometry->primitive != Primitive::Lines || keepsPoints || geometry->widths.empty()) {
    return geometry;
  }
  const MeshPrimvar<glm::vec3> normals = readNormals(prim, time, problem);
  const SampleValues normal(normals, curves, points->size(), "normals", problem);
  if (!normal.isUsable()) return geometry;
  const SampleValues texCoord(shared.texCoords, curves, points->size(), "texture coordinates",
                              problem);
  std::vector<glm::vec3> facing(count);
  std::vector<glm::vec2> texCoords(texCoord.isUsable() ? count : 0);
  for (std::size_t i = 0; i < count; ++i) {
    facing[i] = normal.at(curves.samples[i]);
    if (texCoord.isUsable()) texCoords[i] = texCoord.at(curves.samples[i]);
  }
  return makeRibbons(*geometry, facing, texCoords);
}

}  // namespace usdscope
