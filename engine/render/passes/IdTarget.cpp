// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/IdTarget.h"

#include <array>
#include <utility>

#include "engine/render/passes/IdPass.h"

namespace usdscope {

glm::dvec3 IdPixels::worldPosition(const CameraFrustum& frustum, std::size_t pixel) const {
  const auto x = double(pixel % std::size_t(width));
  const auto y = double(pixel / std::size_t(width));
  return frustum.worldFromClip(
      {(2.0 * x + 1.0) / width - 1.0, (2.0 * y + 1.0) / height - 1.0, double(depths[pixel])});
}

IdPixels IdTarget::draw(const FrameContext& frame, int width, int height) {
  if (ids_.width() != width || ids_.height() != height) {
    ids_ = Texture::make2d(GL_R32UI, width, height);
    depths_ = Texture::make2d(GL_DEPTH_COMPONENT32F, width, height);
    vertices_ = Texture::make2d(GL_R32UI, width, height);
    target_ = Framebuffer::make({&ids_, &vertices_}, &depths_);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target_.id());
  glViewport(0, 0, width, height);
  const std::array<GLuint, 4> nothing{0, 0, 0, 0};
  const float farthest = 0.0f;
  for (const GLint buffer : {0, 1}) glClearBufferuiv(GL_COLOR, buffer, nothing.data());
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  glEnable(GL_DEPTH_TEST);
  drawIds(frame, idCalls(frame.list, SampleGrid::ofCenters(frame.frustum, width, height)));
  if (frame.slices.isStopped()) return {};

  const std::size_t count = std::size_t(width) * std::size_t(height);
  IdPixels pixels{width, height, std::vector<GLuint>(count), std::vector<GLuint>(count),
                  std::vector<float>(count)};
  for (const auto& [buffer, values] : {std::pair{GL_COLOR_ATTACHMENT1, &pixels.vertices},
                                       std::pair{GL_COLOR_ATTACHMENT0, &pixels.ids}}) {
    glReadBuffer(static_cast<GLenum>(buffer));
    glReadPixels(0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT, values->data());
  }
  glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, pixels.depths.data());
  return pixels;
}

}  // namespace usdscope
