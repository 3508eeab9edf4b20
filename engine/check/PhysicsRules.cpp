// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/check/detail/Names.h"
#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/ScaleFactors.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"

namespace usdscope::detail {
namespace {

bool readFlag(const Prim& prim, Token attribute) {
  return readValue<bool>(prim, attribute).value_or(false);
}

bool isEnabledBody(const Prim& prim) {
  return prim.hasApi(names::kRigidBodyApi) && readFlag(prim, names::kRigidBodyEnabled);
}

// Returns the prim or its nearest ancestor that is an enabled rigid body; empty if there is none.
Prim findBody(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isEnabledBody(at)) return at;
  }
  return {};
}

void checkInertia(const Prim& prim, Reporter& report) {
  const auto add = [&](std::string message) {
    report.error("InertiaInvalidValues", prim.path(), std::move(message));
  };
  const Attribute axes = prim.attribute(names::kPrincipalAxes);
  const Attribute inertia = prim.attribute(names::kDiagonalInertia);
  const bool hasAxes = axes && axes.hasAuthoredValue();
  const bool hasInertia = inertia && inertia.hasAuthoredValue();
  if (hasAxes != hasInertia) {
    add(fmt::format("{} is authored without {}; both or none are expected.",
                    (hasAxes ? axes : inertia).name().text(),
                    (hasAxes ? inertia : axes).name().text()));
    return;
  }
  if (!hasAxes) return;
  const Value axesValue = axes.value();
  const Value inertiaValue = inertia.value();
  const auto* rotation = axesValue.find<glm::quat>();
  const auto* diagonal = inertiaValue.find<glm::vec3>();
  if (!rotation || !diagonal) return;
  const bool isDefaultAxes = *rotation == glm::quat(0.0f, 0.0f, 0.0f, 0.0f);
  const bool isDefaultInertia = *diagonal == glm::vec3(0.0f);
  if (isDefaultAxes != isDefaultInertia) {
    add(fmt::format("{} is zero and {} is not; both or none are expected to be zero.",
                    (isDefaultAxes ? axes : inertia).name().text(),
                    (isDefaultAxes ? inertia : axes).name().text()));
    return;
  }
  if (isDefaultAxes) return;
  constexpr float kTolerance = 1e-5f;
  if (!(std::abs(glm::length(*rotation) - 1.0f) <= kTolerance)) {
    add("The quaternion of principalAxes must have the length 1.");
  }
  if (!(diagonal->x > 0.0f && diagonal->y > 0.0f && diagonal->z > 0.0f)) {
    add("The elements of diagonalInertia must be positive.");
  }
}

void checkMass(const Prim& prim, Reporter& report) {
  if (!prim.hasApi(names::kMassApi)) return;
  if (readValue<float>(prim, names::kMass).value_or(0.0f) < 0.0f) {
    report.error("MassInvalidValues", prim.path(), "The mass is negative.");
  }
  if (readValue<float>(prim, names::kDensity).value_or(0.0f) < 0.0f) {
    report.error("DensityInvalidValues", prim.path(), "The density is negative.");
  }
  checkInertia(prim, report);
}

ScaleFactors worldScale(const Prim& prim) {
  return scaleFactorsOf(glm::dmat3(computeWorldFromLocal(prim, TimeCode())));
}

bool needsUniformScale(const Prim& prim) {
  const Token kTypes[] = {types::kSphere,    types::kCapsule, types::kCapsule1, types::kCylinder,
                          types::kCylinder1, types::kCone,    types::kPoints};
  return std::ranges::any_of(kTypes, [&](Token type) { return prim.isA(type); });
}

template <typename T>
std::size_t countOf(const Prim& prim, Token attribute) {
  const auto values = readValue<Array<T>>(prim, attribute);
  return values ? values->size() : 0;
}

// A primvar replaces the attribute; its indices replace its values.
std::pair<Token, std::size_t> widthsOf(const Prim& points) {
  static const Token kPrimvar("primvars:widths");
  static const Token kIndices("primvars:widths:indices");
  const auto isAuthored = [&](Token name) {
    const Attribute attribute = points.attribute(name);
    return attribute && attribute.hasAuthoredValue();
  };
  if (!isAuthored(kPrimvar)) return {geom::kWidths, countOf<float>(points, geom::kWidths)};
  if (isAuthored(kIndices)) return {kIndices, countOf<int>(points, kIndices)};
  return {kPrimvar, countOf<float>(points, kPrimvar)};
}

}  // namespace

void checkRigidBody(const CheckedStage&, const Prim& prim, Reporter& report) {
  if (!prim.isA(types::kXformable)) {
    report.error("RigidBodyNonXformable", prim.path(),
                 "The rigid body has no transform; the type of the prim must be xformable.");
  }
  if (prim.isInstanceProxy() && isEnabledBody(prim) && !readFlag(prim, names::kKinematicEnabled)) {
    report.error("RigidBodyNonInstanceable", prim.path(),
                 "The rigid body is in an instance, which cannot move its prims.");
  }
  const ScaleFactors scale = worldScale(prim);
  if (!scale.isUniform() && scale.isRotated) {
    report.error("RigidBodyOrientationScale", prim.path(),
                 "The rigid body is scaled along axes that are not its own (it is sheared).");
  }
  checkMass(prim, report);
}

void checkCollider(const CheckedStage&, const Prim& prim, Reporter& report) {
  if (!prim.isA(types::kGprim)) return;
  if (needsUniformScale(prim) && !worldScale(prim).isUniform()) {
    report.error("ColliderNonUniformScale", prim.path(),
                 fmt::format("The scale of a collider of type {} must be the same on all axes.",
                             prim.typeName().text()));
  }
  if (prim.isA(types::kPoints)) {
    const auto [name, widthCount] = widthsOf(prim);
    const std::size_t pointCount = countOf<glm::vec3>(prim, geom::kPoints);
    if (widthCount == 0 || pointCount != widthCount) {
      report.error("ColliderSpherePointsDataMissing", prim.path(),
                   fmt::format("There are {} elements in {} for {} points; the collider needs one "
                               "for each.",
                               widthCount, name.text(), pointCount));
    }
  }
  if (prim.isA(types::kPlane)) {
    const Prim body = findBody(prim);
    if (body && !readFlag(body, names::kKinematicEnabled)) {
      report.error("ColliderPlaneDynamic", prim.path(),
                   fmt::format("The plane moves with the rigid body <{}>; planes can collide only "
                               "if they stand still.",
                               body.path().text()));
    }
  }
  checkMass(prim, report);
}

void checkArticulation(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (!at.hasApi(names::kArticulationRootApi)) continue;
    report.error(
        "NestedArticulation", prim.path(),
        fmt::format("The articulation is in the articulation <{}>; they must not be nested.",
                    at.path().text()));
    break;
  }
  if (prim.hasApi(names::kRigidBodyApi) && !readFlag(prim, names::kRigidBodyEnabled)) {
    report.error("ArticulationOnStaticBody", prim.path(),
                 "The articulation is on a rigid body that is not enabled.");
  }
}

void checkJoint(const CheckedStage& checked, const Prim& joint, Reporter& report) {
  bool isMissing = false;
  bool isFixedInPlace = false;
  bool hasBody = false;
  bool hasSeveral = false;
  for (const Token name : {names::kBody0, names::kBody1}) {
    const Relationship relationship = joint.relationship(name);
    const std::vector<Path> targets = relationship ? relationship.targets() : std::vector<Path>();
    hasSeveral |= targets.size() > 1;
    if (targets.empty()) continue;
    const Prim body = targets[0].isPrim() ? checked.stage().primAt(targets[0]) : Prim();
    isMissing |= !body;
    isFixedInPlace |= body && !body.isA(types::kXformable);
    hasBody |= body && findBody(body);
  }
  if (isMissing) {
    report.error("JointInvalidPrimRel", joint.path(), "A body of the joint does not exist.");
  }
  if (isFixedInPlace) {
    report.error("JointRelNotXformable", joint.path(),
                 "A body of the joint has no transform; its type must be xformable.");
  }
  if (!hasBody) {
    report.error("JointNoEnabledRigidBody", joint.path(),
                 "No body of the joint is, or is in, an enabled rigid body.");
  }
  if (hasSeveral) {
    report.error("JointMultiplePrimsRel", joint.path(),
                 "A relationship of the joint has several bodies; only the first one counts.");
  }
}

}  // namespace usdscope::detail
