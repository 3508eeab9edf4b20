// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/TexCoords.h"

#include <cmath>
#include <numbers>
#include <string>

#include "engine/scene/materialx/NodeKind.h"

namespace usdscope {
namespace {

constexpr int kMaxNodes = 32;  // Nodes behind one input; a cycle must end.

glm::mat3 scaling(const glm::vec2& factor) {
  return {glm::vec3(factor.x, 0.0f, 0.0f), glm::vec3(0.0f, factor.y, 0.0f),
          glm::vec3(0.0f, 0.0f, 1.0f)};
}
glm::mat3 translation(const glm::vec2& offset) {
  return {glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 1.0f, 0.0f), glm::vec3(offset, 1.0f)};
}
// Clockwise, as the node rotate2d.
glm::mat3 rotation(float angleDegrees) {
  const float angle = angleDegrees * std::numbers::pi_v<float> / 180.0f;
  const float c = std::cos(angle);
  const float s = std::sin(angle);
  return {glm::vec3(c, -s, 0.0f), glm::vec3(s, c, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f)};
}
glm::vec2 inverse(const glm::vec2& v) {
  return {v.x == 0.0f ? 0.0f : 1.0f / v.x, v.y == 0.0f ? 0.0f : 1.0f / v.y};
}

glm::vec2 vector(const Prim& shader, const char* name, const glm::vec2& fallback, TimeCode time) {
  const Token input(name);
  const float number = inputValue(shader, input, std::nanf(""), time);
  return inputValue(shader, input, std::isnan(number) ? fallback : glm::vec2(number), time);
}

// The node place2d: pivot, scale, rotation and offset, in this order or with the offset first.
glm::mat3 place2d(const Prim& shader, TimeCode time) {
  const glm::vec2 pivot = vector(shader, "inputs:pivot", glm::vec2(0.0f), time);
  const glm::mat3 scale = scaling(inverse(vector(shader, "inputs:scale", glm::vec2(1.0f), time)));
  const glm::mat3 rotate = rotation(inputValue(shader, Token("inputs:rotate"), 0.0f, time));
  const glm::mat3 offset = translation(-vector(shader, "inputs:offset", glm::vec2(0.0f), time));
  const bool isOffsetFirst = inputValue(shader, Token("inputs:operationorder"), 0, time) == 1;
  const glm::mat3 inner = isOffsetFirst ? scale * rotate * offset : offset * rotate * scale;
  return translation(pivot) * inner * translation(-pivot);
}

}  // namespace

TexCoords texCoordsOf(const Prim& shader, Token input, TimeCode time) {
  TexCoords result;
  ShadeSource source = followInput(shader, input);
  for (int i = 0; source.shader && i < kMaxNodes; ++i) {
    const Prim node = source.shader;
    const NodeKind kind = nodeKind(shaderId(node));
    Token next = Token("inputs:texcoord");
    if (kind.name == "texcoord") {
      const int index = inputValue(node, Token("inputs:index"), 0, time);
      if (index > 0) result.primvar = Token("st" + std::to_string(index));
      return result;
    }
    if (kind.name == "geompropvalue" || kind.name.starts_with("UsdPrimvarReader")) {
      const bool isReader = kind.name != "geompropvalue";
      result.primvar =
          tokenInput(node, isReader ? shade::kVarname : Token("inputs:geomprop"), time);
      return result;
    }
    if (kind.name == "place2d") {
      result.fromPrimvar = result.fromPrimvar * place2d(node, time);
    } else if (kind.name == "rotate2d") {
      result.fromPrimvar =
          result.fromPrimvar * rotation(inputValue(node, Token("inputs:amount"), 0.0f, time));
      next = Token("inputs:in");
    } else if (kind.name == "UsdTransform2d") {
      const glm::vec2 scale = vector(node, "inputs:scale", glm::vec2(1.0f), time);
      const glm::vec2 offset = vector(node, "inputs:translation", glm::vec2(0.0f), time);
      result.fromPrimvar = result.fromPrimvar * translation(offset) *
                           rotation(-inputValue(node, Token("inputs:rotation"), 0.0f, time)) *
                           scaling(scale);
      next = Token("inputs:in");
    } else if (kind.name == "multiply" || kind.name == "divide" || kind.name == "add" ||
               kind.name == "subtract") {
      const bool isFactor = kind.name == "multiply" || kind.name == "divide";
      const bool isSecond = !followInput(node, Token("inputs:in1")).shader &&
                            (kind.name == "multiply" || kind.name == "add");
      glm::vec2 amount = vector(node, isSecond ? "inputs:in1" : "inputs:in2",
                                isFactor ? glm::vec2(1.0f) : glm::vec2(0.0f), time);
      if (kind.name == "divide") amount = inverse(amount);
      if (kind.name == "subtract") amount = -amount;
      result.fromPrimvar = result.fromPrimvar * (isFactor ? scaling(amount) : translation(amount));
      next = Token(isSecond ? "inputs:in2" : "inputs:in1");
    } else {
      result.isExact = result.isExact && kind.name == "dot";
      next = Token("inputs:in");
    }
    source = followInput(node, next);
  }
  return result;
}

}  // namespace usdscope
