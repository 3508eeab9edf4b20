// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/gl/GlName.h"
#include "engine/math/Types.h"

namespace usdscope {

namespace detail {
inline void deleteProgram(GLuint id) { glDeleteProgram(id); }
inline void deleteShader(GLuint id) { glDeleteShader(id); }
}  // namespace detail

/// One compiled stage of a program.
class Shader {
 public:
  /// `kind` is an argument of glCreateShader, such as GL_VERTEX_SHADER. Returns an empty shader,
  /// and the driver's messages in `log`, when the text does not compile.
  static Shader compile(GLenum kind, const std::string& text, std::string& log);

  GLuint id() const { return name_.id(); }
  explicit operator bool() const { return bool(name_); }

 private:
  GlName<detail::deleteShader> name_;
};

/// A linked program. Uniforms are set by the locations that the shaders declare, which are below
/// 64. Setting a uniform that this variant does not use does nothing.
class Program {
 public:
  Program() = default;
  /// Returns an empty program, and the driver's messages in `log`, when the stages do not link.
  static Program link(std::span<const Shader> stages, std::string& log);

  bool uses(GLint location) const { return (locations_ >> location & 1u) != 0; }
  void set(GLint location, std::uint32_t value) const {
    if (uses(location)) glProgramUniform1ui(id(), location, value);
  }
  void set(GLint location, float value) const {
    if (uses(location)) glProgramUniform1f(id(), location, value);
  }
  void set(GLint location, const glm::vec4& v) const {
    if (uses(location)) glProgramUniform4f(id(), location, v.x, v.y, v.z, v.w);
  }
  void set(GLint location, const glm::mat4& m) const {
    if (uses(location)) glProgramUniformMatrix4fv(id(), location, 1, GL_FALSE, &m[0].x);
  }
  void set(GLint location, const glm::uvec4& v) const {
    if (uses(location)) glProgramUniform4ui(id(), location, v.x, v.y, v.z, v.w);
  }

  GLuint id() const { return name_.id(); }
  explicit operator bool() const { return bool(name_); }

 private:
  explicit Program(GLuint id) : name_(id) {}
  GlName<detail::deleteProgram> name_;
  std::uint64_t locations_ = 0;  // One bit for the location of each active uniform.
};

}  // namespace usdscope
