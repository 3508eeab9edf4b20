// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/scene/Stencils.h"
#include "engine/scene/Subdivision.h"

namespace usdscope {

/// The mesh elements to which the values of a primvar belong. (UsdGeomPrimvar.)
enum class Interpolation : std::uint8_t { Constant, Uniform, Varying, Vertex, FaceVarying };

/// An array and its interpolation. An empty array stands for a missing primvar.
template <typename T>
struct MeshPrimvar {
  Array<T> values;
  Interpolation interpolation = Interpolation::Constant;
  /// Per face corner, the authored index of its value, if the primvar is faceVarying and has
  /// indices. Refinement joins corners of a point that have equal indices. If empty, no corners are
  /// joined.
  Array<int> corners;

  bool operator==(const MeshPrimvar&) const = default;
  bool isEmpty() const { return values.empty(); }
  /// Whether each face or face corner has a value, so that faces cannot share points.
  bool splitsPoints() const {
    return !isEmpty() &&
           (interpolation == Interpolation::Uniform || interpolation == Interpolation::FaceVarying);
  }
};

/// The control points from which the points of a mesh are made, for skinning.
struct ControlPoints {
  Array<glm::vec3> points;
  Array<glm::vec3> normals;  ///< One for each control point.
  Stencils stencils;         ///< One row for each point of the mesh.
  bool operator==(const ControlPoints&) const = default;
};

/// A polygon mesh, as authored or made from another shape.
struct MeshInput {
  Array<glm::vec3> points;
  Array<int> faceVertexCounts;
  Array<int> faceVertexIndices;
  Array<int> holeIndices;  ///< Faces that are not drawn.
  bool isLeftHanded = false;
  bool isFlat = false;             ///< If normals are computed, they are computed per face.
  MeshPrimvar<glm::vec3> normals;  ///< Normals are computed if this is empty.
  MeshPrimvar<glm::vec2> texCoords;
  MeshPrimvar<glm::vec3> colors;
  MeshPrimvar<float> opacities;
  /// Per face, the index of its part. Empty if all faces are in part 0.
  std::vector<int> partOfFace;
  int partCount = 1;
  Subdivision subdivision;
  /// Per point, the index of the prim's point that it stands for. Empty if they are the same.
  Array<std::uint32_t> primPoints;
  ControlPoints control;  ///< Empty if joints move the points of the mesh themselves.
  std::string problem;    ///< A sentence that says what could not be read; else empty.
  bool operator==(const MeshInput&) const = default;
};

/// The triangulation of a mesh. It is reused while points move, because positions only affect the
/// choice of diagonals; see fits().
struct MeshTopology {
  std::size_t pointCount = 0;          ///< Number of points of the mesh.
  bool isSplit = false;                ///< Faces do not share vertices.
  Array<std::uint32_t> vertexPoints;   ///< Per vertex, its point.
  Array<std::uint32_t> vertexCorners;  ///< Per vertex, one face corner that it represents.
  Array<std::uint32_t> vertexFaces;    ///< Per vertex, one face to which it belongs.
  /// The indices of the first part, then those of the second part, and so on.
  Array<std::uint32_t> indices;
  Array<std::uint32_t> triangleFaces;
  std::vector<GeometryPart> parts;  ///< One for each part that has triangles; their material is -1.
  /// Per element of `parts`, its part number in MeshInput::partOfFace.
  std::vector<int> partOfParts;
  std::string problem;  ///< A sentence about problems of the input; else empty.
};

/// Triangulates a mesh. Omits faces that have point indices out of range or too few corners, and
/// reports them in `problem`.
MeshTopology buildMeshTopology(const MeshInput& input);

/// Returns whether a topology can be used for `input`: both have the same number of points, and
/// faces share vertices in both or in neither. Requires: the topology was built from the same
/// faces.
bool fits(const MeshTopology& topology, const MeshInput& input);

/// Computes the vertex values for a topology. Requires: fits(topology, input). Omits primvars of
/// the wrong size. Triangles at points that cannot be drawn get no area. Sets `problem` to a
/// sentence about these problems.
std::shared_ptr<const Geometry> buildMeshGeometry(const MeshInput& input,
                                                  const MeshTopology& topology,
                                                  std::string& problem);

}  // namespace usdscope
