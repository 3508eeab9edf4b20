// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The source of one part of a binding: the prim, the property, and the layer with its strongest
/// opinion (a path relative to the root layer's folder).
struct SkelBindingSource {
  Path prim;
  std::string property;
  std::string layer;
  std::string value;            ///< The target or value as short text.
  bool targetsNothing = false;  ///< An authored relationship without targets.
};

/// One joint of a binding, with its index in each of the three joint orders; -1 if it is missing in
/// an order.
struct SkelJointRow {
  std::string name;
  int inMesh = -1;       ///< In the prim's own order.
  int inSkeleton = -1;   ///< In the skeleton's order.
  int inAnimation = -1;  ///< In the animation's order; -1 means that the joint is at rest.
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
  /// The prim's joints, then further joints of the skeleton, then further joints of the animation.
  std::vector<SkelJointRow> joints;
  std::vector<std::string> ignored;  ///< Sentences that say what is ignored and why.
};

/// Whether explainSkel() applies to a prim: it is a Skeleton, or it can be skinned and has a
/// SkelRoot as an ancestor, or it has properties for skinning.
bool concernsSkinning(const Prim& prim);

/// Explains a Skeleton or a prim that may be skinned.
SkelExplanation explainSkel(const Prim& prim);

Json skelExplanationToJson(const SkelExplanation& explanation);
std::string skelExplanationToText(const SkelExplanation& explanation);

}  // namespace usdscope
