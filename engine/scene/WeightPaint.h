// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/scene/SkinWeights.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A colour of the paint and what it says. Display values.
struct PaintSwatch {
  glm::vec3 color{0.0f};
  std::string text;
};

/// The display colour of a weight: grey for none, then from dark violet over green to yellow,
/// brighter all the way, so that it reads without telling hues apart.
glm::vec3 weightColor(float weight);

/// Shows how much each point follows one joint: replaces materials by colours on all prims that
/// follow its skeleton, and leaves the others as they are. Keeps what it has made for each
/// geometry, so that frames after the first cost little. Not thread-safe.
class WeightPaint {
 public:
  WeightPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token joint);

  Path skeleton() const { return skeleton_; }
  Token joint() const { return joint_; }

  /// The scene with those prims painted. What it shares with the scene stays shared.
  std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene);
  /// What the colours of the scene painted last mean, with how many points have which mark.
  std::vector<PaintSwatch> legend() const;

 private:
  struct Painted {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
    std::size_t counts[3] = {};  ///< Stray, unnormalised, out of range.
    bool isUsed = false;
  };
  const SkinWeights* weightsOf(Path prim);
  const Painted& paint(const Item& item, const SkinWeights& weights);

  std::shared_ptr<const Stage> stage_;
  Path skeleton_;
  Token joint_;
  std::unordered_map<Path, SkinWeights> followers_;
  std::unordered_map<Path, bool> roots_;  ///< SkelRoots that have been looked at.
  std::unordered_map<Path, Painted> painted_;
};

}  // namespace usdscope
