// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/PickAreaPass.h"

#include <algorithm>

namespace usdscope {

std::vector<PickPass::Hit> PickAreaPass::run(const FrameContext& frame, int width, int height) {
  const IdPixels pixels = target_.draw(frame, width, height);
  std::vector<bool> isFound(frame.list.table->sources.size());
  std::vector<PickPass::Hit> hits;
  for (std::size_t at = 0; at < pixels.ids.size(); ++at) {
    const GLuint id = pixels.ids[at];
    if (id == 0 || id > isFound.size() || isFound[id - 1]) continue;
    isFound[id - 1] = true;
    hits.push_back({id - 1, std::nullopt, pixels.worldPosition(frame.frustum, at)});
  }
  std::ranges::sort(hits, {}, &PickPass::Hit::object);
  return hits;
}

}  // namespace usdscope
