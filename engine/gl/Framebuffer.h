// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "engine/gl/Texture.h"

namespace usdscope {

namespace detail {
inline void deleteFramebuffer(GLuint id) { glDeleteFramebuffers(1, &id); }
}  // namespace detail

/// A set of textures to draw into. Requires: the textures outlive it.
class Framebuffer {
 public:
  Framebuffer() = default;
  /// `colors` are the colour attachments in order; `depth` may be null. Requires: all textures have
  /// one size and one sample count.
  static Framebuffer make(std::initializer_list<const Texture*> colors, const Texture* depth);

  /// Draws depths into a layer of an array.
  static Framebuffer makeDepthLayer(const Texture& depths, int layer);

  bool isComplete() const;
  GLuint id() const { return name_.id(); }

 private:
  explicit Framebuffer(GLuint id) : name_(id) {}
  GlName<detail::deleteFramebuffer> name_;
};

}  // namespace usdscope
