// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/skel/SkelBindings.h"

namespace usdscope {

/// The blend shapes of a rig that share a name.
struct RigShape {
  Token name;
  std::vector<Path> targets;          ///< The BlendShape prims with this name; usually one.
  std::vector<float> inbetweens;      ///< Weights of the in-betweens, ascending.
  bool isAnimated = false;            ///< Whether the bound animation has a weight for the shape.
  std::vector<std::string> problems;  ///< Sentences that say why the shape is malformed or ignored.
};

/// The blend shapes of one skinned prim, or of all prims bound to one skeleton. Immutable and
/// thread-safe. Valid while the stage lives.
class RigShapes {
 public:
  RigShapes() = default;
  /// `explained` is a Skeleton or a prim bound to it; see SkelRig::explained().
  RigShapes(const SkeletonQuery& skeleton, const Prim& explained);

  /// The shapes in the prim's order. For a skeleton, first the animated shapes in the animation's
  /// order, then the others.
  const std::vector<RigShape>& shapes() const { return shapes_; }
  /// A sentence that says why there are no shapes; else empty.
  const std::string& whyNone() const { return whyNone_; }
  int indexOf(Token name) const;  ///< Returns -1 when there is no such shape.
  Path skeleton() const { return skeleton_ ? skeleton_.prim().path() : Path(); }

  /// The attribute with the animated weights; empty when there is no animation.
  Attribute weights() const;
  /// Returns the weight of each shape at a time; 0 for shapes that are not animated.
  std::vector<float> weightsAt(TimeCode time) const;
  /// Returns per shape its weight at each of several times. When stopped, the remaining weights are
  /// 0.
  std::vector<std::vector<float>> weightsOver(const std::vector<double>& times,
                                              std::stop_token stop) const;

 private:
  void add(const SkinningQuery& query);

  SkeletonQuery skeleton_;
  std::vector<RigShape> shapes_;
  std::vector<int> inAnimation_;  ///< Index of each shape in the animation; -1 if it is missing.
  std::string whyNone_;
};

}  // namespace usdscope
