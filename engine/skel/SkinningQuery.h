// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/skel/AnimMapper.h"
#include "engine/skel/BlendShapeQuery.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadInfluences{"skel.bad-influences", Severity::Warning};
inline constexpr DiagnosticCode kSkelBadMethod{"skel.bad-method", Severity::Warning};

/// The binding properties that apply to a prim: its own, else those of its nearest ancestor that
/// has them. Attributes that are not authored are false.
struct SkinBindingSite {
  Attribute jointIndices;
  Attribute jointWeights;
  Attribute skinningMethod;
  Attribute geomBindTransform;
  Attribute joints;
  Attribute blendShapes;           ///< Not inherited.
  Relationship blendShapeTargets;  ///< Not inherited.
};

/// The joints that each point follows, or that the prim follows as a whole.
struct Influences {
  Array<int> joints;     ///< In the prim's joint order.
  Array<float> weights;  ///< As many.
};

/// The binding of one skinned prim. (UsdSkelSkinningQuery.) Bound once; immutable, so thread-safe.
class SkinningQuery {
 public:
  SkinningQuery() = default;
  SkinningQuery(const Prim& prim, const SkeletonQuery& skeleton, const SkinBindingSite& site,
                Diagnostics& diagnostics);

  const Prim& prim() const { return prim_; }
  const SkinBindingSite& site() const { return site_; }
  bool hasInfluences() const { return influencesPerPoint_ > 0; }
  bool hasBlendShapes() const { return hasBlendShapes_; }
  /// Whether one set of influences applies to the whole prim.
  bool isRigid() const { return isRigid_; }
  int influencesPerPoint() const { return influencesPerPoint_; }
  Token method() const;
  /// If false, the prim is not skinned and kSkelBadMethod has been reported.
  bool hasKnownMethod() const;
  bool usesDualQuaternions() const;
  glm::dmat4 geomBindTransform(TimeCode time) const;

  /// Returns empty, with kSkelBadInfluences, when sizes do not fit each other.
  std::optional<Influences> influences(TimeCode time, Diagnostics& diagnostics) const;

  /// The number of joints that influences may name.
  std::size_t jointCount(const SkeletonQuery& skeleton) const {
    return primFromSkel_ ? primFromSkel_->targetSize() : skeleton.definition().joints.size();
  }
  /// Maps matrices from the skeleton's joint order to the prim's; joints that the skeleton lacks
  /// get the identity.
  template <typename Matrix>
  std::vector<Matrix> inPrimOrder(const std::vector<Matrix>& skelFromBind) const {
    if (!primFromSkel_) return skelFromBind;
    std::vector<Matrix> ordered;
    primFromSkel_->template remap<Matrix>(skelFromBind, ordered, Matrix(1.0));
    return ordered;
  }

  const BlendShapeQuery& blendShapes() const { return blendShapeQuery_; }
  /// The prim's names of its shapes, in the order of its targets if there are as many.
  const Array<Token>& shapeNames() const { return shapeNames_; }
  /// Returns the weights of the prim's shapes from those of the animation's, 0 for shapes that it
  /// lacks. Empty when the prim's names and shapes differ in number.
  std::optional<std::vector<float>> shapeWeights(std::span<const float> animated) const;
  /// Spreads the weights of the animation's blend shapes over the prim's sub-shapes. Empty when the
  /// prim's names and shapes differ in number.
  std::optional<std::vector<SubShapeWeight>> spreadWeights(std::span<const float> animated) const;

  /// Moves rest points to skeleton space: shapes first, then joints. Returns false, with a
  /// diagnostic, when that cannot be done. As UsdSkelSkinningQuery does, gives joints that the
  /// skeleton lacks the matrix of the joint that has their number there.
  bool skinPoints(const SkelPose& pose, std::vector<glm::vec3>& points,
                  Diagnostics& diagnostics) const;
  /// Returns skeleton space from local space of a rigid prim.
  std::optional<glm::dmat4> skinnedTransform(const SkelPose& pose, Diagnostics& diagnostics) const;

 private:
  std::vector<glm::dmat4> inQueryOrder(const std::vector<glm::dmat4>& skelFromBind) const;
  void bindInfluences(Diagnostics& diagnostics);
  void bindBlendShapes(Diagnostics& diagnostics);

  Prim prim_;
  SkinBindingSite site_;
  std::optional<AnimMapper> primFromSkel_;
  std::optional<AnimMapper> shapesFromAnim_;
  Array<Token> shapeNames_;
  BlendShapeQuery blendShapeQuery_;
  int influencesPerPoint_ = 0;
  bool isRigid_ = true;
  bool hasBlendShapes_ = false;
};

}  // namespace usdscope
