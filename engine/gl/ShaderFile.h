// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace usdscope {

/// A GLSL file by its path in shaders/: `mesh/surface.frag`.
struct ShaderFile {
  std::string_view name;
  std::string_view text;
};

/// The files of shaders/ as they were when the program was built.
std::span<const ShaderFile> embeddedShaders();

}  // namespace usdscope
