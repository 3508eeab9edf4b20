// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Where one part of a binding comes from: the prim that says it, and the layer of its strongest
/// opinion, named relative to the root layer's folder.
struct SkelBindingSource {
  Path prim;
  std::string property;
  std::string layer;
  std::string says;  ///< The target or value, shortened.
};

/// One joint of a binding, as the three orders know it.
struct SkelJointRow {
  std::string name;
  int inMesh = -1;       ///< Index in the prim's own order; -1: not there.
  int inSkeleton = -1;   ///< In the skeleton's.
  int inAnimation = -1;  ///< In the animation's; where it is in the skeleton alone it is at rest.
};

/// What binds a prim to a skeleton, or a skeleton to an animation, and what of it does not count.
struct SkelExplanation {
  Path prim;
  Path skelRoot;   ///< Empty: none above.
  Path skeleton;   ///< Empty: none in force.
  Path animation;  ///< The same.
  bool isBound = false;
  std::optional<SkelBindingSource> skeletonSource;
  std::optional<SkelBindingSource> animationSource;
  std::vector<SkelBindingSource> influences;  ///< Indices, weights, bind transform, method, joints.
  std::vector<SkelJointRow> joints;  ///< The prim's order, then the skeleton's, then others.
  std::vector<std::string> ignored;  ///< What does not count and why, a sentence each.
};

/// Whether there is something to explain: a Skeleton, a prim below a SkelRoot that can be skinned,
/// or one that says something about skinning, wherever it is.
bool concernsSkinning(const Prim& prim);

/// Explains a Skeleton or a prim that may be skinned.
SkelExplanation explainSkel(const Prim& prim);

Json skelExplanationToJson(const SkelExplanation& explanation);
std::string skelExplanationToText(const SkelExplanation& explanation);

}  // namespace usdscope
