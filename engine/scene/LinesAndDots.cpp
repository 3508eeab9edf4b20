// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/LinesAndDots.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/scene/MeshReader.h"
#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

std::vector<std::uint32_t> lineIndices(const Prim& curves, std::size_t pointCount, TimeCode time,
                                       std::string& problem) {
  std::vector<std::uint32_t> indices;
  const auto counts =
      readValue<Array<int>>(curves, Token("curveVertexCounts"), time).value_or(Array<int>());
  const bool isClosed = readValue<Token>(curves, Token("wrap"), time) == Token("periodic");
  std::size_t first = 0;
  for (const int count : counts) {
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - first) {
      problem = fmt::format("The curves ask for more than the {} points there are.", pointCount);
      break;
    }
    const auto size = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i + 1 < size; ++i) {
      indices.push_back(static_cast<std::uint32_t>(first + i));
      indices.push_back(static_cast<std::uint32_t>(first + i + 1));
    }
    if (isClosed && size > 2) {
      indices.push_back(static_cast<std::uint32_t>(first + size - 1));
      indices.push_back(static_cast<std::uint32_t>(first));
    }
    first += size;
  }
  return indices;
}

template <typename T>
const T* elementOf(const MeshPrimvar<T>& primvar, std::size_t point, std::size_t pointCount) {
  if (primvar.isEmpty()) return nullptr;
  return &primvar.values[primvar.values.size() == pointCount ? point : 0];
}

}  // namespace

std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, TimeCode time,
                                                 std::string& problem) {
  const auto points = readValue<Array<glm::vec3>>(prim, Token("points"), time);
  if (!points || points->empty()) return nullptr;
  const std::size_t count = points->size();
  auto geometry = std::make_shared<Geometry>();

  std::vector<glm::vec3> positions(points->begin(), points->end());
  std::vector<std::uint32_t> vertexPoints(count);
  for (std::size_t i = 0; i < count; ++i) {
    vertexPoints[i] = static_cast<std::uint32_t>(i);
    glm::vec3& p = positions[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      p = glm::vec3(0.0f);
      problem = "Some points are not finite; they are drawn at the origin.";
    }
    geometry->bounds.add(glm::dvec3(p));
  }
  if (prim.isA(Token("Curves"))) {
    geometry->primitive = Primitive::Lines;
    geometry->indices = Array<std::uint32_t>(lineIndices(prim, count, time, problem));
  } else {
    geometry->primitive = Primitive::Points;
    geometry->indices = Array<std::uint32_t>(vertexPoints);
  }

  const auto widths = readValue<Array<float>>(prim, Token("widths"), time);
  if (widths && (widths->size() == count || widths->size() == 1)) {
    std::vector<float> values(count, (*widths)[0]);
    if (widths->size() == count) values.assign(widths->begin(), widths->end());
    geometry->widths = Array<float>(std::move(values));
  }

  MeshInput shared;
  readSharedPrimvars(prim, Token("st"), time, shared);
  if (!shared.colors.isEmpty() || !shared.opacities.isEmpty()) {
    std::vector<glm::vec4> colors(count, glm::vec4(0.5f, 0.5f, 0.5f, 1.0f));
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto* color = elementOf(shared.colors, i, count)) {
        colors[i] = glm::vec4(*color, 1.0f);
      }
      if (const auto* opacity = elementOf(shared.opacities, i, count)) colors[i].w = *opacity;
    }
    geometry->colors = Array<glm::vec4>(std::move(colors));
  }
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->vertexPoints = Array<std::uint32_t>(std::move(vertexPoints));
  return geometry;
}

}  // namespace usdscope
