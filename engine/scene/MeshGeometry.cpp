// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/MeshGeometry.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/scene/Triangulate.h"
#include "engine/scene/detail/DrawableTriangles.h"
#include "engine/scene/detail/FaceWalk.h"
#include "engine/scene/detail/PointNormals.h"
#include "engine/scene/detail/VertexPrimvar.h"

namespace usdscope {
namespace {

bool splitsPoints(const MeshInput& input) {
  return input.normals.splitsPoints() || input.texCoords.splitsPoints() ||
         input.colors.splitsPoints() || input.opacities.splitsPoints() ||
         (input.normals.isEmpty() && input.isFlat);
}

/// Looks up the value of a primvar at a vertex.
template <typename T>
class VertexValues {
 public:
  VertexValues(const MeshPrimvar<T>& primvar, const MeshInput& input, std::string_view name,
               const T& replacement, std::string& problem)
      : values_(usableValues(primvar, input, name, replacement, problem)),
        interpolation_(primvar.interpolation) {}

  bool isUsable() const { return !values_.empty(); }

  const T& at(const MeshTopology& topology, std::size_t vertex) const {
    switch (interpolation_) {
      case Interpolation::Constant:
        return values_[0];
      case Interpolation::Uniform:
        return values_[topology.vertexFaces[vertex]];
      case Interpolation::Varying:
      case Interpolation::Vertex:
        return values_[topology.vertexPoints[vertex]];
      case Interpolation::FaceVarying:
        return values_[topology.vertexCorners[vertex]];
    }
    return values_[0];
  }

 private:
  const Array<T> values_;
  const Interpolation interpolation_;
};

glm::vec3 unitOrUp(const glm::vec3& v) {
  const float length = glm::length(v);
  return length > 0.0f && std::isfinite(length) ? v / length : glm::vec3(0.0f, 0.0f, 1.0f);
}

}  // namespace

std::size_t dueCount(Interpolation interpolation, const MeshInput& input) {
  switch (interpolation) {
    case Interpolation::Constant:
      return 1;
    case Interpolation::Uniform:
      return input.faceVertexCounts.size();
    case Interpolation::Varying:
    case Interpolation::Vertex:
      return input.points.size();
    case Interpolation::FaceVarying:
      return input.faceVertexIndices.size();
  }
  return 0;
}

std::string primvarSizeProblem(std::string_view name, std::size_t count, std::size_t due) {
  return fmt::format("{} has {} values, expected {}; it is ignored.", name, count, due);
}

std::string primvarFiniteProblem(std::string_view name, std::size_t badCount, std::size_t count) {
  return badCount == count
             ? fmt::format("{} has values that are not finite; it is ignored.", name)
             : fmt::format("{} of {} values of {} are not finite; a default is drawn there.",
                           badCount, count, name);
}

MeshTopology buildMeshTopology(const MeshInput& input) {
  MeshTopology topology;
  const bool isSplit = splitsPoints(input);
  topology.isSplit = isSplit;
  topology.pointCount = input.points.size();
  std::vector<std::uint32_t> points, corners, faces;
  if (!isSplit) {
    points.resize(input.points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) points[i] = i;
    corners.assign(points.size(), 0);
    faces.assign(points.size(), 0);
  }

  // Triangles are sorted by part, so that each part is one range of indices.
  const auto partCount = static_cast<std::size_t>(std::max(input.partCount, 1));
  std::vector<std::vector<std::uint32_t>> indicesOfPart(partCount), facesOfPart(partCount);
  std::vector<glm::vec3> polygon;
  std::vector<std::uint32_t> triangles;
  FaceWalk walk(input);
  walk.run([&](std::size_t face, std::size_t first, std::size_t count) {
    polygon.clear();
    for (std::size_t i = 0; i < count; ++i) {
      polygon.push_back(input.points[static_cast<std::size_t>(input.faceVertexIndices[first + i])]);
    }
    triangles.clear();
    triangulate(polygon, triangles);

    const auto firstVertex = static_cast<std::uint32_t>(points.size());
    for (std::size_t i = 0; i < count; ++i) {
      const auto point = static_cast<std::uint32_t>(input.faceVertexIndices[first + i]);
      if (isSplit) {
        points.push_back(point);
        corners.push_back(static_cast<std::uint32_t>(first + i));
        faces.push_back(static_cast<std::uint32_t>(face));
      } else {
        corners[point] = static_cast<std::uint32_t>(first + i);
        faces[point] = static_cast<std::uint32_t>(face);
      }
    }
    const auto part =
        face < input.partOfFace.size() ? static_cast<std::size_t>(input.partOfFace[face]) : 0;
    auto& indices = indicesOfPart[part < partCount ? part : 0];
    for (std::size_t t = 0; t < triangles.size(); t += 3) {
      std::uint32_t corner[3] = {triangles[t], triangles[t + 1], triangles[t + 2]};
      if (input.isLeftHanded) std::swap(corner[1], corner[2]);
      for (const std::uint32_t c : corner) {
        indices.push_back(isSplit ? firstVertex + c
                                  : static_cast<std::uint32_t>(input.faceVertexIndices[first + c]));
      }
      facesOfPart[part < partCount ? part : 0].push_back(static_cast<std::uint32_t>(face));
    }
  });
  if (walk.badFaces() > 0) {
    topology.problem = fmt::format(
        "{} of {} faces have fewer than three corners or name points that are not there; they are "
        "ignored.",
        walk.badFaces(), input.faceVertexCounts.size());
  }

  std::vector<std::uint32_t> indices, triangleFaces;
  for (std::size_t part = 0; part < partCount; ++part) {
    if (indicesOfPart[part].empty()) continue;
    topology.parts.push_back({static_cast<std::uint32_t>(indices.size()),
                              static_cast<std::uint32_t>(indicesOfPart[part].size()), -1});
    topology.partOfParts.push_back(static_cast<int>(part));
    indices.insert(indices.end(), indicesOfPart[part].begin(), indicesOfPart[part].end());
    triangleFaces.insert(triangleFaces.end(), facesOfPart[part].begin(), facesOfPart[part].end());
  }
  topology.vertexPoints = Array<std::uint32_t>(std::move(points));
  topology.vertexCorners = Array<std::uint32_t>(std::move(corners));
  topology.vertexFaces = Array<std::uint32_t>(std::move(faces));
  topology.indices = Array<std::uint32_t>(std::move(indices));
  topology.triangleFaces = Array<std::uint32_t>(std::move(triangleFaces));
  return topology;
}

bool fits(const MeshTopology& topology, const MeshInput& input) {
  return topology.pointCount == input.points.size() && topology.isSplit == splitsPoints(input);
}

std::shared_ptr<const Geometry> buildMeshGeometry(const MeshInput& input,
                                                  const MeshTopology& topology,
                                                  std::string& problem) {
  auto geometry = std::make_shared<Geometry>();
  const std::size_t count = topology.vertexPoints.size();
  std::vector<glm::vec3> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = input.points[topology.vertexPoints[i]];
  geometry->indices = drawableTriangles(topology.indices, positions, problem);
  for (const std::uint32_t vertex : geometry->indices) {
    geometry->bounds.add(glm::dvec3(positions[vertex]));
  }

  const VertexValues normals(input.normals, input, "normals", glm::vec3(0.0f), problem);
  std::vector<glm::vec3> vertexNormals;
  if (normals.isUsable()) {
    vertexNormals.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      vertexNormals.push_back(unitOrUp(normals.at(topology, i)));
    }
  } else if (input.isFlat) {
    vertexNormals = computeVertexNormals(positions, geometry->indices);
  } else {
    const std::vector<glm::vec3> pointNormals = computePointNormals(input);
    vertexNormals.reserve(count);
    for (const std::uint32_t point : topology.vertexPoints) {
      vertexNormals.push_back(pointNormals[point]);
    }
  }
  const VertexValues texCoords(input.texCoords, input, "st", glm::vec2(0.0f), problem);
  if (texCoords.isUsable()) {
    std::vector<glm::vec2> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = texCoords.at(topology, i);
    geometry->texCoords = Array<glm::vec2>(std::move(values));
  }
  const VertexValues colors(input.colors, input, "displayColor", glm::vec3(0.5f), problem);
  const VertexValues opacities(input.opacities, input, "displayOpacity", 1.0f, problem);
  if (colors.isUsable() || opacities.isUsable()) {
    std::vector<glm::vec4> values(count, glm::vec4(0.5f, 0.5f, 0.5f, 1.0f));
    for (std::size_t i = 0; i < count; ++i) {
      if (colors.isUsable()) values[i] = glm::vec4(colors.at(topology, i), 1.0f);
      if (opacities.isUsable()) values[i].w = opacities.at(topology, i);
    }
    geometry->colors = Array<glm::vec4>(std::move(values));
  }
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->normals = Array<glm::vec3>(std::move(vertexNormals));
  geometry->vertexPoints = topology.vertexPoints;
  if (!input.primPoints.empty()) {
    std::vector<std::uint32_t> points;
    points.reserve(count);
    for (const std::uint32_t point : topology.vertexPoints) {
      points.push_back(input.primPoints[point]);
    }
    geometry->vertexPoints = Array<std::uint32_t>(std::move(points));
  }
  geometry->primitiveFaces = topology.triangleFaces;
  return geometry;
}

}  // namespace usdscope
