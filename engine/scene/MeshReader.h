// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/MeshGeometry.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Names of the primvars that are drawn.
struct DrawnPrimvars {
  Token texCoords{"st"};
  Token colors{"displayColor"};
};

/// Reads a Mesh prim: points, faces, holes, and the primvars that are drawn. Authored normals count
/// only where the mesh is not subdivided, as in the reference.
MeshInput readMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time);

/// Reads the surface of a TetMesh prim, where it has one.
MeshInput readTetMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time);

/// Widths of curves and points: the primvar, else the attribute. `problem`, if it was empty, says
/// what could not be read.
MeshPrimvar<float> readWidths(const Prim& prim, TimeCode time, std::string& problem);

/// Adds the primvars that any gprim can have: colours, displayOpacity, texture coordinates.
void readSharedPrimvars(const Prim& prim, const DrawnPrimvars& names, TimeCode time,
                        MeshInput& input);

}  // namespace usdscope
