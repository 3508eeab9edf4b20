// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/skel/SkelBindings.h"

namespace usdscope {

/// A blend shape of a rig, as a person reads it: one name, and everything that has it.
struct RigShape {
  Token name;
  std::vector<Path> targets;          ///< What the name leads to; as a rule one BlendShape.
  std::vector<float> inbetweens;      ///< Weights, ascending.
  bool isAnimated = false;            ///< The animation in force has a weight for it.
  std::vector<std::string> problems;  ///< Why it is malformed or does not count, a sentence each.
};

/// The blend shapes of one skinned prim, or of all that follows one skeleton. Bound once;
/// immutable, any thread may ask. Good as long as the stage lives.
class RigShapes {
 public:
  RigShapes() = default;
  /// `explained` is a Skeleton or a prim that follows it, as SkelRig::explained() has it.
  RigShapes(const SkeletonQuery& skeleton, const Prim& explained);

  /// In the order of the prim, or of the animation with all others after those.
  const std::vector<RigShape>& shapes() const { return shapes_; }
  /// Why there are none, a sentence; else empty.
  const std::string& whyNone() const { return whyNone_; }
  int indexOf(Token name) const;  ///< -1: no such shape.
  Path skeleton() const { return skeleton_ ? skeleton_.prim().path() : Path(); }

  /// What the animated weights come from; false where there is no animation.
  Attribute weights() const;
  /// The animated weight of each shape at a time; 0 where nothing animates it.
  std::vector<float> weightsAt(TimeCode time) const;
  /// The same at several times, a row for each shape. What is left when it is stopped is 0.
  std::vector<std::vector<float>> weightsOver(const std::vector<double>& times,
                                              std::stop_token stop) const;

 private:
  void add(const SkinningQuery& query);

  SkeletonQuery skeleton_;
  std::vector<RigShape> shapes_;
  std::vector<int> inAnimation_;  ///< Of each shape; -1: not there.
  std::string whyNone_;
};

}  // namespace usdscope
