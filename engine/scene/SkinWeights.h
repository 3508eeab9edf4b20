// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// What is odd about the weights of a point, or about one of them. Bits.
using WeightFlags = std::uint32_t;
/// The weights do not add up to 1.
inline constexpr WeightFlags kUnnormalizedWeights = 1;
/// A joint that is not there, or a weight that is negative, above 1 or no number.
inline constexpr WeightFlags kWeightOutOfRange = 2;
/// A tiny weight that stands alone: no point that its point is joined with, directly or over others
/// that follow the joint, follows it by more than kTinyWeight. Points in one place are joined.
inline constexpr WeightFlags kStrayWeight = 4;

inline constexpr float kTinyWeight = 0.05f;

/// One joint that a point follows.
struct PointInfluence {
  int joint = 0;  ///< In the prim's order; may be out of range.
  float weight = 0.0f;
};

/// The weights with which one joint moves each point of a prim.
struct JointWeights {
  std::vector<float> weights;      ///< Per point.
  std::vector<WeightFlags> flags;  ///< Per point.
};

/// The influences of one prim as they are authored, sound or not. Immutable.
class SkinWeights {
 public:
  SkinWeights() = default;
  SkinWeights(const SkinningQuery& query, const SkeletonQuery& skeleton,
              TimeCode time = TimeCode::earliest());

  /// Why nothing can be said, a sentence; else empty.
  const std::string& problem() const { return problem_; }
  Path skeleton() const { return skeleton_; }
  /// Other times may have other influences.
  bool mightBeTimeVarying() const { return isVarying_; }
  /// In the order that joint indices count in.
  const Array<Token>& joints() const { return joints_; }
  /// -1: not there.
  int indexOf(Token joint) const;

  /// Those of a point that are not zero, the largest first. A rigid prim has one set for all.
  std::vector<PointInfluence> influencesOf(std::size_t point) const;
  double sumOf(std::size_t point) const;
  /// Without kStrayWeight, which depends on the neighbours.
  WeightFlags flagsOf(std::size_t point) const;

  /// Those of one joint at all points of a geometry, whose indices say what is joined with what.
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

/// Those of a prim that follows a skeleton below a SkelRoot; empty for all others. Looks at the
/// whole SkelRoot.
std::optional<SkinWeights> findSkinWeights(const Prim& prim, TimeCode time = TimeCode::earliest());

}  // namespace usdscope
