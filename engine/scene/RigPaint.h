// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/scene/ScenePaint.h"
#include "engine/skel/SkinningQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns the display colour of a number from 0 to 1: grey for 0, then from dark violet over green
/// to yellow. Brightness rises with the number, so that the colours can be read without
/// distinguishing hues.
glm::vec3 heatColor(float amount);

/// Shows a number of each point, such as a weight, as a colour. Replaces the materials of the prims
/// that follow a skeleton; all other prims are unchanged. Caches the colours of each geometry, so
/// that frames after the first cost little. Not thread-safe.
class RigPaint : public ScenePaint {
 public:
  Path skeleton() const { return skeleton_; }
  std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene) final;

 protected:
  RigPaint(std::shared_ptr<const Stage> stage, Path skeleton);

  /// Reads the numbers of a prim that follows the skeleton. Returns whether to paint it.
  virtual bool takeFollower(const SkinningQuery& query, const SkeletonQuery& skeleton) = 0;
  /// Returns a display colour for each point of a prim. `geometry` is the geometry of its item.
  virtual std::vector<glm::vec3> colorsOf(Path prim, const Geometry& geometry) = 0;
  /// Drops what is kept for a painted prim. Called when the prim is gone or has another geometry.
  virtual void forget(Path prim) = 0;

 private:
  struct Painted {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
    bool isUsed = false;
  };
  void findFollowers(Path prim);
  const Painted& paint(const Item& item);

  std::shared_ptr<const Stage> stage_;
  Path skeleton_;
  /// Per prim that follows the skeleton, whether it is painted.
  std::unordered_map<Path, bool> followers_;
  std::unordered_map<Path, bool> roots_;  ///< SkelRoots that have been searched.
  std::unordered_map<Path, Painted> painted_;
};

}  // namespace usdscope
