// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Program.h"

#include <algorithm>

namespace usdscope {
namespace {

std::string trimmed(std::string log, GLsizei length) {
  log.resize(static_cast<std::size_t>(std::max(length, 0)));
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
  GLint room = 0;
  glGetShaderiv(shader.id(), GL_INFO_LOG_LENGTH, &room);
  log.assign(static_cast<std::size_t>(std::max(room, 1)), ' ');
  glGetShaderInfoLog(shader.id(), room, &room, log.data());
  log = trimmed(std::move(log), room);
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
  GLint room = 0;
  glGetProgramiv(program.id(), GL_INFO_LOG_LENGTH, &room);
  log.assign(static_cast<std::size_t>(std::max(room, 1)), ' ');
  glGetProgramInfoLog(program.id(), room, &room, log.data());
  log = trimmed(std::move(log), room);
  return {};
}

}  // namespace usdscope
