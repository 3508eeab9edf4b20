// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Xformable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

constexpr std::string_view kXformOpPrefix = "xformOp:";

std::optional<double> asScalar(const Value& value) {
  if (const auto* x = value.find<double>()) return *x;
  if (const auto* x = value.find<float>()) return *x;
  if (const auto* x = value.find<Half>()) return float(*x);
  return std::nullopt;
}

std::optional<glm::dvec3> asVector(const Value& value) {
  if (const auto* v = value.find<glm::dvec3>()) return *v;
  if (const auto* v = value.find<glm::vec3>()) return glm::dvec3(*v);
  if (const auto* v = value.find<HalfVec3>()) {
    return glm::dvec3(float((*v)[0]), float((*v)[1]), float((*v)[2]));
  }
  return std::nullopt;
}

std::optional<glm::dquat> asQuaternion(const Value& value) {
  if (const auto* q = value.find<glm::dquat>()) return *q;
  if (const auto* q = value.find<glm::quat>()) return glm::dquat(*q);
  if (const auto* q = value.find<HalfQuat>()) {
    return glm::dquat(float(q->ijkr[3]), float(q->ijkr[0]), float(q->ijkr[1]), float(q->ijkr[2]));
  }
  return std::nullopt;
}

glm::dmat4 translation(const glm::dvec3& offset) {
  glm::dmat4 matrix(1.0);
  matrix[3] = glm::dvec4(offset, 1.0);
  return matrix;
}

glm::dmat4 scaling(const glm::dvec3& factors) {
  glm::dmat4 matrix(1.0);
  for (int i = 0; i < 3; ++i) matrix[i][i] = factors[i];
  return matrix;
}

glm::dmat4 rotation(int axis, double degrees) {
  const double radians = glm::radians(degrees);
  const double c = std::cos(radians);
  const double s = std::sin(radians);
  const int a = (axis + 1) % 3;
  const int b = (axis + 2) % 3;
  glm::dmat4 matrix(1.0);
  matrix[a][a] = c;
  matrix[a][b] = s;
  matrix[b][a] = -s;
  matrix[b][b] = c;
  return matrix;
}

// The reference converts the quaternion to an axis and an angle first: the axis is normalised, the
// angle follows from the real part as authored.
glm::dmat4 rotation(const glm::dquat& q) {
  const glm::dvec3 imaginary(q.x, q.y, q.z);
  const double length = glm::length(imaginary);
  if (length <= 1e-10) return glm::dmat4(1.0);
  const double half = std::acos(std::clamp(q.w, -1.0, 1.0));
  const glm::dvec3 axis = imaginary / length * std::sin(half);
  return glm::mat4_cast(glm::dquat(std::cos(half), axis.x, axis.y, axis.z));
}

}  // namespace

bool XformQuery::kindOf(std::string_view name, Kind& kind) {
  static constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"orient", Kind::Orient},         {"rotateX", Kind::RotateX},
      {"rotateXYZ", Kind::RotateXYZ},   {"rotateXZY", Kind::RotateXZY},
      {"rotateY", Kind::RotateY},       {"rotateYXZ", Kind::RotateYXZ},
      {"rotateYZX", Kind::RotateYZX},   {"rotateZ", Kind::RotateZ},
      {"rotateZXY", Kind::RotateZXY},   {"rotateZYX", Kind::RotateZYX},
      {"scale", Kind::Scale},           {"scaleX", Kind::ScaleX},
      {"scaleY", Kind::ScaleY},         {"scaleZ", Kind::ScaleZ},
      {"transform", Kind::Transform},   {"translate", Kind::Translate},
      {"translateX", Kind::TranslateX}, {"translateY", Kind::TranslateY},
      {"translateZ", Kind::TranslateZ},
  };
  static_assert(std::ranges::is_sorted(kKinds, {}, &std::pair<std::string_view, Kind>::first));
  const auto* const found =
      std::ranges::lower_bound(kKinds, name, {}, &std::pair<std::string_view, Kind>::first);
  if (found == std::end(kKinds) || found->first != name) return false;
  kind = found->second;
  return true;
}

template <typename Visit>
bool XformQuery::visitOps(const Prim& prim, const Visit& visit) {
  if (!prim.isA(types::kXformable)) return false;
  const auto order = readValue<Array<Token>>(prim, geom::kXformOpOrder);
  if (!order) return false;
  // Ops before the last reset have no effect.
  auto names = order->span();
  bool resetsXformStack = false;
  for (std::size_t i = names.size(); i > 0 && !resetsXformStack; --i) {
    if (names[i - 1] != geom::kResetXformStack) continue;
    resetsXformStack = true;
    names = names.subspan(i);
  }
  struct NamedOp {
    Token name;
    Kind kind{};
    bool isInverse = false;
    Attribute attribute;
  };
  std::optional<NamedOp> pending;
  for (std::size_t i = names.size(); i > 0; --i) {
    Token name = names[i - 1];
    const bool isInverse = name.text().starts_with(geom::kInvertPrefix);
    if (isInverse) name = Token(name.text().substr(geom::kInvertPrefix.size()));
    if (!name.text().starts_with(kXformOpPrefix)) continue;
    const std::string_view type = name.text().substr(kXformOpPrefix.size());
    Kind kind{};
    if (!kindOf(type.substr(0, type.find(':')), kind)) continue;
    const Attribute attribute = prim.attribute(name);
    if (!attribute) continue;
    if (pending && pending->name == name && pending->isInverse != isInverse) {
      pending.reset();
      continue;
    }
    if (pending) visit(pending->kind, pending->isInverse, pending->attribute);
    pending = NamedOp{name, kind, isInverse, attribute};
  }
  if (pending) visit(pending->kind, pending->isInverse, pending->attribute);
  return resetsXformStack;
}

glm::dmat4 XformQuery::matrixOf(Kind kind, const Value& value, bool isInverse) {
  const double sign = isInverse ? -1.0 : 1.0;
  const auto along = [](int axis, double x) {
    glm::dvec3 vector(0.0);
    vector[axis] = x;
    return vector;
  };
  switch (kind) {
    case Kind::Translate:
      if (const auto v = asVector(value)) return translation(*v * sign);
      break;
    case Kind::TranslateX:
    case Kind::TranslateY:
    case Kind::TranslateZ:
      if (const auto x = asScalar(value)) {
        return translation(along(int(kind) - int(Kind::TranslateX), *x * sign));
      }
      break;
    case Kind::Scale:
      if (const auto v = asVector(value)) return scaling(isInverse ? 1.0 / *v : *v);
      break;
    case Kind::ScaleX:
    case Kind::ScaleY:
    case Kind::ScaleZ:
      if (const auto x = asScalar(value)) {
        // The reference takes the negative for the inverse, as of a translation.
        return scaling(glm::dvec3(1.0) + along(int(kind) - int(Kind::ScaleX), *x * sign - 1.0));
      }
      break;
    case Kind::RotateX:
    case Kind::RotateY:
    case Kind::RotateZ:
      if (const auto x = asScalar(value)) {
        return rotation(int(kind) - int(Kind::RotateX), *x * sign);
      }
      break;
    case Kind::RotateXYZ:
    case Kind::RotateXZY:
    case Kind::RotateYXZ:
    case Kind::RotateYZX:
    case Kind::RotateZXY:
    case Kind::RotateZYX:
      if (const auto v = asVector(value)) {
        // The axis named first rotates first, so its matrix stands rightmost.
        static constexpr int kOrders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                             {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        const auto& order = kOrders[int(kind) - int(Kind::RotateXYZ)];
        const auto turn = [&](int i) { return rotation(order[i], (*v)[order[i]] * sign); };
        return isInverse ? turn(0) * turn(1) * turn(2) : turn(2) * turn(1) * turn(0);
      }
      break;
    case Kind::Orient:
      if (const auto q = asQuaternion(value)) {
        return isInverse ? glm::transpose(rotation(*q)) : rotation(*q);
      }
      break;
    case Kind::Transform:
      if (const auto* m = value.find<glm::dmat4>()) {
        if (!isInverse) return *m;
        if (glm::determinant(*m) != 0.0) return glm::inverse(*m);
      }
      break;
  }
  return glm::dmat4(1.0);
}

XformQuery::XformQuery(const Prim& prim) {
  resetsXformStack_ = visitOps(prim, [this](Kind kind, bool isInverse, const Attribute& attribute) {
    ops_.push_back({kind, isInverse, attribute.query()});
  });
}

LocalTransform XformQuery::at(TimeCode time) const {
  LocalTransform result;
  result.resetsXformStack = resetsXformStack_;
  for (const Op& op : ops_) {
    result.parentFromLocal =
        matrixOf(op.kind, op.value.value(time), op.isInverse) * result.parentFromLocal;
  }
  return result;
}

bool XformQuery::mightBeTimeVarying() const {
  return std::ranges::any_of(ops_, [](const Op& op) { return op.value.mightBeTimeVarying(); });
}

LocalTransform XformQuery::compute(const Prim& prim, TimeCode time) {
  LocalTransform result;
  result.resetsXformStack =
      visitOps(prim, [&](Kind kind, bool isInverse, const Attribute& attribute) {
        result.parentFromLocal =
            matrixOf(kind, attribute.value(time), isInverse) * result.parentFromLocal;
      });
  return result;
}

std::vector<Attribute> transformOps(const Prim& prim) {
  std::vector<Attribute> ops;
  const auto order = readValue<Array<Token>>(prim, geom::kXformOpOrder);
  if (!order) return ops;
  for (Token name : *order) {
    if (name == geom::kResetXformStack) continue;
    if (name.text().starts_with(geom::kInvertPrefix)) {
      name = Token(name.text().substr(geom::kInvertPrefix.size()));
    }
    const Attribute op = prim.attribute(name);
    if (op && std::ranges::find(ops, name, &Attribute::name) == ops.end()) ops.push_back(op);
  }
  return ops;
}

LocalTransform computeLocalTransform(const Prim& prim, TimeCode time) {
  return XformQuery::compute(prim, time);
}

glm::dmat4 computeWorldFromLocal(const Prim& prim, TimeCode time) {
  glm::dmat4 worldFromLocal(1.0);
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    const LocalTransform local = computeLocalTransform(at, time);
    worldFromLocal = local.parentFromLocal * worldFromLocal;
    if (local.resetsXformStack) break;
  }
  return worldFromLocal;
}

}  // namespace usdscope
