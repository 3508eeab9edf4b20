// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>

#include "engine/base/Token.h"

namespace usdscope::detail {

/// The types of the inputs of one shader node, by their names without `inputs:`.
using ShaderInputs = std::unordered_map<Token, Token>;

/// Returns the inputs of a node that OpenUSD knows without plug-ins; null for other names.
/// Thread-safe. (SdrRegistry.)
const ShaderInputs* findShaderNode(Token id);

/// The text of resources/definitions/shaders.txt, which the build embeds in the program.
std::string_view shaderFacts();

}  // namespace usdscope::detail
