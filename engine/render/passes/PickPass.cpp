// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/PickPass.h"

#include <array>

#include "engine/render/passes/IdPass.h"

namespace usdscope {

std::optional<PickPass::Hit> PickPass::run(const FrameContext& frame) {
  if (!ids_) {
    ids_ = Texture::make2d(GL_R32UI, kSize, kSize);
    depths_ = Texture::make2d(GL_DEPTH_COMPONENT32F, kSize, kSize);
    target_ = Framebuffer::make({&ids_}, &depths_);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target_.id());
  glViewport(0, 0, kSize, kSize);
  const std::array<GLuint, 4> nothing{0, 0, 0, 0};
  const float farthest = 0.0f;
  glClearBufferuiv(GL_COLOR, 0, nothing.data());
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  glEnable(GL_DEPTH_TEST);
  drawIds(frame, allIdCalls(frame.list));

  constexpr auto kCount = static_cast<std::size_t>(kSize * kSize);
  std::array<GLuint, kCount> ids{};
  std::array<float, kCount> depths{};
  glReadPixels(0, 0, kSize, kSize, GL_RED_INTEGER, GL_UNSIGNED_INT, ids.data());
  glReadPixels(0, 0, kSize, kSize, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

  std::optional<Hit> hit;
  int nearest = kSize * kSize;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const auto at = static_cast<std::size_t>(y * kSize + x);
      const int dx = x - kSize / 2;
      const int dy = y - kSize / 2;
      if (ids[at] == 0 || dx * dx + dy * dy >= nearest) continue;
      nearest = dx * dx + dy * dy;
      const glm::dvec3 clip((2.0 * x + 1.0) / kSize - 1.0, (2.0 * y + 1.0) / kSize - 1.0,
                            double(depths[at]));
      hit = Hit{ids[at] - 1, frame.frustum.worldFromClip(clip)};
    }
  }
  return hit;
}

}  // namespace usdscope
