// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BlendVertices.h"

#include <algorithm>
#include <cassert>

#include "engine/skel/BlendShapeQuery.h"

namespace usdscope {

bool BlendVertices::isActive() const { return std::ranges::any_of(weights, isShapeApplied); }

void BlendVertices::run() const {
  assert(weights.size() == shapes.size());
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const float weight = weights[shape];
    if (!isShapeApplied(weight)) continue;
    const OffsetRange& range = shapes[shape];
    for (const VertexOffset& offset : offsets.subspan(range.firstOffset, range.offsetCount)) {
      positions[offset.vertex] += offset.position * weight;
      if (!normals.empty()) normals[offset.vertex] += offset.normal * weight;
    }
  }
}

}  // namespace usdscope
