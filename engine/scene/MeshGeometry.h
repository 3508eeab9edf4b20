// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// To what the elements of a primvar belong. (UsdGeomPrimvar.)
enum class Interpolation : std::uint8_t { Constant, Uniform, Varying, Vertex, FaceVarying };

/// An array with what its elements belong to; empty: there is none.
template <typename T>
struct MeshPrimvar {
  Array<T> values;
  Interpolation interpolation = Interpolation::Constant;

  bool operator==(const MeshPrimvar&) const = default;
  bool isEmpty() const { return values.empty(); }
  /// One value for each face or face corner: then points cannot be shared between faces.
  bool splitsPoints() const {
    return !isEmpty() &&
           (interpolation == Interpolation::Uniform || interpolation == Interpolation::FaceVarying);
  }
};

/// A polygon mesh as scene description has it.
struct MeshInput {
  Array<glm::vec3> points;
  Array<int> faceVertexCounts;
  Array<int> faceVertexIndices;
  Array<int> holeIndices;  ///< Faces that are not drawn.
  bool isLeftHanded = false;
  bool isFlat = false;             ///< Computed normals are those of the faces.
  MeshPrimvar<glm::vec3> normals;  ///< Empty: computed.
  MeshPrimvar<glm::vec2> texCoords;
  MeshPrimvar<glm::vec3> colors;
  MeshPrimvar<float> opacities;
  std::vector<int> partOfFace;  ///< Per face, or empty: all in part 0.
  int partCount = 1;
  std::string problem;  ///< What of it could not be read, a sentence; else empty.
  bool operator==(const MeshInput&) const = default;
};

/// How faces became triangles. Does not depend on positions beyond the choice of diagonals, so it
/// is kept while points move; see fits().
struct MeshTopology {
  std::size_t pointCount = 0;          ///< Of the mesh.
  bool isSplit = false;                ///< Every face has vertices of its own.
  Array<std::uint32_t> vertexPoints;   ///< Per vertex, its point.
  Array<std::uint32_t> vertexCorners;  ///< Per vertex, a face corner that it stands for.
  Array<std::uint32_t> vertexFaces;    ///< Per vertex, a face that it belongs to.
  Array<std::uint32_t> indices;        ///< Part by part.
  Array<std::uint32_t> triangleFaces;
  std::vector<GeometryPart> parts;  ///< One for each part that has triangles; material -1.
  std::vector<int> partOfParts;     ///< Which part of the input each of them is.
  std::string problem;              ///< What was wrong with the input, a sentence; else empty.
};

/// Faces that name points which are not there, or that lack corners, are left out and said to be
/// in `problem`.
MeshTopology buildMeshTopology(const MeshInput& input);

/// Whether a topology that was built from a mesh of the same faces is still that of `input`: the
/// number of points is the same, and so is whether they are split.
bool fits(const MeshTopology& topology, const MeshInput& input);

/// Puts values at the vertices of a topology that fits. Primvars whose size does not fit are left
/// out, and triangles at points that cannot be drawn have no area; `problem`, if anything was
/// wrong, says what.
std::shared_ptr<const Geometry> buildMeshGeometry(const MeshInput& input,
                                                  const MeshTopology& topology,
                                                  std::string& problem);

}  // namespace usdscope
