// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gl/ShaderFeature.h"

namespace usdscope {

/// Gives the text of a file of shaders/ by name; empty when there is none.
using ShaderReader = std::function<std::optional<std::string>(std::string_view name)>;

/// A shader ready for the driver. Lines keep their numbers, and files are numbered for `#line`.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;  ///< By number; 0 is the file that was asked for.
  std::string problem;  ///< An include that is not there, or goes in circles; a sentence.
};

/// Puts the version, the defines of `features` and the includes of a file together. A file is
/// included once: `#include "common/x.glsl"`, by its path in shaders/.
ShaderText assembleShader(std::string_view name, ShaderFeatures features, const ShaderReader& read);

/// A driver's messages with `2:17(5)` or `2(17)` made `mesh/lighting.glsl:17`.
std::string namedLog(std::string_view log, const std::vector<std::string>& files);

}  // namespace usdscope
