// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/ShaderNodes.h"

#include <cassert>

#include "engine/layer/FactText.h"

namespace usdscope::detail {

const ShaderInputs* findShaderNode(Token id) {
  static const std::unordered_map<Token, ShaderInputs> kNodes = [] {
    std::unordered_map<Token, ShaderInputs> nodes;
    ShaderInputs* node = nullptr;
    FactLine line;
    for (FactLines lines(shaderFacts()); lines.next(line);) {
      assert(line.words.size() == 2);
      if (line.words[0] == "shader") {
        node = &nodes[Token(line.words[1])];
      } else {
        assert(node);
        node->emplace(Token(line.words[1]), Token(line.words[0]));
      }
    }
    return nodes;
  }();
  const auto found = kNodes.find(id);
  return found == kNodes.end() ? nullptr : &found->second;
}

}  // namespace usdscope::detail
