// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/skel/SkelPose.h"
#include "engine/skel/SkinningQuery.h"
#include "engine/skel/VectorStore.h"

namespace usdscope {

/// The deformations to apply to a prim. (UsdSkelBakeSkinningParms' deformation flags.)
struct DeformParts {
  bool joints = true;
  bool blendShapes = true;
  bool normals = true;
  bool operator==(const DeformParts&) const = default;
};

/// A deformed prim at one time. A value is empty if the deformation does not change it, or if it
/// could not be computed (then `problems` says why).
struct Deformed {
  std::optional<Array<glm::vec3>> points;     ///< In the prim's own space.
  std::optional<Array<glm::vec3>> normals;    ///< In the prim's own space.
  std::optional<glm::dmat4> parentFromLocal;  ///< The new transform of a rigid prim.
  Diagnostics problems;                       ///< Why values could not be computed.
};

/// Deforms one prim over time as baking does: blend shapes first, then joints. The result is in the
/// prim's own space, so that it replaces the authored values. A rigid prim gets a transform instead
/// of points. Inputs that do not vary are read once. Immutable, so thread-safe.
/// (UsdSkelBakeSkinning.)
class Deformer {
 public:
  Deformer(const SkinningQuery& query, const SkeletonQuery& skeleton, const DeformParts& parts);

  const Prim& prim() const { return query_.prim(); }
  bool changesPoints() const { return skinsPoints_ || shapesPoints_; }
  bool changesNormals() const { return skinsNormals_ || shapesNormals_; }
  bool changesTransform() const { return skinsTransform_; }
  bool changesAnything() const { return changesPoints() || changesNormals() || changesTransform(); }
  bool isSkinned() const { return skinsPoints_ || skinsNormals_ || skinsTransform_; }
  bool skinsNormals() const { return skinsNormals_; }
  bool usesBlendShapes() const { return shapesPoints_ || shapesNormals_; }

  /// The problems of the binding, which apply at all times.
  const Diagnostics& problems() const { return bindProblems_; }

  /// The attributes of the prim whose time samples affect the result. Excludes those of the
  /// skeleton.
  std::vector<Attribute> inputs() const;

  /// Deforms the prim in a pose. The arrays of the result are allocated in `store` and keep it
  /// alive.
  Deformed at(const SkelPose& pose, const glm::dmat4& worldFromSkel,
              const std::shared_ptr<VectorStore>& store) const;

 private:
  /// An attribute's value, read once if it does not vary.
  template <typename T>
  struct Input {
    AttributeQuery query;
    std::optional<T> constant;

    Input() = default;
    explicit Input(const Attribute& attribute);
    std::optional<T> at(TimeCode time) const;
  };
  /// Influences, and the joint matrices to which they refer.
  struct PosedInfluences {
    Influences influences;
    std::vector<glm::dmat4> skelFromBind;
    bool areJointsInRange = false;
  };

  /// Points and normals after blend shapes and before or during skinning, allocated in `store`.
  /// Empty if no step has computed them.
  struct WorkingArrays {
    VectorStore& store;
    std::optional<std::span<glm::vec3>> points;
    std::optional<std::span<glm::vec3>> normals;
  };

  void bindGeometry(const DeformParts& parts);
  void applySteps(const SkelPose& pose, const glm::dmat4& worldFromSkel, WorkingArrays& working,
                  Deformed& result) const;
  std::optional<Influences> influencesAt(TimeCode time, Diagnostics& problems) const;
  void bindShapes();
  void reportLostPoints(std::span<const SubShapeWeight> weights, Deformed& result) const;
  void reportLostNormals(const SkelPose& pose, const PosedInfluences& influenced,
                         Deformed& result) const;
  void report(const DiagnosticCode& code, std::string message, Deformed& result) const;
  void applyShapes(const SkelPose& pose, const std::optional<Array<glm::vec3>>& restPoints,
                   const std::optional<Array<glm::vec3>>& restNormals, WorkingArrays& working,
                   Deformed& result) const;
  void skinPoints(const SkelPose& pose, const PosedInfluences& influenced,
                  const glm::dmat4& primFromSkel, const std::optional<Array<glm::vec3>>& rest,
                  WorkingArrays& working, Deformed& result) const;
  void skinNormals(const SkelPose& pose, const PosedInfluences& influenced,
                   const glm::dmat4& primFromSkel, const std::optional<Array<glm::vec3>>& rest,
                   WorkingArrays& working, Deformed& result) const;

  SkinningQuery query_;
  Input<Array<glm::vec3>> points_;
  Input<Array<glm::vec3>> normals_;
  Input<Array<int>> faceVertexIndices_;
  std::optional<Influences> influences_;
  Diagnostics influenceProblems_;
  Diagnostics bindProblems_;
  std::vector<bool> hasNonFiniteOffsets_;  ///< Per sub-shape: whether any offset is not finite.
  /// Smallest number of joints that `influences_` needs; 0 if unknown, because the influences vary
  /// or are invalid.
  std::size_t requiredJointCount_ = 0;
  bool influencesVary_ = false;
  bool hasPoints_ = false;
  bool hasNormals_ = false;
  bool isFaceVarying_ = false;
  bool skinsPoints_ = false;
  bool skinsNormals_ = false;
  bool skinsTransform_ = false;
  bool shapesPoints_ = false;
  bool shapesNormals_ = false;
};

}  // namespace usdscope
