// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/OffsetPaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace usdscope {

OffsetPaint::OffsetPaint(std::shared_ptr<const Stage> stage, Path skeleton, Token shape)
    : RigPaint(std::move(stage), skeleton), shape_(shape) {}

bool OffsetPaint::takeFollower(const SkinningQuery& query, const SkeletonQuery&) {
  const BlendShapeQuery& shapes = query.blendShapes();
  const auto& names = query.shapeNames();
  std::unordered_map<std::size_t, float>& lengths = lengths_[query.prim().path()];
  for (const SubShape& subShape : shapes.subShapes()) {
    if (subShape.shape >= names.size() || names[subShape.shape] != shape_) continue;
    const Array<int>& indices = shapes.pointIndices(subShape.shape);
    const std::size_t count = indices.empty() ? subShape.offsets.size()
                                              : std::min(indices.size(), subShape.offsets.size());
    for (std::size_t i = 0; i < count; ++i) {
      const float length = glm::length(subShape.offsets[i]);
      if (!(length > 0.0f) || !std::isfinite(length)) continue;
      if (!indices.empty() && indices[i] < 0) continue;
      float& longest = lengths[indices.empty() ? i : static_cast<std::size_t>(indices[i])];
      longest = std::max(longest, length);
      longest_ = std::max(longest_, length);
    }
  }
  return true;  // Prims without the shape are painted grey.
}

std::vector<glm::vec3> OffsetPaint::colorsOf(Path prim, const Geometry& geometry) {
  const auto& lengths = lengths_.at(prim);
  std::uint32_t last = 0;
  for (const std::uint32_t point : geometry.vertexPoints) last = std::max(last, point);
  Counts& counts = counts_[prim] = {};
  std::vector<glm::vec3> colors(std::size_t{last} + 1, heatColor(0.0f));
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const auto found = lengths.find(i);
    ++(found == lengths.end() ? counts.still : counts.moved);
    if (found != lengths.end()) colors[i] = heatColor(found->second / longest_);
  }
  return colors;
}

std::vector<PaintSwatch> OffsetPaint::legend() const {
  std::vector<PaintSwatch> swatches;
  if (longest_ > 0.0f) {
    for (const float part : {1.0f, 0.75f, 0.5f, 0.25f}) {
      swatches.push_back({heatColor(part), fmt::format("{:.4g}", part * longest_)});
    }
    swatches.push_back({heatColor(0.01f), "near to 0"});
  }
  Counts all;
  for (const auto& [path, counts] : counts_) {
    all.moved += counts.moved;
    all.still += counts.still;
  }
  swatches.push_back({heatColor(0.0f),
                      fmt::format("not moved: {} of {} points", all.still, all.still + all.moved)});
  return swatches;
}

}  // namespace usdscope
