// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/skel/PoseLadder.h"

namespace usdscope {

/// One joint of a rig, as a person reads it.
struct RigJoint {
  Token path;        ///< As the skeleton spells it.
  std::string name;  ///< The last element of the path.
  int parent = -1;   ///< -1: a root.
  int depth = 0;
  bool isAtRest = false;  ///< The animation lacks it.
};

/// "bind", "30 % from bind to rest", "rest", … "animated".
std::string poseText(PoseStep step);

/// Where a joint is at one time.
struct JointPlace {
  glm::dmat4 parentFromJoint{1.0};
  glm::dmat4 skelFromJoint{1.0};
  glm::dmat4 worldFromJoint{1.0};
};

/// The rig that a prim belongs to: its skeleton with the animation in force. Bound once; immutable,
/// any thread may ask. Good as long as the stage lives.
///
/// A Skeleton is its own; a prim that follows one has that; a SkelRoot has the first below it, in
/// the order of paths. Any other prim has that of the nearest of these above it.
class SkelRig {
 public:
  SkelRig() = default;
  explicit SkelRig(const Prim& prim);
  explicit operator bool() const { return bool(skeleton_); }

  /// Why there is none, a sentence; else empty.
  const std::string& whyNot() const { return whyNot_; }
  /// The prim that explainSkel() tells most about: the Skeleton, or the prim that follows it.
  const Prim& explained() const { return explained_; }
  /// The nearest prim on the way to the rig that might follow a skeleton and does not: why is told
  /// by explainSkel(). False where there is none.
  const Prim& unbound() const { return unbound_; }
  const SkeletonQuery& skeleton() const { return skeleton_; }
  Path path() const { return skeleton_ ? skeleton_.prim().path() : Path(); }
  /// All skeletons below a SkelRoot that was asked for, this one among them; else none.
  const std::vector<Path>& skeletons() const { return skeletons_; }
  const std::vector<RigJoint>& joints() const { return joints_; }
  std::size_t restCount() const;

  /// -1: no such joint.
  int indexOf(Token joint) const;
  /// Empty where the skeleton cannot be posed.
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
