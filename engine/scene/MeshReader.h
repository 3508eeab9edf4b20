// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/MeshGeometry.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Names of the primvars to draw.
struct DrawnPrimvars {
  Token texCoords = geom::kSt;
  Token colors = geom::kDisplayColor;
  Token opacities = geom::kDisplayOpacity;
};

/// Reads a Mesh prim: points, faces, holes, subdivision, and the primvars to draw. As in the
/// reference, authored normals are ignored if the scheme is catmullClark or loop.
MeshInput readMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time);

/// Reads the surface of a TetMesh prim, if it has one.
MeshInput readTetMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time);

/// Reads the widths of curves and points: the primvar, else the attribute. Sets `problem` if the
/// widths cannot be read and `problem` is still empty.
MeshPrimvar<float> readWidths(const Prim& prim, TimeCode time, std::string& problem);

/// Reads the normals of curves: the primvar, else the attribute. Sets `problem` as readWidths()
/// does.
MeshPrimvar<glm::vec3> readNormals(const Prim& prim, TimeCode time, std::string& problem);

/// Reads the primvars that every gprim may have: colours, displayOpacity, texture coordinates.
void readSharedPrimvars(const Prim& prim, const DrawnPrimvars& names, TimeCode time,
                        MeshInput& input);

}  // namespace usdscope
