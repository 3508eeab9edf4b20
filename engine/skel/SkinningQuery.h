// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/skel/AnimMapper.h"
#include "engine/skel/BlendShapeQuery.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadInfluences{"skel.bad-influences", Severity::Warning};
inline constexpr DiagnosticCode kSkelBadMethod{"skel.bad-method", Severity::Warning};

/// The binding properties that apply to a prim. Each comes from the prim, else from its nearest
/// ancestor that has it. Properties that are not authored are empty.
struct SkinBindingSite {
  Attribute jointIndices;
  Attribute jointWeights;
  Attribute skinningMethod;
  Attribute geomBindTransform;
  Attribute joints;
  Attribute blendShapes;           ///< Not inherited.
  Relationship blendShapeTargets;  ///< Not inherited.
};

/// The joints and weights that move each point, or that move a rigid prim as a whole.
struct Influences {
  Array<int> joints;     ///< Indices in the prim's joint order.
  Array<float> weights;  ///< As many as `joints`.
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
  /// Whether the prim is rigid: one set of influences applies to the whole prim. Meaningful only if
  /// hasInfluences().
  bool isRigid() const { return isRigid_; }
  int influencesPerPoint() const { return influencesPerPoint_; }
  Token method() const;
  /// If false, the prim is not skinned and kSkelBadMethod has been reported.
  bool hasKnownMethod() const;
  /// Returns the sentence that is reported when the method is unknown.
  std::string methodProblem() const;
  bool usesDualQuaternions() const;
  glm::dmat4 geomBindTransform(TimeCode time) const;

  /// Returns the influences at a time. Empty, with kSkelBadInfluences, when their sizes do not
  /// match.
  std::optional<Influences> influences(TimeCode time, Diagnostics& diagnostics) const;

  /// The number of joints in the prim's joint order. The joint indices of influences must be
  /// smaller.
  std::size_t jointCount(const SkeletonQuery& skeleton) const {
    return primFromSkel_ ? primFromSkel_->targetSize() : skeleton.definition().joints.size();
  }
  /// Reorders matrices from the skeleton's joint order to the prim's. Joints that the skeleton does
  /// not have get the identity.
  template <typename Matrix>
  std::vector<Matrix> inPrimOrder(const std::vector<Matrix>& skelFromBind) const {
    if (!primFromSkel_) return skelFromBind;
    std::vector<Matrix> ordered;
    primFromSkel_->template remap<Matrix>(skelFromBind, ordered, Matrix(1.0));
    return ordered;
  }

  const BlendShapeQuery& blendShapes() const { return blendShapeQuery_; }
  /// The names of the prim's blend shapes (`skel:blendShapes`), in the order of the targets. Their
  /// number may differ from that of the targets.
  const Array<Token>& shapeNames() const { return shapeNames_; }
  /// Returns the weights of the prim's shapes, given the weights of the animation's shapes; 0 for
  /// shapes that the animation does not have. Empty when the prim's names and shapes differ in
  /// number.
  std::optional<std::vector<float>> shapeWeights(std::span<const float> animated) const;
  /// Returns the weights of the prim's sub-shapes, given the weights of the animation's shapes. A
  /// sub-shape is a shape's own target or one of its in-betweens. Empty when the prim's names and
  /// shapes differ in number.
  std::optional<std::vector<SubShapeWeight>> spreadWeights(std::span<const float> animated) const;

  /// Skins rest points: applies shapes first, then joints. The result is in skeleton space. Returns
  /// false, with a diagnostic, when the binding is invalid.
  ///
  /// The prim may name a joint that the skeleton does not have. skinPoints() then uses the matrix
  /// of the skeleton's joint with the same index, as UsdSkelSkinningQuery does.
  bool skinPoints(const SkelPose& pose, std::vector<glm::vec3>& points,
                  Diagnostics& diagnostics) const;
  /// Returns the transform from the local space of a rigid prim to skeleton space.
  std::optional<glm::dmat4> skinnedTransform(const SkelPose& pose, Diagnostics& diagnostics) const;

 private:
  /// Like inPrimOrder(), but a joint that the skeleton does not have gets the skeleton's matrix
  /// with the same index.
  std::vector<glm::dmat4> inPrimOrderAsOpenUsd(const std::vector<glm::dmat4>& skelFromBind) const;
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
