// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Texture.h"

#include <algorithm>
#include <bit>

namespace usdscope {

Texture Texture::make2d(GLenum format, int width, int height, int levelCount) {
  GLuint id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  glTextureStorage2D(id, levelCount, format, width, height);
  return Texture(id, width, height);
}

Texture Texture::makeArray(GLenum format, int width, int height, int layerCount) {
  GLuint id = 0;
  glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &id);
  glTextureStorage3D(id, 1, format, width, height, layerCount);
  return Texture(id, width, height);
}

Texture Texture::make3d(GLenum format, const std::array<int, 3>& size) {
  GLuint id = 0;
  glCreateTextures(GL_TEXTURE_3D, 1, &id);
  glTextureStorage3D(id, 1, format, size[0], size[1], size[2]);
  Texture texture(id, size[0], size[1]);
  texture.setFilter(GL_LINEAR, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
    glTextureParameteri(id, wrap, GL_CLAMP_TO_BORDER);
  }
  return texture;
}

void Texture::write3d(GLenum format, const std::array<int, 3>& size, const float* voxels) {
  glTextureSubImage3D(id(), 0, 0, 0, 0, size[0], size[1], size[2], format, GL_FLOAT, voxels);
}

Texture Texture::makeMultisampled(GLenum format, int width, int height, int sampleCount) {
  GLuint id = 0;
  glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &id);
  glTextureStorage2DMultisample(id, sampleCount, format, width, height, GL_TRUE);
  return Texture(id, width, height);
}

void Texture::write(int level, GLenum format, GLenum type, const void* pixels) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(id(), level, 0, 0, std::max(1, width_ >> level),
                      std::max(1, height_ >> level), format, type, pixels);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void Texture::setFilter(GLenum minify, GLenum magnify) {
  glTextureParameteri(id(), GL_TEXTURE_MIN_FILTER, static_cast<GLint>(minify));
  glTextureParameteri(id(), GL_TEXTURE_MAG_FILTER, static_cast<GLint>(magnify));
}

int mipLevelCount(int width, int height) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(std::max({width, height, 1}))));
}

Sampler Sampler::make(GLenum wrapS, GLenum wrapT, float anisotropy) {
  GLuint id = 0;
  glCreateSamplers(1, &id);
  glSamplerParameteri(id, GL_TEXTURE_WRAP_S, static_cast<GLint>(wrapS));
  glSamplerParameteri(id, GL_TEXTURE_WRAP_T, static_cast<GLint>(wrapT));
  glSamplerParameteri(id, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glSamplerParameteri(id, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  if (anisotropy > 1.0f) glSamplerParameterf(id, GL_TEXTURE_MAX_ANISOTROPY_EXT, anisotropy);
  return Sampler(id);
}

}  // namespace usdscope
