// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// The animation that poses a prim, and the skeleton that carries it.
struct PoseSource {
  /// The skeleton that the prim follows or has; empty without one. Joints carry the prims that
  /// follow them: the transform of the skeleton applies in place of their own.
  Prim skeleton;
  bool isCarried = false;  ///< Whether joints carry the prim.
  /// The authored attributes of the bound SkelAnimation that affect the prim: rotations,
  /// translations, scales and blendShapeWeights, in this order. Empty if the prim is at rest.
  std::vector<Attribute> attributes;
};

/// Finds what poses prims: prims that follow a skeleton, Skeletons, and SkelRoots, which have the
/// pose of their first skeleton in path order. Remembers what follows the skeletons below each
/// SkelRoot. Not thread-safe. Valid while the stage lives.
class PoseSources {
 public:
  /// Returns a source without attributes for prims that no skeleton poses.
  const PoseSource& of(const Prim& prim);

 private:
  void readRoot(const Prim& root);

  std::unordered_map<Path, PoseSource> sources_;
  std::unordered_set<Path> roots_;  ///< The SkelRoots that were read.
};

/// Returns the source of the pose of one prim. Computes the bindings below its SkelRoot.
PoseSource poseSourceOf(const Prim& prim);

/// Returns whether an attribute of a SkelAnimation is a part of the pose, by its name.
bool isPoseAttribute(Token name);

/// Returns the authored attributes of a SkelAnimation that pose joints and weigh blend shapes, in
/// the order of PoseSource::attributes.
std::vector<Attribute> poseAttributesOf(const Prim& animation);

}  // namespace usdscope
