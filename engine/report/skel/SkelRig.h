// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/skel/SkelPose.h"

namespace usdscope {

/// A joint of a rig for display.
struct RigJoint {
  Token path;        ///< The joint's path as authored in the skeleton.
  std::string name;  ///< The path relative to the parent joint's path.
  int parent = -1;   ///< -1 for a root.
  int depth = 0;
  bool isAtRest = false;  ///< Whether the joint is at rest because the animation does not have it.
};

/// Returns the name of a pose: "bind", "30 % from bind to rest", "rest", … "animated".
std::string poseText(PoseStep step);

/// The transforms of a joint at one time.
struct JointPlace {
  glm::dmat4 parentFromJoint{1.0};
  glm::dmat4 skelFromJoint{1.0};
  glm::dmat4 worldFromJoint{1.0};
};

/// The rig that a prim belongs to: a skeleton with its bound animation. Immutable and thread-safe.
/// Valid while the stage lives.
///
/// The rig of a Skeleton is this skeleton. The rig of a skinned prim is the skeleton to which it is
/// bound. The rig of a SkelRoot is the first of its skeletons in path order. Other prims have the
/// rig of their nearest ancestor of these kinds.
class SkelRig {
 public:
  SkelRig() = default;
  explicit SkelRig(const Prim& prim);
  explicit operator bool() const { return bool(skeleton_); }

  /// A sentence that says why there is no rig; else empty.
  const std::string& whyNot() const { return whyNot_; }
  /// The prim to pass to explainSkel(): the Skeleton, or the skinned prim from which the rig was
  /// found.
  const Prim& explained() const { return explained_; }
  /// The nearest prim that can be skinned but is not bound, among the prim and those of its
  /// ancestors that were searched for a rig; empty when there is none. explainSkel() gives the
  /// reason.
  const Prim& unbound() const { return unbound_; }
  const SkeletonQuery& skeleton() const { return skeleton_; }
  Path path() const { return skeleton_ ? skeleton_.prim().path() : Path(); }
  /// If the rig is that of a SkelRoot, all skeletons of the SkelRoot; else empty.
  const std::vector<Path>& skeletons() const { return skeletons_; }
  const std::vector<RigJoint>& joints() const { return joints_; }
  std::size_t restCount() const;

  /// Returns -1 when there is no such joint.
  int indexOf(Token joint) const;
  /// Returns the transforms of a joint at a time; empty when the skeleton cannot be posed.
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
