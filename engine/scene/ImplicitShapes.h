// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "engine/base/Token.h"
#include "engine/scene/Complexity.h"
#include "engine/scene/MeshGeometry.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The type and the sizes of an implicit shape.
struct ImplicitShape {
  /// The two versions of cylinders and capsules differ only in their parameters.
  enum class Kind : std::uint8_t { Cube, Sphere, Cone, Cylinder, Capsule, Plane };
  Kind kind = Kind::Cube;
  /// Cube: its size. Sphere: its radius. Cone, Cylinder and Capsule: radius at the bottom and at
  /// the top, height; a cone has a top of radius 0. Plane: width, length.
  std::array<double, 3> sizes{};
  Token axis;                               ///< Empty for shapes without an axis.
  Complexity complexity = Complexity::Low;  ///< Low for shapes that are not round.
  bool operator==(const ImplicitShape&) const = default;
};

/// Reads the parameters of a Cube, Sphere, Cone, Cylinder, Capsule (and their versions) or Plane;
/// empty for other types.
std::optional<ImplicitShape> readImplicitShape(const Prim& prim, TimeCode time,
                                               Complexity complexity = Complexity::Low);

/// Builds the polygons of a shape in its local space. Round shapes are the cages of subdivision
/// surfaces with 10 faces around, as in the reference: low complexity draws the cage.
MeshInput buildImplicitShape(const ImplicitShape& shape);

/// The polygons of shapes, built once for all prims with the same parameters. Holds a limited
/// number of shapes. Thread-safe.
class ShapeCache {
 public:
  /// Returns the polygons of a prim; empty when it is not an implicit shape. Equal shapes share
  /// their arrays.
  std::optional<MeshInput> shapeOf(const Prim& prim, TimeCode time, Complexity complexity);

 private:
  struct Hash {
    std::size_t operator()(const ImplicitShape& shape) const;
  };
  std::mutex mutex_;
  std::unordered_map<ImplicitShape, MeshInput, Hash> shapes_;
};

}  // namespace usdscope
