// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>

#include "engine/scene/MeshGeometry.h"
#include "engine/scene/Stencils.h"

namespace usdscope {

/// A mesh gets at most this many faces by refinement; its level is lowered if they would be more.
inline constexpr std::uint64_t kMostRefinedFaces = std::uint64_t{1} << 21;

/// The refinement of a mesh, without the values of its points and primvars. It is reused while
/// those vary; see fits(). Immutable.
struct RefinedMesh {
  /// The primvars that refinement depends on, in the order of `channels`.
  enum Primvar : std::size_t { kNormals, kTexCoords, kColors, kOpacities, kPrimvarCount };

  /// The refined values of a faceVarying primvar.
  struct Channel {
    Stencils values;                    ///< Their sources are face corners of the cage.
    Array<std::uint32_t> vertexValues;  ///< Per vertex, its row in `values`.
  };

  /// Properties of the input that the refinement depends on, besides its faces.
  struct Key {
    struct PrimvarKey {
      Interpolation interpolation = Interpolation::Constant;
      Array<int> corners;
      bool operator==(const PrimvarKey&) const = default;
    };
    std::size_t pointCount = 0;
    Array<int> holes;
    bool isLeftHanded = false;
    bool isFlat = false;
    Subdivision subdivision;
    std::array<PrimvarKey, kPrimvarCount> primvars;
    bool operator==(const Key&) const = default;
  };

  Key key;
  std::string problem;  ///< A sentence about problems of the input; else empty.
  int level = 0;        ///< The level that was reached, which may be lower than the wanted level.
  /// Triangles, vertices and parts. Points and faces are those of the cage: the point with the
  /// largest influence on the vertex, and the face from which the triangle was made. There are no
  /// corners.
  MeshTopology topology;
  Stencils points;                  ///< The weights of points and vertex primvars.
  Stencils varying;                 ///< The weights of varying primvars; empty if there are none.
  Array<std::uint32_t> vertexRows;  ///< Per vertex, its row in `points` and `varying`.
  std::array<Channel, kPrimvarCount> channels;  ///< Empty unless the primvar is faceVarying.
};

/// Returns the wanted level, or a lower one if the mesh would get more than kMostRefinedFaces. Sets
/// `problem` to a sentence in the latter case if it is still empty.
int limitedRefineLevel(const MeshInput& input, std::string& problem);

/// Refines a mesh uniformly to input.subdivision.level, with OpenSubdiv. Returns null for a mesh
/// that is not subdivided or cannot be refined; the cage is then drawn. Sets `problem` to a
/// sentence if the mesh cannot be refined, is refined less, or has invalid creases.
std::shared_ptr<const RefinedMesh> refineMesh(const MeshInput& input, std::string& problem);

/// Returns whether a refinement can be used for `input`. Requires: it was built from the same
/// faces.
bool fits(const RefinedMesh& refined, const MeshInput& input);

/// A refined geometry, and its cage for skinning.
struct RefinedGeometry {
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const RefinedCage> cage;
};

/// Returns the geometry of a cage. Its positions are those that can be drawn, because skinning
/// spreads every position; others become the origin.
std::shared_ptr<const Geometry> cageGeometry(const Array<glm::vec3>& cagePoints,
                                             Array<glm::vec3> normals);

/// Applies the stencils of a refinement to points and primvars. Smooth normals are those of the
/// cage, refined like points, as in Storm. Omits primvars of the wrong size. Triangles at points
/// that cannot be drawn get no area. Requires: fits(refined, input).
RefinedGeometry buildRefinedGeometry(const MeshInput& input, const RefinedMesh& refined,
                                     std::string& problem);

}  // namespace usdscope
