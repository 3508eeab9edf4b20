// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BlendVertices.h"

#include <algorithm>
#include <cassert>

#include "engine/skel/BlendShapeQuery.h"
#include "engine/skel/detail/AddWeighted.h"

namespace usdscope {

bool BlendVertices::isActive() const { return std::ranges::any_of(weights, isShapeApplied); }

void BlendVertices::run() const {
  assert(weights.size() == shapes.size());
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const float weight = weights[shape];
    if (!isShapeApplied(weight)) continue;
    const OffsetRange& range = shapes[shape];
    const auto own = offsets.subspan(range.firstOffset, range.offsetCount);
    detail::addWeighted(
        own.size(), [&](std::size_t i) { return own[i].vertex; }, weight,
        detail::WeightedSum{positions, [&](std::size_t i) { return own[i].position; }},
        detail::WeightedSum{normals, [&](std::size_t i) { return own[i].normal; }});
  }
}

}  // namespace usdscope
