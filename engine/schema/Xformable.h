// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/math/Types.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// The transform of a prim relative to its parent, at one time.
struct LocalTransform {
  glm::dmat4 parentFromLocal{1.0};
  bool resetsXformStack = false;  ///< If true, the parent is the world.
};

/// The transform ops of one prim, bound once and evaluated at many times. Immutable, so
/// thread-safe. Valid while the stage lives.
///
/// An op in xformOpOrder that does not exist or has an unsuitable type is the identity, and so is
/// the inverse of a matrix that has none. Neighbours that are inverse to each other are ignored,
/// so that a pair around nothing is the identity even for a scale of 0. Prims that are not
/// Xformable have the identity. (UsdGeomXformable.)
class XformQuery {
 public:
  XformQuery() = default;
  explicit XformQuery(const Prim& prim);

  LocalTransform at(TimeCode time) const;
  /// Evaluates a prim once, without making a query.
  static LocalTransform compute(const Prim& prim, TimeCode time);
  bool mightBeTimeVarying() const;
  bool isIdentity() const { return ops_.empty(); }

 private:
  enum class Kind : std::uint8_t {
    Translate,
    TranslateX,
    TranslateY,
    TranslateZ,
    Scale,
    ScaleX,
    ScaleY,
    ScaleZ,
    RotateX,
    RotateY,
    RotateZ,
    RotateXYZ,
    RotateXZY,
    RotateYXZ,
    RotateYZX,
    RotateZXY,
    RotateZYX,
    Orient,
    Transform,
  };
  struct Op {
    Kind kind = Kind::Transform;
    bool isInverse = false;
    AttributeQuery value;
  };
  static bool kindOf(std::string_view name, Kind& kind);
  /// Calls `visit(kind, isInverse, attribute)` for each op after the last reset of the transform
  /// stack, beginning with the last, which is applied first. Ignores pairs of neighbours that
  /// are inverse to each other. Returns whether the ops reset the transform stack.
  template <typename Visit>
  static bool visitOps(const Prim& prim, const Visit& visit);
  static glm::dmat4 matrixOf(Kind kind, const Value& value, bool isInverse);

  std::vector<Op> ops_;  // The last op of the order is first.
  bool resetsXformStack_ = false;
};

/// Returns the attributes that xformOpOrder names, in its order and each once, whether or not a
/// later reset of the transform stack makes them ineffective.
std::vector<Attribute> transformOps(const Prim& prim);

LocalTransform computeLocalTransform(const Prim& prim, TimeCode time);

/// Computes world from local, through all ancestors up to a reset of the transform stack.
glm::dmat4 computeWorldFromLocal(const Prim& prim, TimeCode time);

}  // namespace usdscope
