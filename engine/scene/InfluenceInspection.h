// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// Problems of the weights of a point, as bits.
using WeightFlags = std::uint32_t;
/// The weights do not sum up to 1.
inline constexpr WeightFlags kUnnormalizedWeights = 1;
/// A joint index is out of range, or a weight is negative, above 1 or not finite.
inline constexpr WeightFlags kWeightOutOfRange = 2;
/// The weight is isolated and tiny: no point that follows the joint and is connected with this
/// point by faces or equal positions has a weight above kTinyWeight.
inline constexpr WeightFlags kStrayWeight = 4;

inline constexpr float kTinyWeight = 0.05f;

/// A joint that a point follows.
struct PointInfluence {
  int joint = 0;  ///< Index in the prim's joint order; may be out of range.
  float weight = 0.0f;
};

/// The weights of one joint at each point of a prim.
struct JointWeights {
  std::vector<float> weights;      ///< Per point.
  std::vector<WeightFlags> flags;  ///< Per point.
};

/// The joint influences of one prim as authored, valid or not, for inspection and for showing
/// weights as colours (WeightPaint.h). Skinned drawing uses SkinReader.h instead. Immutable.
class InfluenceInspection {
 public:
  InfluenceInspection() = default;
  InfluenceInspection(const SkinningQuery& query, const SkeletonQuery& skeleton,
                      TimeCode time = TimeCode::earliest());

  /// A sentence that says why there are no usable influences; else empty.
  const std::string& problem() const { return problem_; }
  Path skeleton() const { return skeleton_; }
  /// Whether influences may vary over time.
  bool mightBeTimeVarying() const { return isVarying_; }
  /// The prim's joints; joint indices refer to this order.
  const Array<Token>& joints() const { return joints_; }
  /// Returns -1 for an unknown joint.
  int indexOf(Token joint) const;

  /// Returns the influences of a point that are not zero, the largest first. All points of a rigid
  /// prim have the same influences.
  std::vector<PointInfluence> influencesOf(std::size_t point) const;
  double sumOf(std::size_t point) const;
  /// Returns all flags except kStrayWeight, which depends on the neighbours.
  WeightFlags flagsOf(std::size_t point) const;

  /// Returns the weights of a joint at all points of a geometry. The faces of `geometry` decide
  /// which points are connected; see kStrayWeight.
  JointWeights weightsOf(int joint, const Geometry& geometry) const;

 private:
  std::span<const int> jointsOf(std::size_t point) const;
  std::span<const float> weightsOf(std::size_t point) const;
  std::size_t firstOf(std::size_t point) const { return isRigid_ ? 0 : point * perPoint_; }
  bool isOutOfRange(int joint, float weight) const;

  Influences influences_;
  Array<Token> joints_;
  Path skeleton_;
  bool isVarying_ = false;
  std::size_t perPoint_ = 0;
  bool isRigid_ = false;
  std::string problem_;
};

/// Returns the influences of a prim that follows a skeleton below a SkelRoot; empty for other
/// prims. Computes all bindings of the SkelRoot.
std::optional<InfluenceInspection> inspectInfluences(const Prim& prim,
                                                     TimeCode time = TimeCode::earliest());

}  // namespace usdscope
