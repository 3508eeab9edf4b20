// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gl/ShaderFeature.h"

namespace usdscope {

/// Returns the text of a file of shaders/ by its name; empty when there is no such file.
using ShaderReader = std::function<std::optional<std::string>(std::string_view name)>;

/// A shader ready for the driver. `#line` directives keep the line numbers of the source files,
/// which are numbered.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;  ///< By number; 0 is the requested file.
  /// A sentence that says which include is missing or nested too deeply; else empty.
  std::string problem;
};

/// Assembles the version line, the defines of `features`, the file and its includes. An include
/// names a file by its path in shaders/ (`#include "common/x.glsl"`). Each file is included once.
ShaderText assembleShader(std::string_view name, ShaderFeatures features, const ShaderReader& read);

/// Replaces file numbers in a driver's messages by file names: `2:17(5)` and `2(17)` become
/// `mesh/lighting.glsl:17`.
std::string namedLog(std::string_view log, const std::vector<std::string>& files);

}  // namespace usdscope
