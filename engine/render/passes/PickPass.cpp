// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/PickPass.h"

namespace usdscope {

std::optional<PickPass::Hit> PickPass::run(const FrameContext& frame) {
  const IdPixels pixels = target_.draw(frame, kSize, kSize);
  std::optional<Hit> hit;
  int nearest = kSize * kSize;
  for (std::size_t at = 0; at < pixels.ids.size(); ++at) {
    const int dx = int(at) % kSize - kSize / 2;
    const int dy = int(at) / kSize - kSize / 2;
    if (pixels.ids[at] == 0 || dx * dx + dy * dy >= nearest) continue;
    nearest = dx * dx + dy * dy;
    hit = Hit{pixels.ids[at] - 1, std::nullopt, pixels.worldPosition(frame.frustum, at)};
    if (pixels.vertices[at] > 0) hit->vertex = pixels.vertices[at] - 1;
  }
  return hit;
}

}  // namespace usdscope
