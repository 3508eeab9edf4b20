// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The source of one part of a binding: the prim, the property and the layer of its strongest
/// opinion, named relative to the root layer's folder.
struct SkelBindingSource {
  Path prim;
  std::string property;
  std::string layer;
  std::string value;  ///< The target or value as short text.
};

/// One joint of a binding with its indices in the three joint orders; -1 if an order lacks it.
struct SkelJointRow {
  std::string name;
  int inMesh = -1;       ///< In the prim's own order.
  int inSkeleton = -1;   ///< In the skeleton's order.
  int inAnimation = -1;  ///< In the animation's order; without one the joint is at rest.
};

/// The binding of a prim to a skeleton, or of a skeleton to an animation, and its ignored parts.
struct SkelExplanation {
  Path prim;
  Path skelRoot;   ///< Empty when no ancestor is a SkelRoot.
  Path skeleton;   ///< Empty when no skeleton is bound.
  Path animation;  ///< Empty when no animation is bound.
  bool isBound = false;
  std::optional<SkelBindingSource> skeletonSource;
  std::optional<SkelBindingSource> animationSource;
  std::vector<SkelBindingSource> influences;  ///< Indices, weights, bind transform, method, joints.
  std::vector<SkelJointRow> joints;  ///< The prim's joints, then the skeleton's, then others.
  std::vector<std::string> ignored;  ///< Sentences that say what is ignored and why.
};

/// Whether there is something to explain: the prim is a Skeleton, or can be skinned and has a
/// SkelRoot as an ancestor, or has properties for skinning.
bool concernsSkinning(const Prim& prim);

/// Explains a Skeleton or a prim that may be skinned.
SkelExplanation explainSkel(const Prim& prim);

Json skelExplanationToJson(const SkelExplanation& explanation);
std::string skelExplanationToText(const SkelExplanation& explanation);

}  // namespace usdscope
