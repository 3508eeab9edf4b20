// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "engine/scene/Complexity.h"
#include "engine/scene/MeshGeometry.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Builds the polygons of a Cube, Sphere, Cone, Cylinder, Capsule (and their versions) or Plane in
/// its local space; empty for other types. Round shapes have 32 by 16 faces at low complexity, and
/// up to four times as many around.
std::optional<MeshInput> implicitShape(const Prim& prim, TimeCode time,
                                       Complexity complexity = Complexity::Low);

}  // namespace usdscope
