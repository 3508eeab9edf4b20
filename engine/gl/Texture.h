// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "engine/gl/GlName.h"

namespace usdscope {

namespace detail {
inline void deleteTexture(GLuint id) { glDeleteTextures(1, &id); }
inline void deleteSampler(GLuint id) { glDeleteSamplers(1, &id); }
}  // namespace detail

/// A 2D texture of a fixed size, an array of those, or a 3D texture. Requires: the context is
/// current.
class Texture {
 public:
  Texture() = default;
  static Texture make2d(GLenum format, int width, int height, int levelCount = 1);
  /// Layers of one level that shaders read as one texture.
  static Texture makeArray(GLenum format, int width, int height, int layerCount);
  /// Voxels with linear filtering, which are 0 outside of the texture.
  static Texture make3d(GLenum format, const std::array<int, 3>& size);
  /// Requires: `sampleCount` is greater than 1.
  static Texture makeMultisampled(GLenum format, int width, int height, int sampleCount);

  /// Replaces all pixels of a level. Rows have no padding; the first row is at v = 0.
  void write(int level, GLenum format, GLenum type, const void* pixels);
  /// Replaces all voxels of a texture with this size. x varies fastest, then y, then z.
  void write3d(GLenum format, const std::array<int, 3>& size, const float* voxels);
  void generateMipmaps() { glGenerateTextureMipmap(id()); }
  void setFilter(GLenum minify, GLenum magnify);

  GLuint id() const { return name_.id(); }
  int width() const { return width_; }
  int height() const { return height_; }
  explicit operator bool() const { return bool(name_); }

 private:
  Texture(GLuint id, int width, int height) : name_(id), width_(width), height_(height) {}

  GlName<detail::deleteTexture> name_;
  int width_ = 0;
  int height_ = 0;
};

/// The number of levels in a full chain of mipmaps.
int mipLevelCount(int width, int height);

/// Trilinear filtering with the given wrap modes and a transparent black border.
class Sampler {
 public:
  Sampler() = default;
  static Sampler make(GLenum wrapS, GLenum wrapT, float anisotropy);
  GLuint id() const { return name_.id(); }

 private:
  explicit Sampler(GLuint id) : name_(id) {}
  GlName<detail::deleteSampler> name_;
};

}  // namespace usdscope
