// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinningQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A colour of the paint and what it says. Display values.
struct PaintSwatch {
  glm::vec3 color{0.0f};
  std::string text;
};

/// The display colour of a number from 0 to 1: grey for none, then from dark violet over green to
/// yellow, brighter all the way, so that it reads without telling hues apart.
glm::vec3 heatColor(float amount);

/// Shows numbers of points as colours: replaces materials on prims that follow a skeleton, and
/// leaves the others as they are. Keeps what it has made for each geometry, so that frames after
/// the first cost little. Not thread-safe.
class RigPaint {
 public:
  virtual ~RigPaint() = default;

  Path skeleton() const { return skeleton_; }
  /// The scene with those prims painted. What it shares with the scene stays shared.
  std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene);
  /// What the colours are of, a few words.
  virtual std::string title() const = 0;
  /// What the colours of the scene painted last mean.
  virtual std::vector<PaintSwatch> legend() const = 0;

 protected:
  RigPaint(std::shared_ptr<const Stage> stage, Path skeleton);

  /// A prim that follows the skeleton has been found. False: it is not painted.
  virtual bool takeFollower(const SkinningQuery& query, const SkeletonQuery& skeleton) = 0;
  /// Display colours of the points of a prim that was taken; `geometry` is that of its item.
  virtual std::vector<glm::vec3> colorsOf(Path prim, const Geometry& geometry) = 0;
  /// A prim that was painted is not there any more, or has another geometry.
  virtual void forget(Path prim) = 0;

 private:
  struct Painted {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
    bool isUsed = false;
  };
  void look(Path prim);
  const Painted& paint(const Item& item);

  std::shared_ptr<const Stage> stage_;
  Path skeleton_;
  std::unordered_map<Path, bool> followers_;  ///< Prims that were found; whether they are painted.
  std::unordered_map<Path, bool> roots_;      ///< SkelRoots that have been looked at.
  std::unordered_map<Path, Painted> painted_;
};

}  // namespace usdscope
