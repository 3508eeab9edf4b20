// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Framebuffer.h"

#include <vector>

namespace usdscope {

Framebuffer Framebuffer::make(std::initializer_list<const Texture*> colors, const Texture* depth) {
  GLuint id = 0;
  glCreateFramebuffers(1, &id);
  std::vector<GLenum> buffers;
  for (const Texture* color : colors) {
    buffers.push_back(static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + buffers.size()));
    glNamedFramebufferTexture(id, buffers.back(), color->id(), 0);
  }
  if (depth) glNamedFramebufferTexture(id, GL_DEPTH_ATTACHMENT, depth->id(), 0);
  if (buffers.empty()) {
    glNamedFramebufferDrawBuffer(id, GL_NONE);
    glNamedFramebufferReadBuffer(id, GL_NONE);
  } else {
    glNamedFramebufferDrawBuffers(id, static_cast<GLsizei>(buffers.size()), buffers.data());
  }
  return Framebuffer(id);
}

Framebuffer Framebuffer::makeDepthLayer(const Texture& depths, int layer) {
  GLuint id = 0;
  glCreateFramebuffers(1, &id);
  glNamedFramebufferTextureLayer(id, GL_DEPTH_ATTACHMENT, depths.id(), 0, layer);
  glNamedFramebufferDrawBuffer(id, GL_NONE);
  glNamedFramebufferReadBuffer(id, GL_NONE);
  return Framebuffer(id);
}

bool Framebuffer::isComplete() const {
  return glCheckNamedFramebufferStatus(id(), GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace usdscope
