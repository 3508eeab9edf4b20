// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string_view>

#include "engine/base/Parallel.h"
#include "engine/scene/RefinedMesh.h"
#include "engine/scene/detail/DrawableTriangles.h"
#include "engine/scene/detail/PointNormals.h"
#include "engine/scene/detail/Reach.h"
#include "engine/scene/detail/VertexPrimvar.h"

namespace usdscope {
namespace {

constexpr std::size_t kRowsAtOnce = 4096;

template <typename T>
std::vector<T> allValues(const Stencils& stencils, std::span<const T> cage) {
  std::vector<T> values(stencils.rowCount(), T(0.0f));
  parallelFor(values.size(), kRowsAtOnce, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) values[row] = stencils.valueAt(row, cage);
  });
  return values;
}

template <typename T>
std::vector<T> atVertices(const std::vector<T>& rows, const Array<std::uint32_t>& vertexRows) {
  std::vector<T> values;
  values.reserve(vertexRows.size());
  for (const std::uint32_t row : vertexRows) values.push_back(rows[row]);
  return values;
}

// Returns the refined value of a primvar at each vertex; empty if the primvar cannot be used.
template <typename T>
std::vector<T> refinedPrimvar(const MeshPrimvar<T>& primvar, const MeshInput& input,
                              const RefinedMesh& refined, RefinedMesh::Primvar which,
                              std::string_view name, const T& replacement, std::string& problem) {
  const Array<T> usable = usableValues(primvar, input, name, replacement, problem);
  if (usable.empty()) return {};
  const std::span<const T> values = usable.span();
  switch (primvar.interpolation) {
    case Interpolation::Uniform: {
      std::vector<T> result;
      result.reserve(refined.vertexRows.size());
      for (const std::uint32_t face : refined.topology.vertexFaces) result.push_back(values[face]);
      return result;
    }
    case Interpolation::Varying:
      return atVertices(allValues(refined.varying, values), refined.vertexRows);
    case Interpolation::Vertex:
      return atVertices(allValues(refined.points, values), refined.vertexRows);
    case Interpolation::FaceVarying: {
      const RefinedMesh::Channel& channel = refined.channels[which];
      return atVertices(allValues(channel.values, values), channel.vertexValues);
    }
    case Interpolation::Constant:
      break;
  }
  return std::vector<T>(refined.vertexRows.size(), values[0]);
}

void makeUnit(std::vector<glm::vec3>& normals) {
  for (glm::vec3& normal : normals) {
    const float length = glm::length(normal);
    normal = length > 0.0f && std::isfinite(length) ? normal / length : glm::vec3(0.0f, 0.0f, 1.0f);
  }
}

}  // namespace

std::shared_ptr<const Geometry> cageGeometry(const Array<glm::vec3>& cagePoints,
                                             Array<glm::vec3> normals) {
  auto cage = std::make_shared<Geometry>();
  std::vector<std::uint32_t> points(cagePoints.size());
  std::vector<glm::vec3> positions(cagePoints.begin(), cagePoints.end());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    points[i] = i;
    if (!isDrawable(positions[i])) positions[i] = glm::vec3(0.0f);
    cage->bounds.add(glm::dvec3(positions[i]));
  }
  cage->positions = Array<glm::vec3>(std::move(positions));
  cage->normals = std::move(normals);
  cage->vertexPoints = Array<std::uint32_t>(std::move(points));
  return cage;
}

RefinedGeometry buildRefinedGeometry(const MeshInput& input, const RefinedMesh& refined,
                                     std::string& problem) {
  RefinedGeometry result;
  auto geometry = std::make_shared<Geometry>();
  std::vector<glm::vec3> positions =
      atVertices(allValues(refined.points, input.points.span()), refined.vertexRows);
  geometry->indices = drawableTriangles(refined.topology.indices, positions, problem);
  for (const std::uint32_t vertex : geometry->indices) {
    geometry->bounds.add(glm::dvec3(positions[vertex]));
  }

  std::vector<glm::vec3> cageNormals = computePointNormals(input);
  std::vector<glm::vec3> normals = refinedPrimvar(
      input.normals, input, refined, RefinedMesh::kNormals, "normals", glm::vec3(0.0f), problem);
  if (normals.empty()) {
    normals = input.isFlat
                  ? computeVertexNormals(positions, geometry->indices)
                  : atVertices(allValues(refined.points, std::span<const glm::vec3>(cageNormals)),
                               refined.vertexRows);
  }
  makeUnit(normals);
  geometry->texCoords = Array<glm::vec2>(refinedPrimvar(
      input.texCoords, input, refined, RefinedMesh::kTexCoords, "st", glm::vec2(0.0f), problem));
  const std::vector<glm::vec3> colors = refinedPrimvar(
      input.colors, input, refined, RefinedMesh::kColors, "displayColor", glm::vec3(0.5f), problem);
  const std::vector<float> opacities = refinedPrimvar(
      input.opacities, input, refined, RefinedMesh::kOpacities, "displayOpacity", 1.0f, problem);
  if (!colors.empty() || !opacities.empty()) {
    std::vector<glm::vec4> both(positions.size(), glm::vec4(0.5f, 0.5f, 0.5f, 1.0f));
    for (std::size_t i = 0; i < both.size(); ++i) {
      if (!colors.empty()) both[i] = glm::vec4(colors[i], 1.0f);
      if (!opacities.empty()) both[i].w = opacities[i];
    }
    geometry->colors = Array<glm::vec4>(std::move(both));
  }
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->normals = Array<glm::vec3>(std::move(normals));
  geometry->vertexPoints = refined.topology.vertexPoints;
  geometry->primitiveFaces = refined.topology.triangleFaces;
  geometry->trianglesPerFace = input.subdivision.scheme == SubdivisionScheme::Loop ? 1 : 2;
  result.geometry = std::move(geometry);
  // Zero normals make the device shade each face flat.
  if (!input.subdivision.isSmooth()) cageNormals.assign(cageNormals.size(), glm::vec3(0.0f));
  result.cage = std::make_shared<const RefinedCage>(
      RefinedCage{cageGeometry(input.points, Array<glm::vec3>(std::move(cageNormals))),
                  refined.points, refined.vertexRows});
  return result;
}

}  // namespace usdscope
