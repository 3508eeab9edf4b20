// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/math/Types.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// A prim's own transform at one time.
struct LocalTransform {
  glm::dmat4 parentFromLocal{1.0};
  bool resetsXformStack = false;  ///< The parent is then the world.
};

/// The transform ops of one prim, bound once and asked for many times. Immutable; any thread may
/// ask. Good as long as the stage lives.
///
/// Ops that xformOpOrder names but that do not exist, or whose value is of no fitting type, count
/// as the identity; prims that are not Xformable have the identity. (UsdGeomXformable.)
class XformQuery {
 public:
  XformQuery() = default;
  explicit XformQuery(const Prim& prim);

  LocalTransform at(TimeCode time) const;
  /// The same as a query of the prim has at the time, without making one.
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
  /// Calls `visit(kind, isInverse, attribute)` for each op that counts, in order; whether they
  /// reset the transform stack.
  template <typename Visit>
  static bool visitOps(const Prim& prim, const Visit& visit);
  static glm::dmat4 matrixOf(Kind kind, const Value& value, bool isInverse);

  std::vector<Op> ops_;
  bool resetsXformStack_ = false;
};

LocalTransform computeLocalTransform(const Prim& prim, TimeCode time);

/// World from local, all ancestors included down from the last reset of the transform stack.
glm::dmat4 computeWorldFromLocal(const Prim& prim, TimeCode time);

}  // namespace usdscope
