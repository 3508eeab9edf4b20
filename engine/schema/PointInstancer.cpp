// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PointInstancer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "engine/base/Counted.h"
#include "engine/layer/ListOp.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// Just after a sample, the bracket is the interval that begins there.
constexpr double kSafeStep = 1e-6;

/// A value held from the sample at or before a time, and the bracketing samples.
struct HeldValue {
  Value value;
  TimeCode sampleTime;
  double lower = 0.0;
  double upper = 0.0;
  bool hasSamples = false;
};

SampleBracket bracketAt(const std::vector<double>& times, double time) {
  return findBracket(times, time);
}

HeldValue readHeld(const Prim& prim, Token name, TimeCode time) {
  HeldValue held;
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return held;
  if (time.isDefault()) {
    held.value = attribute.value();
    return held;
  }
  const std::vector<double> times = attribute.timeSamples();
  held.hasSamples = !times.empty();
  if (!held.hasSamples) {
    held.value = attribute.value();
    return held;
  }
  SampleBracket bracket = bracketAt(times, time.time());
  held.sampleTime = times[bracket.lower];
  held.value = attribute.value(held.sampleTime);
  if (bracket.lower == bracket.upper) bracket = bracketAt(times, time.time() + kSafeStep);
  held.lower = times[bracket.lower];
  held.upper = times[bracket.upper];
  return held;
}

// Velocities apply only when they are sampled together with the positions or orientations.
bool isAligned(const HeldValue& a, const HeldValue& b) {
  return a.hasSamples && b.hasSamples && a.lower == b.lower && a.upper == b.upper &&
         a.sampleTime == b.sampleTime;
}

template <typename T>
Array<T> arrayOf(const HeldValue& held, std::size_t count) {
  const auto* items = held.value.find<Array<T>>();
  return items && items->size() == count ? *items : Array<T>();
}

std::vector<glm::dquat> orientationsOf(const Value& value) {
  std::vector<glm::dquat> out;
  if (const auto* single = value.find<Array<glm::quat>>()) {
    for (const glm::quat& q : *single) out.emplace_back(q);
  } else if (const auto* half = value.find<Array<HalfQuat>>()) {
    for (const HalfQuat& q : *half) {
      out.emplace_back(float(q.ijkr[3]), float(q.ijkr[0]), float(q.ijkr[1]), float(q.ijkr[2]));
    }
  }
  return out;
}

// The quaternion is not normalised. (GfMatrix4d::SetRotate.)
glm::dmat4 matrixOf(const glm::dquat& q) { return glm::mat4_cast(q); }

/// The instances at one time, by extrapolation from the last sample or by interpolation.
class InstanceMotion {
 public:
  InstanceMotion(const Prim& prim, TimeCode time, std::size_t count) {
    const HeldValue positions = readHeld(prim, geom::kPositions, time);
    const HeldValue scales = readHeld(prim, geom::kScales, time);
    // `orientationsf` are stronger than `orientations`, unless they are empty.
    const HeldValue precise = readHeld(prim, geom::kOrientationsFloat, time);
    const auto* preciseItems = precise.value.find<Array<glm::quat>>();
    const Token orientationsName =
        preciseItems && !preciseItems->empty() ? geom::kOrientationsFloat : geom::kOrientations;
    const HeldValue orientations = readHeld(prim, orientationsName, time);
    positions_ = arrayOf<glm::vec3>(positions, count);
    // The reference uses as many scales and orientations as there are.
    if (const auto* items = scales.value.find<Array<glm::vec3>>()) scales_ = *items;
    orientations_ = orientationsOf(orientations.value);

    const double rate = prim.stage().timeCodesPerSecond();
    const HeldValue velocities = readHeld(prim, geom::kVelocities, time);
    if (isAligned(positions, velocities)) {
      velocities_ = arrayOf<glm::vec3>(velocities, count);
      velocitySeconds_ = (time.time() - velocities.sampleTime.time()) / rate;
      const HeldValue accelerations = readHeld(prim, geom::kAccelerations, time);
      if (!velocities_.empty() && isAligned(velocities, accelerations)) {
        accelerations_ = arrayOf<glm::vec3>(accelerations, count);
      }
    }
    const HeldValue angular = readHeld(prim, geom::kAngularVelocities, time);
    if (orientations_.size() == count && isAligned(orientations, angular)) {
      angularVelocities_ = arrayOf<glm::vec3>(angular, count);
      angularSeconds_ = (time.time() - angular.sampleTime.time()) / rate;
    }
    if (velocities_.empty() && angularVelocities_.empty()) {
      interpolate(prim, orientationsName, time, count);
    }
  }

  bool isComplete() const { return !positions_.empty(); }
  std::size_t scaleCount() const { return scales_.size(); }
  std::size_t orientationCount() const { return orientations_.size(); }

  glm::dmat4 at(std::size_t i) const {
    glm::dmat4 matrix(1.0);
    if (i < scales_.size()) {
      for (int axis = 0; axis < 3; ++axis) matrix[axis][axis] = scales_[i][axis];
    }
    if (i < orientations_.size()) {
      matrix = matrixOf(orientations_[i]) * matrix;
      if (!angularVelocities_.empty()) {
        const glm::dvec3 axis(angularVelocities_[i]);
        const double speed = glm::length(axis);  // Degrees per second.
        if (speed > 0.0) {
          const double half = glm::radians(angularSeconds_ * speed) / 2.0;
          const glm::dvec3 v = axis / speed * std::sin(half);
          matrix = glm::mat4_cast(glm::dquat(std::cos(half), v.x, v.y, v.z)) * matrix;
        }
      }
    }
    glm::dvec3 position(positions_[i]);
    if (!velocities_.empty()) {
      glm::dvec3 velocity(velocities_[i]);
      if (!accelerations_.empty()) {
        velocity += velocitySeconds_ * 0.5 * glm::dvec3(accelerations_[i]);
      }
      position += velocitySeconds_ * velocity;
    }
    matrix[3] = glm::dvec4(position, 1.0);
    return matrix;
  }

 private:
  void interpolate(const Prim& prim, Token orientationsName, TimeCode time, std::size_t count) {
    const auto replace = [&](Token name, Array<glm::vec3>& items) {
      const auto now = readValue<Array<glm::vec3>>(prim, name, time);
      if (now && now->size() == count) items = *now;
    };
    replace(geom::kPositions, positions_);
    replace(geom::kScales, scales_);
    if (const Attribute attribute = prim.attribute(orientationsName)) {
      auto now = orientationsOf(attribute.value(time));
      if (now.size() == count) orientations_ = std::move(now);
    }
  }

  Array<glm::vec3> positions_, scales_, velocities_, accelerations_, angularVelocities_;
  std::vector<glm::dquat> orientations_;
  double velocitySeconds_ = 0.0;
  double angularSeconds_ = 0.0;
};

// Collects ids that are deactivated, and those that are invisible now.
std::unordered_set<std::int64_t> maskedIds(const Prim& prim, TimeCode time) {
  std::unordered_set<std::int64_t> masked;
  const Value inactive = prim.metadata(geom::kInactiveIds);
  if (const auto* op = inactive.find<ListOp<std::int64_t>>()) {
    const auto items = op->appliedItems();
    masked.insert(items.begin(), items.end());
  }
  if (const auto ids = readValue<Array<std::int64_t>>(prim, geom::kInvisibleIds, time)) {
    masked.insert(ids->begin(), ids->end());
  }
  return masked;
}

}  // namespace

PointInstances computePointInstances(const Prim& instancer, TimeCode time, Diagnostics& diagnostics,
                                     BadPrototypeIndex bad) {
  PointInstances result;
  const auto refuse = [&](std::string message) {
    diagnostics.report(kBadPointInstancer, {.path = instancer.path().text()}, std::move(message));
    return PointInstances();
  };

  const HeldValue held = readHeld(instancer, geom::kProtoIndices, time);
  const auto* indices = held.value.find<Array<int>>();
  if (!indices || indices->empty()) return result;
  const std::size_t count = indices->size();

  if (const Relationship prototypes = instancer.relationship(geom::kPrototypes)) {
    result.prototypes = prototypes.targets();
  }
  if (result.prototypes.empty()) return refuse("The point instancer has no prototypes.");
  const auto isThere = [&](int index) {
    return index >= 0 && static_cast<std::size_t>(index) < result.prototypes.size();
  };
  if (const auto found = std::ranges::find_if_not(*indices, isThere); found != indices->end()) {
    const std::string message =
        fmt::format("The prototype index {} is not in [0, {}).", *found, result.prototypes.size());
    if (bad == BadPrototypeIndex::RefusesAll) return refuse(message);
    refuse(message);
  }

  const auto masked = maskedIds(instancer, time);
  const auto ids = readValue<Array<std::int64_t>>(instancer, geom::kIds, time);
  if (!masked.empty() && ids && ids->size() != count) {
    return refuse(
        fmt::format("{} for {}.", thereAre(ids->size(), "id"), counted(count, "instance")));
  }

  std::size_t positionCount = count;
  if (bad == BadPrototypeIndex::LeftOut) {
    const HeldValue positions = readHeld(instancer, geom::kPositions, time);
    if (const auto* items = positions.value.find<Array<glm::vec3>>()) positionCount = items->size();
  }
  const InstanceMotion motion(instancer, time, positionCount);
  if (!motion.isComplete()) {
    return refuse(fmt::format("The positions are missing or not {} in number.", count));
  }
  const auto expectCount = [&](std::size_t found, const char* thing) {
    if (found == 0 || found == count) return;
    diagnostics.report(
        kPointInstancerCounts, {.path = instancer.path().text()},
        fmt::format("{} for {}.", thereAre(found, thing), counted(count, "instance")));
  };
  expectCount(positionCount, "position");
  expectCount(motion.scaleCount(), "scale");
  expectCount(motion.orientationCount(), "orientation");

  std::vector<glm::dmat4> parentFromRoot;
  for (const Path path : result.prototypes) {
    const Prim root = instancer.stage().primAt(path);
    parentFromRoot.push_back(root ? computeLocalTransform(root, time).parentFromLocal
                                  : glm::dmat4(1.0));
  }
  for (std::size_t i = 0; i < std::min(count, positionCount); ++i) {
    const std::int64_t id = ids && !masked.empty() ? (*ids)[i] : static_cast<std::int64_t>(i);
    if (masked.contains(id) || !isThere((*indices)[i])) continue;
    const auto prototype = static_cast<std::uint32_t>((*indices)[i]);
    result.prototypeOf.push_back(prototype);
    result.idOf.push_back(static_cast<std::uint32_t>(i));
    result.instancerFromPrototype.push_back(motion.at(i) * parentFromRoot[prototype]);
  }
  return result;
}

}  // namespace usdscope
