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

/// What a program is made of: names of files in shaders/. Either a vertex and a fragment stage, or
/// a compute stage.
struct ProgramSource {
  std::string_view vertex;
  std::string_view fragment;
  std::string_view compute;
  ShaderFeatures features;
};

/// Programs from the files of shaders/, made when they are first asked for. The context is current.
class ShaderLibrary {
 public:
  /// With the shaders that the program was built with.
  ShaderLibrary();
  /// Reads from a folder; what is not there is taken from the program.
  explicit ShaderLibrary(std::string directory);
  explicit ShaderLibrary(ShaderReader reader) : read_(std::move(reader)) {}

  /// A program with id 0 when it cannot be made; that is reported once (kBadShader, the site is the
  /// file). Stays where it is as long as the library lives.
  const Program& program(const ProgramSource& source, Diagnostics& diagnostics);

 private:
  Program make(const ProgramSource& source, Diagnostics& diagnostics) const;

  using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::uint32_t>;
  ShaderReader read_;
  std::map<Key, Program> programs_;
};

/// Reads the shaders that the program was built with.
ShaderReader embeddedShaderReader();

}  // namespace usdscope
