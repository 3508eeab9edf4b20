// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/gl/OpenGl.h"

namespace usdscope {
namespace {

std::string textOf(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace

Device currentDevice() {
  Device device;
  device.renderer = textOf(GL_RENDERER);
  device.version = textOf(GL_VERSION);
  device.versionNumber = epoxy_gl_version();
  constexpr std::array<std::string_view, 4> kSoftware{"llvmpipe", "softpipe", "swrast",
                                                      "Software Rasterizer"};
  device.isSoftware = std::ranges::any_of(kSoftware, [&](std::string_view name) {
    return device.renderer.find(name) != std::string::npos;
  });
  if (device.versionNumber < kNeededGlVersion) return device;
  GLint color = 1;
  GLint depth = 1;
  glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &color);
  glGetIntegerv(GL_MAX_DEPTH_TEXTURE_SAMPLES, &depth);
  device.maxSamples = std::max(1, std::min(color, depth));
  if (epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic") ||
      epoxy_has_gl_extension("GL_ARB_texture_filter_anisotropic")) {
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &device.maxAnisotropy);
  }
  return device;
}

std::string whyUnusable(const Device& device) {
  if (device.versionNumber < kNeededGlVersion) {
    return fmt::format("OpenGL 4.5 is needed; {} gives {}.",
                       device.renderer.empty() ? "this machine" : device.renderer, device.version);
  }
  if (!epoxy_has_gl_extension("GL_ARB_shader_draw_parameters")) {
    return fmt::format("The OpenGL extension ARB_shader_draw_parameters is needed; {} lacks it.",
                       device.renderer);
  }
  return {};
}

}  // namespace usdscope
