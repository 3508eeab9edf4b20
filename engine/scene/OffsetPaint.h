// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "engine/scene/RigPaint.h"

namespace usdscope {

/// Shows how far one blend shape can move each point. The colour is the longest offset of the shape
/// and its in-betweens at the point, relative to the longest offset of all points.
class OffsetPaint : public RigPaint {
 public:
  OffsetPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token shape);

  Token shape() const { return shape_; }
  std::string title() const override { return "Offsets of " + shape_.string(); }
  /// Explains the colours with lengths in the units of the prims' points, and has the number of
  /// points that move.
  std::vector<PaintSwatch> legend() const override;

 protected:
  bool takeFollower(const SkinningQuery& query, const SkeletonQuery& skeleton) override;
  std::vector<glm::vec3> colorsOf(Path prim, const Geometry& geometry) override;
  void forget(Path prim) override { counts_.erase(prim); }

 private:
  struct Counts {
    std::size_t moved = 0;
    std::size_t still = 0;
  };

  Token shape_;
  /// Per prim, the longest offset of each point that has an offset.
  std::unordered_map<Path, std::unordered_map<std::size_t, float>> lengths_;
  float longest_ = 0.0f;
  std::unordered_map<Path, Counts> counts_;
};

}  // namespace usdscope
