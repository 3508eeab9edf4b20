// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// The mesh elements that values of a primvar belong to. (UsdGeomPrimvar.)
enum class Interpolation : std::uint8_t { Constant, Uniform, Varying, Vertex, FaceVarying };

/// An array and its interpolation. An empty array stands for a missing primvar.
template <typename T>
struct MeshPrimvar {
  Array<T> values;
  Interpolation interpolation = Interpolation::Constant;

  bool operator==(const MeshPrimvar&) const = default;
  bool isEmpty() const { return values.empty(); }
  /// Whether each face or face corner has a value, so that faces cannot share points.
  bool splitsPoints() const {
    return !isEmpty() &&
           (interpolation == Interpolation::Uniform || interpolation == Interpolation::FaceVarying);
  }
};

/// A polygon mesh as authored.
struct MeshInput {
  Array<glm::vec3> points;
  Array<int> faceVertexCounts;
  Array<int> faceVertexIndices;
  Array<int> holeIndices;  ///< Faces that are not drawn.
  bool isLeftHanded = false;
  bool isFlat = false;             ///< Computed normals are per face.
  MeshPrimvar<glm::vec3> normals;  ///< Empty: computed.
  MeshPrimvar<glm::vec2> texCoords;
  MeshPrimvar<glm::vec3> colors;
  MeshPrimvar<float> opacities;
  std::vector<int> partOfFace;  ///< Per face, or empty: all in part 0.
  int partCount = 1;
  std::string problem;  ///< Why a part could not be read, as a sentence; else empty.
  bool operator==(const MeshInput&) const = default;
};

/// The triangulation of a mesh. It depends on positions only in the choice of diagonals, so it is
/// reused while points move; see fits().
struct MeshTopology {
  std::size_t pointCount = 0;          ///< Points of the mesh.
  bool isSplit = false;                ///< Faces do not share vertices.
  Array<std::uint32_t> vertexPoints;   ///< Per vertex, its point.
  Array<std::uint32_t> vertexCorners;  ///< Per vertex, a face corner that it stands for.
  Array<std::uint32_t> vertexFaces;    ///< Per vertex, a face that it belongs to.
  Array<std::uint32_t> indices;        ///< Part by part.
  Array<std::uint32_t> triangleFaces;
  std::vector<GeometryPart> parts;  ///< One for each part that has triangles; material -1.
  std::vector<int> partOfParts;     ///< Per part, its index in the input.
  std::string problem;              ///< Problems of the input, as a sentence.
};

/// Triangulates a mesh. Leaves out faces with point indices out of range or too few corners, and
/// reports them in `problem`.
MeshTopology buildMeshTopology(const MeshInput& input);

/// Returns whether a topology that was built from the same faces fits `input`: the number of points
/// is equal, and so is whether faces share vertices.
bool fits(const MeshTopology& topology, const MeshInput& input);

/// Computes the vertex values for a topology. Requires: fits(topology, input). Leaves out primvars
/// whose size does not fit and gives triangles at points that cannot be drawn no area. Sets
/// `problem` to what was wrong.
std::shared_ptr<const Geometry> buildMeshGeometry(const MeshInput& input,
                                                  const MeshTopology& topology,
                                                  std::string& problem);

}  // namespace usdscope
