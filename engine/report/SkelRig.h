// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/skel/SkelPose.h"

namespace usdscope {

/// A joint of a rig for display.
struct RigJoint {
  Token path;        ///< As authored in the skeleton.
  std::string name;  ///< The part of the path behind the parent's.
  int parent = -1;   ///< -1 for a root.
  int depth = 0;
  bool isAtRest = false;  ///< The animation lacks the joint.
};

/// "bind", "30 % from bind to rest", "rest", … "animated".
std::string poseText(PoseStep step);

/// The transforms of a joint at one time.
struct JointPlace {
  glm::dmat4 parentFromJoint{1.0};
  glm::dmat4 skelFromJoint{1.0};
  glm::dmat4 worldFromJoint{1.0};
};

/// The rig of a prim: its skeleton with the bound animation. Immutable and thread-safe. Valid while
/// the stage lives.
///
/// The skeleton is the prim itself, or the one it is bound to; for a SkelRoot the first of its
/// skeletons in path order. Other prims use the nearest ancestor of these kinds.
class SkelRig {
 public:
  SkelRig() = default;
  explicit SkelRig(const Prim& prim);
  explicit operator bool() const { return bool(skeleton_); }

  /// A sentence that says why there is no rig; else empty.
  const std::string& whyNot() const { return whyNot_; }
  /// The prim to pass to explainSkel(): the Skeleton, or the prim that is bound to it.
  const Prim& explained() const { return explained_; }
  /// The nearest prim on the way to the rig that can be skinned but is not bound; invalid when
  /// there is none. explainSkel() gives the reason.
  const Prim& unbound() const { return unbound_; }
  const SkeletonQuery& skeleton() const { return skeleton_; }
  Path path() const { return skeleton_ ? skeleton_.prim().path() : Path(); }
  /// All skeletons of the SkelRoot if the rig was made from a SkelRoot; else empty.
  const std::vector<Path>& skeletons() const { return skeletons_; }
  const std::vector<RigJoint>& joints() const { return joints_; }
  std::size_t restCount() const;

  /// -1 when there is no such joint.
  int indexOf(Token joint) const;
  /// Empty when the skeleton cannot be posed.
  std::optional<JointPlace> placeAt(std::size_t joint, TimeCode time, PoseStep step) const;

 private:
  bool takeSkeleton(const Prim& skeleton);
  bool takeSkelRoot(const Prim& root);
  bool takeSkinned(const Prim& prim);

  Prim explained_;
  Prim unbound_;
  SkeletonQuery skeleton_;
  std::vector<Path> skeletons_;
  std::vector<RigJoint> joints_;
  std::string whyNot_;
};

}  // namespace usdscope
