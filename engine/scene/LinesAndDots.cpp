// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/LinesAndDots.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/scene/MeshReader.h"
#include "engine/scene/detail/Reach.h"
#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

/// How points belong to curves. Without curves every point is by itself.
struct Curves {
  std::vector<std::uint32_t> lines;    ///< Two points each.
  std::vector<std::uint32_t> curveOf;  ///< Per point.
  std::vector<std::uint32_t> sizes;    ///< Per curve, its points.
};

Curves readCurves(const Prim& prim, std::size_t pointCount, TimeCode time, std::string& problem) {
  Curves curves;
  curves.curveOf.resize(pointCount, 0);
  const auto counts =
      readValue<Array<int>>(prim, Token("curveVertexCounts"), time).value_or(Array<int>());
  const bool isClosed = readValue<Token>(prim, Token("wrap"), time) == Token("periodic");
  std::size_t first = 0;
  for (const int count : counts) {
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - first) {
      problem = fmt::format("The curves ask for more than the {} points there are.", pointCount);
      break;
    }
    const auto size = static_cast<std::uint32_t>(count);
    const auto start = static_cast<std::uint32_t>(first);
    for (std::uint32_t i = 0; i < size; ++i) {
      curves.curveOf[start + i] = static_cast<std::uint32_t>(curves.sizes.size());
      if (i + 1 < size) curves.lines.insert(curves.lines.end(), {start + i, start + i + 1});
    }
    if (isClosed && size > 2) curves.lines.insert(curves.lines.end(), {start + size - 1, start});
    curves.sizes.push_back(size);
    first += size;
  }
  return curves;
}

/// Which value of a primvar a point has.
class PointValues {
 public:
  /// `count` values. `problem` says so when they fit neither points nor curves.
  PointValues(std::size_t count, Interpolation interpolation, const Curves& curves,
              std::size_t pointCount, std::string_view name, std::string& problem) {
    if (count == 0) return;
    if (count == 1 || interpolation == Interpolation::Constant) {
      indices_.assign(pointCount, 0);
    } else if (interpolation == Interpolation::Uniform && count == curves.sizes.size()) {
      indices_.assign(curves.curveOf.begin(), curves.curveOf.end());
    } else if (count == pointCount) {
      indices_.resize(pointCount);
      std::iota(indices_.begin(), indices_.end(), 0u);
    } else if (interpolation == Interpolation::Varying && spread(count, curves, pointCount)) {
      return;
    } else if (problem.empty()) {
      problem =
          fmt::format("{} has {} values for {} points; it is left out.", name, count, pointCount);
    }
  }

  bool isUsable() const { return !indices_.empty(); }
  std::uint32_t of(std::size_t point) const { return indices_[point]; }

 private:
  // Cubic curves have fewer varying values than points, one at each end of a span: they are spread
  // over the points of their curve.
  bool spread(std::size_t count, const Curves& curves, std::size_t pointCount) {
    const auto spansOf = [](std::uint32_t size, std::uint32_t step) {
      return size < 4 ? 0u : (size - 4) / step + 1;
    };
    for (const std::uint32_t step : {1u, 3u}) {  // B-splines and the like; Bézier.
      std::size_t due = 0;
      for (const std::uint32_t size : curves.sizes) due += spansOf(size, step) + 1;
      if (due != count) continue;
      std::uint32_t first = 0;
      for (const std::uint32_t size : curves.sizes) {
        const std::uint32_t spans = spansOf(size, step);
        for (std::uint32_t i = 0; i < size; ++i) {
          indices_.push_back(first + (size > 1 ? (i * spans + (size - 1) / 2) / (size - 1) : 0));
        }
        first += spans + 1;
      }
      indices_.resize(pointCount, 0);
      return true;
    }
    return false;
  }

  std::vector<std::uint32_t> indices_;
};

// Lines or dots none of whose points are out of reach.
Array<std::uint32_t> drawableOnes(const std::vector<std::uint32_t>& indices,
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
  return Array<std::uint32_t>(std::move(drawn));
}

}  // namespace

std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 TimeCode time, std::string& problem) {
  const auto points = readValue<Array<glm::vec3>>(prim, Token("points"), time);
  if (!points || points->empty()) return nullptr;
  const std::size_t count = points->size();
  auto geometry = std::make_shared<Geometry>();

  std::vector<glm::vec3> positions(points->begin(), points->end());
  std::vector<std::uint32_t> vertexPoints(count);
  for (std::size_t i = 0; i < count; ++i) {
    vertexPoints[i] = static_cast<std::uint32_t>(i);
    if (isDrawable(positions[i])) {
      geometry->bounds.add(glm::dvec3(positions[i]));
    } else {
      problem = "Some points are not finite or too far away; they are left out.";
    }
  }
  Curves curves;
  if (prim.isA(Token("Curves"))) {
    curves = readCurves(prim, count, time, problem);
    geometry->primitive = Primitive::Lines;
    geometry->indices = drawableOnes(curves.lines, 2, positions);
  } else {
    geometry->primitive = Primitive::Points;
    geometry->indices = drawableOnes(vertexPoints, 1, positions);
  }
  for (glm::vec3& p : positions) {
    if (!isDrawable(p)) p = glm::vec3(0.0f);
  }

  const MeshPrimvar<float> widths = readWidths(prim, time, problem);
  const PointValues width(widths.values.size(), widths.interpolation, curves, count, "widths",
                          problem);
  if (width.isUsable()) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = widths.values[width.of(i)];
    geometry->widths = Array<float>(std::move(values));
  }

  MeshInput shared;
  readSharedPrimvars(prim, names, time, shared);
  if (problem.empty()) problem = shared.problem;
  const PointValues color(shared.colors.values.size(), shared.colors.interpolation, curves, count,
                          "displayColor", problem);
  const PointValues opacity(shared.opacities.values.size(), shared.opacities.interpolation, curves,
                            count, "displayOpacity", problem);
  if (color.isUsable() || opacity.isUsable()) {
    std::vector<glm::vec4> colors(count, glm::vec4(0.5f, 0.5f, 0.5f, 1.0f));
    for (std::size_t i = 0; i < count; ++i) {
      if (color.isUsable()) colors[i] = glm::vec4(shared.colors.values[color.of(i)], 1.0f);
      if (opacity.isUsable()) colors[i].w = shared.opacities.values[opacity.of(i)];
    }
    geometry->colors = Array<glm::vec4>(std::move(colors));
  }
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->vertexPoints = Array<std::uint32_t>(std::move(vertexPoints));
  return geometry;
}

}  // namespace usdscope
