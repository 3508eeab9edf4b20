// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "engine/base/Diagnostics.h"
#include "engine/gl/Program.h"
#include "engine/gl/ShaderText.h"

namespace usdscope {

inline constexpr DiagnosticCode kBadShader{"gl.bad-shader", Severity::Error};

/// The stages of a program, as names of files in shaders/: either a vertex and a fragment stage, or
/// a compute stage.
struct ProgramSource {
  std::string_view vertex;
  std::string_view fragment;
  std::string_view compute;
  ShaderFeatures features;
};

/// Compiles programs from the files of shaders/ on first use and keeps them. Requires: the context
/// is current.
class ShaderLibrary {
 public:
  /// Uses the shaders that are embedded in the executable.
  ShaderLibrary();
  /// Reads shaders from a folder. A file that is not in the folder is taken from the executable.
  explicit ShaderLibrary(std::string directory);
  explicit ShaderLibrary(ShaderReader reader) : read_(std::move(reader)) {}

  /// Returns the program. If it cannot be built, returns an empty program and reports kBadShader
  /// once, with the name of the shader file. The reference stays valid while the library lives.
  const Program& program(const ProgramSource& source, Diagnostics& diagnostics);

 private:
  Program make(const ProgramSource& source, Diagnostics& diagnostics) const;

  using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::uint32_t>;
  ShaderReader read_;
  std::map<Key, Program> programs_;
};

/// Reads the shaders that are embedded in the executable.
ShaderReader embeddedShaderReader();

}  // namespace usdscope
