// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/PickAreaPass.h"

#include <algorithm>
#include <array>

#include "engine/render/passes/IdPass.h"

namespace usdscope {

std::vector<PickPass::Hit> PickAreaPass::run(const FrameContext& frame, int width, int height) {
  if (ids_.width() != width || ids_.height() != height) {
    ids_ = Texture::make2d(GL_R32UI, width, height);
    depths_ = Texture::make2d(GL_DEPTH_COMPONENT32F, width, height);
    target_ = Framebuffer::make({&ids_}, &depths_);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target_.id());
  glViewport(0, 0, width, height);
  const std::array<GLuint, 4> nothing{0, 0, 0, 0};
  const float farthest = 0.0f;
  glClearBufferuiv(GL_COLOR, 0, nothing.data());
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  glEnable(GL_DEPTH_TEST);
  drawIds(frame, allIdCalls(frame.list));
  if (frame.slices.isStopped()) return {};

  const std::size_t count = std::size_t(width) * std::size_t(height);
  std::vector<GLuint> ids(count);
  std::vector<float> depths(count);
  glReadPixels(0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT, ids.data());
  glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

  std::vector<bool> isFound(frame.list.sources.size());
  std::vector<PickPass::Hit> hits;
  for (std::size_t at = 0; at < count; ++at) {
    if (ids[at] == 0 || ids[at] > isFound.size() || isFound[ids[at] - 1]) continue;
    isFound[ids[at] - 1] = true;
    const glm::dvec3 clip((2.0 * double(at % std::size_t(width)) + 1.0) / width - 1.0,
                          (2.0 * double(at / std::size_t(width)) + 1.0) / height - 1.0,
                          double(depths[at]));
    hits.push_back({ids[at] - 1, frame.frustum.worldFromClip(clip)});
  }
  std::ranges::sort(hits, {}, &PickPass::Hit::object);
  return hits;
}

}  // namespace usdscope
