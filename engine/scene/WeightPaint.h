// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>

#include "engine/scene/InfluenceInspection.h"
#include "engine/scene/RigPaint.h"

namespace usdscope {

/// Shows the weight of one joint at each point, and marks points with WeightFlags.
class WeightPaint : public RigPaint {
 public:
  WeightPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token joint);

  Token joint() const { return joint_; }
  std::string title() const override;
  /// Explains the colours, and has the number of points with each mark.
  std::vector<PaintSwatch> legend() const override;

 protected:
  bool takeFollower(const SkinningQuery& query, const SkeletonQuery& skeleton) override;
  std::vector<glm::vec3> colorsOf(Path prim, const Geometry& geometry) override;
  void forget(Path prim) override { counts_.erase(prim); }

 private:
  Token joint_;
  std::unordered_map<Path, InfluenceInspection> followers_;
  /// Per prim, the numbers of points with stray, unnormalised and out-of-range weights.
  std::unordered_map<Path, std::array<std::size_t, 3>> counts_;
};

}  // namespace usdscope
