// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/scene/Complexity.h"
#include "engine/value/Array.h"

namespace usdscope {

enum class SubdivisionScheme : std::uint8_t { None, CatmullClark, Loop, Bilinear };

/// The rule for points along the boundary of a mesh.
enum class BoundaryInterpolation : std::uint8_t { None, EdgeOnly, EdgeAndCorner };

/// The places at which faceVarying primvars are refined linearly.
enum class LinearInterpolation : std::uint8_t {
  None,
  CornersOnly,
  CornersPlus1,
  CornersPlus2,
  Boundaries,
  All
};

/// The rules by which a mesh is subdivided. (UsdGeomMesh.)
struct Subdivision {
  SubdivisionScheme scheme = SubdivisionScheme::None;
  /// How often each face is divided; 0 draws the cage.
  int level = 0;
  BoundaryInterpolation boundary = BoundaryInterpolation::EdgeAndCorner;
  LinearInterpolation faceVarying = LinearInterpolation::CornersPlus1;
  bool hasSmoothTriangles = false;  ///< triangleSubdivisionRule = "smooth".
  Array<int> creaseIndices;         ///< The points of all creases, one crease after the other.
  Array<int> creaseLengths;         ///< Per crease, its number of points.
  Array<float> creaseSharpnesses;   ///< One for each crease, or one for each edge of creases.
  Array<int> cornerIndices;
  Array<float> cornerSharpnesses;
  bool operator==(const Subdivision&) const = default;

  /// Whether normals are those of the smooth surface; authored normals are then ignored.
  bool isSmooth() const {
    return scheme == SubdivisionScheme::CatmullClark || scheme == SubdivisionScheme::Loop;
  }
};

/// Returns the level of refinement, from 0 for low to 3 for very high. (UsdImagingGL.)
constexpr int refineLevel(Complexity complexity) { return static_cast<int>(complexity); }

}  // namespace usdscope
