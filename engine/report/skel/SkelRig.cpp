// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/SkelRig.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/skel/SkelExplain.h"
#include "engine/scene/WorldTransforms.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::vector<RigJoint> jointsOf(const SkeletonQuery& skeleton) {
  const SkelDefinition& definition = skeleton.definition();
  const std::vector<bool> isAtRest = jointsAtRest(skeleton);
  std::vector<RigJoint> joints;
  for (std::size_t i = 0; i < definition.joints.size(); ++i) {
    RigJoint joint;
    joint.path = definition.joints[i];
    joint.parent = definition.topology.parents[i];
    const std::string text(joint.path.text());
    joint.name = text;
    if (joint.parent >= 0) {
      const RigJoint& parent = joints[static_cast<std::size_t>(joint.parent)];
      joint.depth = parent.depth + 1;
      // Path elements without a joint of their own stay in the name.
      joint.name = text.substr(std::min(text.size(), parent.path.text().size() + 1));
    }
    joint.isAtRest = isAtRest[i];
    joints.push_back(std::move(joint));
  }
  return joints;
}

}  // namespace

std::string poseText(PoseStep step) {
  if (step <= kBindPose) return "bind";
  if (step == kRestPose) return "rest";
  if (step >= kAnimatedPose) return "animated";
  return step < kRestPose ? fmt::format("{:.0f} % from bind to rest", step * 100.0)
                          : fmt::format("{:.0f} % from rest to animated", (step - 1.0) * 100.0);
}

SkelRig::SkelRig(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (at.isA(types::kSkeleton)) {
      takeSkeleton(at);
      return;
    }
    if (at.isA(types::kSkelRoot)) {
      takeSkelRoot(at);
      return;
    }
    if (!concernsSkinning(at)) continue;
    if (takeSkinned(at)) return;
    // The rig of an ancestor is used, and this prim is remembered as unbound.
    if (!unbound_) unbound_ = at;
  }
  if (whyNot_.empty() && prim && !prim.isPseudoRoot()) {
    whyNot_ = "Neither <" + prim.path().text() + "> nor an ancestor is bound to a skeleton.";
  }
}

bool SkelRig::takeSkeleton(const Prim& skeleton) {
  Diagnostics problems;
  skeleton_ = SkeletonQuery(skeleton, problems);
  explained_ = skeleton;
  if (skeleton_) {
    whyNot_.clear();
    joints_ = jointsOf(skeleton_);
    return true;
  }
  whyNot_ = problems.isEmpty() ? "The skeleton cannot be used." : problems.entries()[0].message;
  return false;
}

bool SkelRig::takeSkelRoot(const Prim& root) {
  Diagnostics problems;
  for (const SkelBinding& binding : computeSkelBindings(root, problems)) {
    skeletons_.push_back(binding.skeleton->prim().path());
  }
  if (skeletons_.empty()) {
    if (whyNot_.empty()) {
      whyNot_ =
          "No descendant of the SkelRoot <" + root.path().text() + "> is bound to a skeleton.";
      if (!problems.isEmpty()) {
        const Diagnostic& first = problems.entries()[0];
        whyNot_ += " <" + first.site.path + ">: " + first.message;
      }
    }
    return false;
  }
  return takeSkeleton(root.stage().primAt(skeletons_.front()));
}

// The explanation of the nearest unbound prim says why there is no rig.
bool SkelRig::takeSkinned(const Prim& prim) {
  const SkelExplanation explanation = explainSkel(prim);
  if (explanation.skeleton.isEmpty()) {
    if (whyNot_.empty() && !explanation.ignored.empty()) {
      whyNot_ =
          "<" + prim.path().text() + "> is not bound to a skeleton. " + explanation.ignored.front();
    }
    return false;
  }
  if (!takeSkeleton(prim.stage().primAt(explanation.skeleton))) return false;
  explained_ = prim;
  return true;
}

std::size_t SkelRig::restCount() const {
  return static_cast<std::size_t>(std::ranges::count(joints_, true, &RigJoint::isAtRest));
}

int SkelRig::indexOf(Token joint) const {
  const auto found = std::ranges::find(joints_, joint, &RigJoint::path);
  return found == joints_.end() ? -1 : static_cast<int>(found - joints_.begin());
}

std::optional<JointPlace> SkelRig::placeAt(std::size_t joint, TimeCode time, PoseStep step) const {
  std::vector<glm::dmat4> locals;
  std::vector<glm::dmat4> places;
  if (joint >= joints_.size() || !computePoseLocalTransforms(skeleton_, time, step, locals) ||
      !computePoseSkelTransforms(skeleton_, time, step, places)) {
    return std::nullopt;
  }
  WorldTransforms world(time);
  return JointPlace{locals[joint], places[joint],
                    world.worldFromLocal(skeleton_.prim()) * places[joint]};
}

}  // namespace usdscope
