// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Program.h"

#include <algorithm>

namespace usdscope {
namespace {

// The driver's messages about a shader or program, read with the functions for its kind.
std::string infoLog(GLuint id, PFNGLGETSHADERIVPROC getParameter,
                    PFNGLGETSHADERINFOLOGPROC getInfoLog) {
  GLint byteSize = 0;
  getParameter(id, GL_INFO_LOG_LENGTH, &byteSize);
  std::string log(static_cast<std::size_t>(std::max(byteSize, 1)), ' ');
  getInfoLog(id, static_cast<GLsizei>(log.size()), &byteSize, log.data());
  log.resize(static_cast<std::size_t>(std::max(byteSize, 0)));
  return log;
}

std::uint64_t activeLocations(GLuint program) {
  GLint count = 0;
  glGetProgramInterfaceiv(program, GL_UNIFORM, GL_ACTIVE_RESOURCES, &count);
  std::uint64_t result = 0;
  for (GLint i = 0; i < count; ++i) {
    const GLenum property = GL_LOCATION;
    GLint location = -1;
    glGetProgramResourceiv(program, GL_UNIFORM, static_cast<GLuint>(i), 1, &property, 1, nullptr,
                           &location);
    if (location >= 0 && location < 64) result |= std::uint64_t{1} << location;
  }
  return result;
}

}  // namespace

Shader Shader::compile(GLenum kind, const std::string& text, std::string& log) {
  Shader shader;
  shader.name_ = GlName<detail::deleteShader>(glCreateShader(kind));
  const char* bytes = text.data();
  const auto byteSize = static_cast<GLint>(text.size());
  glShaderSource(shader.id(), 1, &bytes, &byteSize);
  glCompileShader(shader.id());
  GLint isCompiled = 0;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &isCompiled);
  if (isCompiled) return shader;
  log = infoLog(shader.id(), glGetShaderiv, glGetShaderInfoLog);
  return {};
}

Program Program::link(std::span<const Shader> stages, std::string& log) {
  Program program(glCreateProgram());
  for (const Shader& stage : stages) glAttachShader(program.id(), stage.id());
  glLinkProgram(program.id());
  for (const Shader& stage : stages) glDetachShader(program.id(), stage.id());
  GLint isLinked = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &isLinked);
  if (isLinked) {
    program.locations_ = activeLocations(program.id());
    return program;
  }
  log = infoLog(program.id(), glGetProgramiv, glGetProgramInfoLog);
  return {};
}

}  // namespace usdscope
