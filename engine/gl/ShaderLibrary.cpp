// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/ShaderLibrary.h"

#include <algorithm>
#include <vector>

#include "engine/base/FileBytes.h"
#include "engine/gl/ShaderFile.h"

namespace usdscope {

ShaderReader embeddedShaderReader() {
  return [](std::string_view name) -> std::optional<std::string> {
    const auto files = embeddedShaders();
    const auto found = std::ranges::find(files, name, &ShaderFile::name);
    if (found == files.end()) return std::nullopt;
    return std::string(found->text);
  };
}

ShaderLibrary::ShaderLibrary() : read_(embeddedShaderReader()) {}

ShaderLibrary::ShaderLibrary(std::string directory) {
  read_ = [directory = std::move(directory),
           embedded = embeddedShaderReader()](std::string_view name) -> std::optional<std::string> {
    const FileBytesResult file = readFileBytes(directory + "/" + std::string(name));
    if (file.bytes) return std::string(file.bytes->text());
    return embedded(name);
  };
}

const Program& ShaderLibrary::program(const ProgramSource& source, Diagnostics& diagnostics) {
  const Key key(source.vertex, source.fragment, source.compute, source.features.bits());
  const auto found = programs_.find(key);
  if (found != programs_.end()) return found->second;
  return programs_.emplace(key, make(source, diagnostics)).first->second;
}

Program ShaderLibrary::make(const ProgramSource& source, Diagnostics& diagnostics) const {
  const struct {
    std::string_view file;
    GLenum kind;
  } parts[] = {{source.vertex, GL_VERTEX_SHADER},
               {source.fragment, GL_FRAGMENT_SHADER},
               {source.compute, GL_COMPUTE_SHADER}};
  std::vector<Shader> stages;
  std::string log;
  for (const auto& part : parts) {
    if (part.file.empty()) continue;
    const SourceSite site{.layer = std::string(part.file)};
    const ShaderText text = assembleShader(part.file, source.features, read_);
    if (!text.problem.empty()) {
      diagnostics.report(kBadShader, site, text.problem);
      return {};
    }
    stages.push_back(Shader::compile(part.kind, text.text, log));
    if (!stages.back()) {
      diagnostics.report(kBadShader, site,
                         "The driver refuses the shader: " + namedLog(log, text.files));
      return {};
    }
  }
  Program program = Program::link(stages, log);
  if (!program) {
    const std::string_view file = source.vertex.empty() ? source.compute : source.vertex;
    diagnostics.report(kBadShader, {.layer = std::string(file)},
                       "The driver cannot link the shader: " + log);
  }
  return program;
}

}  // namespace usdscope
