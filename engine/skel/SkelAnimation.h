// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/math/Types.h"
#include "engine/stage/Property.h"
#include "engine/value/Array.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadAnimation{"skel.bad-animation", Severity::Warning};

/// Joint transforms and blend-shape weights of one SkelAnimation prim. Bound once; immutable, so
/// thread-safe. Valid while the stage lives.
class SkelAnimation {
 public:
  SkelAnimation() = default;
  explicit SkelAnimation(const Prim& animation);
  explicit operator bool() const { return bool(prim_); }

  const Prim& prim() const { return prim_; }
  const Array<Token>& joints() const { return joints_; }
  const Array<Token>& blendShapes() const { return blendShapes_; }

  /// Computes parent from joint, in the order of joints(). Returns false and leaves
  /// `parentFromJoint` unchanged when translations, rotations or scales are missing or do not have
  /// one element per joint.
  bool computeJointLocalTransforms(TimeCode time, std::vector<glm::dmat4>& parentFromJoint) const;

  /// Returns a sentence that says why computeJointLocalTransforms() fails at a time. Empty when it
  /// succeeds, and when no joint is animated: there are no joints, or translations, rotations and
  /// scales are all missing or empty.
  std::string jointProblem(TimeCode time) const;

  /// Returns the authored weights, in the order of blendShapes(); empty if none.
  Array<float> blendShapeWeights(TimeCode time) const;
  /// Like blendShapeWeights(), but distinguishes a missing value from an empty one.
  std::optional<Array<float>> findBlendShapeWeights(TimeCode time) const;

  bool mightBeTimeVarying() const;
  bool blendShapeWeightsMightBeTimeVarying() const;

 private:
  Prim prim_;
  Array<Token> joints_;
  Array<Token> blendShapes_;
  AttributeQuery translations_;
  AttributeQuery rotations_;
  AttributeQuery scales_;
  AttributeQuery weights_;
};

/// Returns the transform that applies scale, then rotation, then translation. Does not normalise
/// the quaternion.
inline glm::dmat4 makeTransform(const glm::vec3& translation, const glm::quat& rotation,
                                const glm::vec3& scale) {
  const double x = double(rotation.x);
  const double y = double(rotation.y);
  const double z = double(rotation.z);
  const double w = double(rotation.w);
  const glm::dvec3 s(scale);
  return {{s.x * (1.0 - 2.0 * (y * y + z * z)), s.x * 2.0 * (x * y + w * z),
           s.x * 2.0 * (x * z - w * y), 0.0},
          {s.y * 2.0 * (x * y - w * z), s.y * (1.0 - 2.0 * (x * x + z * z)),
           s.y * 2.0 * (y * z + w * x), 0.0},
          {s.z * 2.0 * (x * z + w * y), s.z * 2.0 * (y * z - w * x),
           s.z * (1.0 - 2.0 * (x * x + y * y)), 0.0},
          {double(translation.x), double(translation.y), double(translation.z), 1.0}};
}

}  // namespace usdscope
