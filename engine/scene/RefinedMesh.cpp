// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/RefinedMesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/scene/detail/Refiner.h"
#include "engine/scene/detail/VertexPrimvar.h"

namespace usdscope {
namespace {

namespace Far = OpenSubdiv::Far;
using PrimvarKeys = std::array<RefinedMesh::Key::PrimvarKey, RefinedMesh::kPrimvarCount>;

// Primvars that cannot be used count as missing.
template <typename T>
RefinedMesh::Key::PrimvarKey keyOf(const MeshPrimvar<T>& primvar, const MeshInput& input) {
  if (!isUsable(primvar, input)) return {};
  return {primvar.interpolation, primvar.corners};
}

RefinedMesh::Key keyOf(const MeshInput& input) {
  RefinedMesh::Key key;
  key.pointCount = input.points.size();
  key.holes = input.holeIndices;
  key.isLeftHanded = input.isLeftHanded;
  key.isFlat = input.isFlat;
  key.subdivision = input.subdivision;
  key.primvars = {keyOf(input.normals, input), keyOf(input.texCoords, input),
                  keyOf(input.colors, input), keyOf(input.opacities, input)};
  return key;
}

bool has(const PrimvarKeys& primvars, Interpolation interpolation) {
  return std::ranges::any_of(
      primvars, [&](const auto& primvar) { return primvar.interpolation == interpolation; });
}

// Says why a mesh cannot be refined; empty if it can. The faces of a refiner must be valid.
std::string refusal(const MeshInput& input) {
  std::size_t corner = 0;
  for (const int count : input.faceVertexCounts) {
    if (count < 3 || static_cast<std::size_t>(count) > input.faceVertexIndices.size() - corner) {
      return "A face has fewer than three corners, or corners are missing; the mesh is not "
             "subdivided.";
    }
    if (input.subdivision.scheme == SubdivisionScheme::Loop && count != 3) {
      return fmt::format(
          "The scheme loop divides triangles only, and a face has {} corners; the mesh is not "
          "subdivided.",
          count);
    }
    corner += static_cast<std::size_t>(count);
  }
  const auto isOutside = [&](int point) {
    return point < 0 || static_cast<std::size_t>(point) >= input.points.size();
  };
  if (std::ranges::any_of(input.faceVertexIndices, isOutside)) {
    return "A face names points that are not there; the mesh is not subdivided.";
  }
  return {};
}

std::uint64_t refinedFaceCount(const MeshInput& input, int level) {
  if (input.subdivision.scheme == SubdivisionScheme::Loop) {
    return std::uint64_t{input.faceVertexCounts.size()} << (2 * level);
  }
  return std::uint64_t{input.faceVertexIndices.size()} << (2 * (level - 1));
}

constexpr std::string_view kLevelNames[] = {"low", "medium", "high", "very high"};

// Makes vertices from corners of refined faces. Corners of a point share a vertex if all their
// values are equal. The first vertex of each point has the point's index.
class Vertices {
 public:
  struct Values {
    std::uint32_t face = 0;  // 0 unless faces have values of their own.
    std::array<std::uint32_t, RefinedMesh::kPrimvarCount> rows{};
    bool operator==(const Values&) const = default;
  };

  explicit Vertices(std::size_t pointCount)
      : points(pointCount),
        cageFaces(pointCount, 0),
        values(pointCount),
        next_(pointCount, kUnused) {
    for (std::uint32_t i = 0; i < pointCount; ++i) points[i] = i;
  }

  std::uint32_t of(std::uint32_t point, const Values& wanted, std::uint32_t cageFace) {
    std::uint32_t at = point;
    if (next_[at] == kUnused) {
      next_[at] = kLast;
      values[at] = wanted;
      cageFaces[at] = cageFace;
      return at;
    }
    while (!(values[at] == wanted)) {
      if (next_[at] == kLast) {
        next_[at] = static_cast<std::uint32_t>(points.size());
        points.push_back(point);
        values.push_back(wanted);
        cageFaces.push_back(cageFace);
        next_.push_back(kLast);
        return next_[at];
      }
      at = next_[at];
    }
    return at;
  }

  std::vector<std::uint32_t> points;     // Per vertex, its refined point.
  std::vector<std::uint32_t> cageFaces;  // Per vertex, a face of the cage.
  std::vector<Values> values;

 private:
  static constexpr std::uint32_t kUnused = 0xFFFFFFFFu;
  static constexpr std::uint32_t kLast = 0xFFFFFFFEu;
  std::vector<std::uint32_t> next_;
};

// Returns the face of the cage from which each face of the last level was made.
std::vector<std::uint32_t> cageFacesOf(const Far::TopologyRefiner& refiner) {
  std::vector<std::uint32_t> faces(
      static_cast<std::size_t>(refiner.GetLevel(refiner.GetMaxLevel()).GetNumFaces()));
  for (int f = 0; f < static_cast<int>(faces.size()); ++f) {
    int face = f;
    for (int level = refiner.GetMaxLevel(); level > 0; --level) {
      face = refiner.GetLevel(level).GetFaceParentFace(face);
    }
    faces[static_cast<std::size_t>(f)] = static_cast<std::uint32_t>(face);
  }
  return faces;
}

// Returns, per row, the source with the largest weight.
std::vector<std::uint32_t> heaviestSources(const Stencils& stencils) {
  std::vector<std::uint32_t> sources(stencils.rowCount(), 0);
  for (std::size_t row = 0; row < sources.size(); ++row) {
    float most = -1.0f;
    for (std::size_t i = stencils.firsts[row]; i < stencils.firsts[row + 1]; ++i) {
      if (stencils.weights[i] <= most) continue;
      most = stencils.weights[i];
      sources[row] = stencils.sources[i];
    }
  }
  return sources;
}

class MeshRefiner {
 public:
  MeshRefiner(const MeshInput& input, RefinedMesh& mesh) : input_(input), mesh_(mesh) {}

  bool run() {
    std::vector<const CornerValues*> channels;
    for (std::size_t i = 0; i < RefinedMesh::kPrimvarCount; ++i) {
      const auto& primvar = mesh_.key.primvars[i];
      if (primvar.interpolation != Interpolation::FaceVarying) continue;
      corners_[i] = numberCornerValues(input_, primvar.corners);
      channelOf_[i] = static_cast<int>(channels.size());
      channels.push_back(&*corners_[i]);
    }
    const RefinerPointer refiner = refineTopology(input_, mesh_.level, channels, mesh_.problem);
    if (!refiner) return false;
    makeStencils(*refiner);
    makeTriangles(*refiner);
    return true;
  }

 private:
  void makeStencils(const Far::TopologyRefiner& refiner) {
    mesh_.points = pointStencils(refiner, false);
    if (has(mesh_.key.primvars, Interpolation::Varying)) {
      mesh_.varying = pointStencils(refiner, true);
    }
    for (std::size_t i = 0; i < RefinedMesh::kPrimvarCount; ++i) {
      if (!corners_[i]) continue;
      mesh_.channels[i].values = cornerStencils(refiner, channelOf_[i], *corners_[i]);
    }
  }

  void makeTriangles(const Far::TopologyRefiner& refiner) {
    const Far::TopologyLevel& last = refiner.GetLevel(refiner.GetMaxLevel());
    const std::vector<std::uint32_t> cageFaces = cageFacesOf(refiner);
    const bool hasUniform = has(mesh_.key.primvars, Interpolation::Uniform);
    const auto partCount = static_cast<std::size_t>(std::max(input_.partCount, 1));
    std::vector<std::vector<std::uint32_t>> indicesOfPart(partCount), facesOfPart(partCount);
    Vertices vertices(mesh_.points.rowCount());
    for (int face = 0; face < last.GetNumFaces(); ++face) {
      if (last.IsFaceHole(face)) continue;
      const std::uint32_t cageFace = cageFaces[static_cast<std::size_t>(face)];
      const auto points = last.GetFaceVertices(face);
      std::array<std::uint32_t, 4> corners{};
      const int count = std::min(points.size(), 4);
      for (int c = 0; c < count; ++c) {
        Vertices::Values values;
        if (hasUniform) values.face = cageFace;
        if (input_.isFlat) values.face = static_cast<std::uint32_t>(face);
        for (std::size_t i = 0; i < RefinedMesh::kPrimvarCount; ++i) {
          if (!corners_[i]) continue;
          values.rows[i] =
              static_cast<std::uint32_t>(last.GetFaceFVarValues(face, channelOf_[i])[c]);
        }
        corners[static_cast<std::size_t>(c)] =
            vertices.of(static_cast<std::uint32_t>(points[c]), values, cageFace);
      }
      const std::size_t own = cageFace < input_.partOfFace.size()
                                  ? static_cast<std::size_t>(input_.partOfFace[cageFace])
                                  : 0;
      const std::size_t part = own < partCount ? own : 0;
      for (int c = 2; c < count; ++c) {
        const auto second = static_cast<std::size_t>(input_.isLeftHanded ? c : c - 1);
        const auto third = static_cast<std::size_t>(input_.isLeftHanded ? c - 1 : c);
        indicesOfPart[part].insert(indicesOfPart[part].end(),
                                   {corners[0], corners[second], corners[third]});
        facesOfPart[part].push_back(cageFace);
      }
    }
    joinParts(indicesOfPart, facesOfPart);
    keepVertices(vertices);
  }

  void joinParts(const std::vector<std::vector<std::uint32_t>>& indicesOfPart,
                 const std::vector<std::vector<std::uint32_t>>& facesOfPart) {
    std::vector<std::uint32_t> indices, faces;
    for (std::size_t part = 0; part < indicesOfPart.size(); ++part) {
      if (indicesOfPart[part].empty()) continue;
      mesh_.topology.parts.push_back({static_cast<std::uint32_t>(indices.size()),
                                      static_cast<std::uint32_t>(indicesOfPart[part].size()), -1});
      mesh_.topology.partOfParts.push_back(static_cast<int>(part));
      indices.insert(indices.end(), indicesOfPart[part].begin(), indicesOfPart[part].end());
      faces.insert(faces.end(), facesOfPart[part].begin(), facesOfPart[part].end());
    }
    mesh_.topology.indices = Array<std::uint32_t>(std::move(indices));
    mesh_.topology.triangleFaces = Array<std::uint32_t>(std::move(faces));
  }

  void keepVertices(Vertices& vertices) {
    const std::vector<std::uint32_t> heaviest = heaviestSources(mesh_.points);
    std::vector<std::uint32_t> cagePoints;
    cagePoints.reserve(vertices.points.size());
    for (const std::uint32_t point : vertices.points) cagePoints.push_back(heaviest[point]);
    for (std::size_t i = 0; i < RefinedMesh::kPrimvarCount; ++i) {
      if (!corners_[i]) continue;
      std::vector<std::uint32_t> rows;
      rows.reserve(vertices.values.size());
      for (const Vertices::Values& values : vertices.values) rows.push_back(values.rows[i]);
      mesh_.channels[i].vertexValues = Array<std::uint32_t>(std::move(rows));
    }
    mesh_.topology.pointCount = input_.points.size();
    mesh_.topology.isSplit = vertices.points.size() > mesh_.points.rowCount();
    mesh_.topology.vertexPoints = Array<std::uint32_t>(std::move(cagePoints));
    mesh_.topology.vertexFaces = Array<std::uint32_t>(std::move(vertices.cageFaces));
    mesh_.vertexRows = Array<std::uint32_t>(std::move(vertices.points));
  }

  const MeshInput& input_;
  RefinedMesh& mesh_;
  std::array<std::optional<CornerValues>, RefinedMesh::kPrimvarCount> corners_;
  std::array<int, RefinedMesh::kPrimvarCount> channelOf_{};
};

}  // namespace

int limitedRefineLevel(const MeshInput& input, std::string& problem) {
  const int wanted = std::min(input.subdivision.level, refineLevel(Complexity::VeryHigh));
  int level = wanted;
  while (level > 0 && refinedFaceCount(input, level) > kMostRefinedFaces) --level;
  if (level < wanted && problem.empty()) {
    problem = fmt::format("At {} complexity it would have {} faces; it is drawn at {} complexity.",
                          kLevelNames[wanted], refinedFaceCount(input, wanted), kLevelNames[level]);
  }
  return level;
}

std::shared_ptr<const RefinedMesh> refineMesh(const MeshInput& input, std::string& problem) {
  if (input.subdivision.scheme == SubdivisionScheme::None || input.subdivision.level <= 0) {
    return nullptr;
  }
  if (input.faceVertexCounts.empty() || input.points.empty()) return nullptr;
  if (std::string why = refusal(input); !why.empty()) {
    problem = std::move(why);
    return nullptr;
  }
  auto mesh = std::make_shared<RefinedMesh>();
  mesh->level = limitedRefineLevel(input, mesh->problem);
  mesh->key = keyOf(input);
  const bool isRefined = mesh->level > 0 && MeshRefiner(input, *mesh).run();
  if (!mesh->problem.empty()) problem = mesh->problem;
  return isRefined ? mesh : nullptr;
}

bool fits(const RefinedMesh& refined, const MeshInput& input) {
  return refined.key == keyOf(input);
}

}  // namespace usdscope
