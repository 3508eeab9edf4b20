// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/materialx/NodeFolding.h"

namespace usdscope {
namespace {

int componentsOf(std::string_view types) {
  const std::size_t digit = types.find_first_of("234");
  const bool isVector = types.starts_with("color") || types.starts_with("vector");
  return isVector && digit != std::string_view::npos ? types[digit] - '0' : 1;
}

glm::vec4 perComponent(const glm::vec4& a, const glm::vec4& b, float (*f)(float, float)) {
  glm::vec4 result;
  for (int i = 0; i < 4; ++i) result[i] = f(a[i], b[i]);
  return result;
}

float quotient(float a, float b) { return b == 0.0f ? 0.0f : a / b; }
float moduloOf(float a, float b) { return b == 0.0f ? 0.0f : a - b * std::floor(a / b); }
float powerOf(float a, float b) { return std::pow(std::max(a, 0.0f), b); }
float smaller(float a, float b) { return std::min(a, b); }
float larger(float a, float b) { return std::max(a, b); }
float arcTangent(float a, float b) { return std::atan2(a, b); }

struct UnaryNode {
  std::string_view name;
  float (*function)(float);
};
constexpr UnaryNode kUnary[] = {
    {"absval", [](float x) { return std::abs(x); }},
    {"floor", [](float x) { return std::floor(x); }},
    {"ceil", [](float x) { return std::ceil(x); }},
    {"round", [](float x) { return std::round(x); }},
    {"sign", [](float x) { return x > 0.0f   ? 1.0f
                                  : x < 0.0f ? -1.0f
                                             : 0.0f; }},
    {"fract", [](float x) { return x - std::floor(x); }},
    {"sin", [](float x) { return std::sin(x); }},
    {"cos", [](float x) { return std::cos(x); }},
    {"tan", [](float x) { return std::tan(x); }},
    {"asin", [](float x) { return std::asin(std::clamp(x, -1.0f, 1.0f)); }},
    {"acos", [](float x) { return std::acos(std::clamp(x, -1.0f, 1.0f)); }},
    {"sqrt", [](float x) { return std::sqrt(std::max(x, 0.0f)); }},
    {"ln", [](float x) { return x > 0.0f ? std::log(x) : 0.0f; }},
    {"exp", [](float x) { return std::exp(x); }}};

struct BinaryNode {
  std::string_view name;
  float (*function)(float, float);
  float fallback;  // The second input if there is none.
};
constexpr BinaryNode kBinary[] = {{"divide", quotient, 1.0f},  {"modulo", moduloOf, 1.0f},
                                  {"power", powerOf, 1.0f},    {"min", smaller, 0.0f},
                                  {"max", larger, 0.0f},       {"atan2", arcTangent, 1.0f},
                                  {"safepower", powerOf, 1.0f}};

// (x - a) / (b - a) * (d - c) + c
ShadeValue remapped(const ShadeValue& x, const glm::vec4& a, const glm::vec4& b, const glm::vec4& c,
                    const glm::vec4& d) {
  const glm::vec4 factor = perComponent(d - c, b - a, quotient);
  return x.affine(factor, c - a * factor);
}

}  // namespace

NodeFolding::Folded NodeFolding::unary(const Prim& shader, const NodeKind& kind) {
  const auto found = std::ranges::find(kUnary, kind.name, &UnaryNode::name);
  if (found == std::end(kUnary)) return std::nullopt;
  const int size = componentsOf(kind.types);
  ShadeValue value = input(shader, "in", ShadeValue::constant(glm::vec4(0.0f), size));
  if (has(shader, "in1")) value = input(shader, "in1", value);
  if (!value.isConstant()) return std::nullopt;
  for (int i = 0; i < 4; ++i) value.bias[i] = found->function(value.bias[i]);
  return value;
}

// Nodes that compute. Images stay images as long as the node is an affine map of them.
NodeFolding::Folded NodeFolding::evaluateMath(const Prim& shader, const NodeKind& kind) {
  const int size = componentsOf(kind.types);
  const auto of = [&](std::string_view name, float fallback) {
    return input(shader, name, ShadeValue::constant(glm::vec4(fallback), size));
  };
  const auto constantOf = [&](std::string_view name, float fallback) {
    return of(name, fallback).bias;
  };
  if (kind.name == "add" || kind.name == "plus") {
    const bool isPlus = kind.name == "plus";
    const ShadeValue a = of(isPlus ? "bg" : "in1", 0.0f);
    const ShadeValue b = of(isPlus ? "fg" : "in2", 0.0f);
    const auto sum = added(a, b);
    return sum ? *sum : nearest(shader, a, b);
  }
  if (kind.name == "subtract") {
    const ShadeValue a = of("in1", 0.0f);
    const auto difference = added(a, of("in2", 0.0f).affine(glm::vec4(-1.0f), glm::vec4(0.0f)));
    return difference ? *difference : nearest(shader, a, a);
  }
  if (kind.name == "multiply") {
    const ShadeValue a = of("in1", 0.0f);
    // A float becomes all components.
    const ShadeValue b = input(shader, "in2", ShadeValue::constant(glm::vec4(1.0f), size));
    const auto product = multiplied(a, b);
    return product ? *product : nearest(shader, a, b);
  }
  if (kind.name == "mix") {
    const ShadeValue bg = of("bg", 0.0f);
    const ShadeValue fg = of("fg", 0.0f);
    const auto result = mixed(bg, fg, of("mix", 0.0f));
    return result ? *result : nearest(shader, bg.isTexture() ? bg : fg, bg);
  }
  if (kind.name == "invert") {
    return of("in", 0.0f).affine(glm::vec4(-1.0f), constantOf("amount", 1.0f));
  }
  if (kind.name == "remap" || kind.name == "range") {
    return remapped(of("in", 0.0f), constantOf("inlow", 0.0f), constantOf("inhigh", 1.0f),
                    constantOf("outlow", 0.0f), constantOf("outhigh", 1.0f));
  }
  if (kind.name == "contrast") {
    const glm::vec4 amount = constantOf("amount", 1.0f);
    const glm::vec4 pivot = constantOf("pivot", 0.5f);
    return of("in", 0.0f).affine(amount, pivot - amount * pivot);
  }
  if (kind.name == "clamp") {
    ShadeValue value = of("in", 0.0f);
    if (value.isConstant()) {
      value.bias =
          glm::max(glm::min(value.bias, constantOf("high", 1.0f)), constantOf("low", 0.0f));
    }
    return value;  // Images are within the range of most clamps.
  }
  if (kind.name == "normalmap") {
    const ShadeValue in = input(shader, "in", ShadeValue::constant(glm::vec3(0.5f, 0.5f, 1.0f)));
    const glm::vec4 strength =
        glm::vec4(glm::vec2(input(shader, "scale", ShadeValue::constant(glm::vec4(1.0f), 2)).bias),
                  1.0f, 1.0f);
    return in.affine(2.0f * strength, -strength);
  }
  if (kind.name == "normalize") {
    ShadeValue value = of("in", 0.0f);
    const float length = glm::length(glm::vec3(value.bias));
    if (value.isConstant() && length > 0.0f) value.bias /= length;
    return value;
  }
  if (kind.name == "dotproduct" || kind.name == "magnitude" || kind.name == "crossproduct") {
    const ShadeValue a = of(kind.name == "magnitude" ? "in" : "in1", 0.0f).resized(size);
    const ShadeValue b = kind.name == "magnitude" ? a : of("in2", 0.0f);
    if (!a.isConstant() || !b.isConstant()) return std::nullopt;
    if (kind.name == "crossproduct") {
      return ShadeValue::constant(glm::cross(glm::vec3(a.bias), glm::vec3(b.bias)));
    }
    float sum = 0.0f;
    for (int i = 0; i < size; ++i) sum += a.bias[i] * b.bias[i];
    return ShadeValue::constant(kind.name == "magnitude" ? std::sqrt(sum) : sum);
  }
  const auto binary = std::ranges::find(kBinary, kind.name, &BinaryNode::name);
  if (binary != std::end(kBinary)) {
    const bool isAngle = kind.name == "atan2";
    const ShadeValue a = of(isAngle ? "iny" : "in1", 0.0f);
    const ShadeValue b = of(isAngle ? "inx" : "in2", binary->fallback);
    if (a.isConstant() && b.isConstant()) {
      return ShadeValue::constant(perComponent(a.bias, b.bias, binary->function), size);
    }
    if (kind.name == "divide" && b.isConstant()) {
      return a.affine(perComponent(glm::vec4(1.0f), b.bias, quotient), glm::vec4(0.0f));
    }
    if (b.isConstant() && b.is(1.0f) && kind.name.ends_with("power")) return a;
    return std::nullopt;
  }
  return unary(shader, kind);
}

// Nodes that return one of their inputs.
NodeFolding::Folded NodeFolding::evaluateChoice(const Prim& shader, const NodeKind& kind) {
  const ShadeValue zero = ShadeValue::constant(glm::vec4(0.0f), componentsOf(kind.types));
  if (kind.name == "switch") {
    static constexpr std::array<std::string_view, 10> kNames = {"in1", "in2", "in3", "in4", "in5",
                                                                "in6", "in7", "in8", "in9", "in10"};
    const ShadeValue which = input(shader, "which", ShadeValue::constant(0.0f));
    if (!which.isConstant()) report(shader, "The choice of the node is not drawn point by point.");
    const float index = std::floor(which.number());
    if (!(index >= 0.0f && index < static_cast<float>(kNames.size()))) return zero;
    return input(shader, kNames[static_cast<std::size_t>(index)], zero);
  }
  const bool isGreater = kind.name == "ifgreater" || kind.name == "ifgreatereq";
  if (!isGreater && kind.name != "ifequal") return std::nullopt;
  const ShadeValue first = input(shader, "value1", ShadeValue::constant(isGreater ? 1.0f : 0.0f));
  const ShadeValue second = input(shader, "value2", ShadeValue::constant(0.0f));
  if (!first.isConstant() || !second.isConstant()) {
    report(shader, "The comparison of the node is not drawn point by point.");
  }
  const float a = first.number();
  const float b = second.number();
  const bool isFirst = kind.name == "ifequal" ? a == b : kind.name == "ifgreater" ? a > b : a >= b;
  return input(shader, isFirst ? "in1" : "in2", zero);
}

// Nodes whose values vary over a surface in ways that no image has: their mean. Nodes that change
// an image: the image.
NodeFolding::Folded NodeFolding::evaluateNearest(const Prim& shader, const NodeKind& kind) {
  const int size = componentsOf(kind.types);
  const auto mean = [&](std::initializer_list<std::string_view> names) {
    glm::vec4 sum(0.0f);
    for (const std::string_view name : names) {
      sum += input(shader, name, ShadeValue::constant(glm::vec4(0.0f), size)).bias;
    }
    return ShadeValue::constant(sum / static_cast<float>(names.size()), size);
  };
  const std::string name(kind.name);
  if (name == "ramplr" || name == "splitlr") {
    report(shader, "The ramp is drawn as its mean.");
    return mean({"valuel", "valuer"});
  }
  if (name == "ramptb" || name == "splittb") {
    report(shader, "The ramp is drawn as its mean.");
    return mean({"valuet", "valueb"});
  }
  if (name == "ramp4") {
    report(shader, "The ramp is drawn as its mean.");
    return mean({"valuetl", "valuetr", "valuebl", "valuebr"});
  }
  if (name.starts_with("noise") || name.starts_with("fractal")) {
    report(shader, "The noise is drawn as its mean.");
    return ShadeValue::constant(input(shader, "pivot", ShadeValue::constant(0.0f)).number())
        .resized(size);
  }
  if (name.starts_with("cellnoise") || name.starts_with("worleynoise") ||
      name.starts_with("unifiednoise") || name == "checkerboard") {
    report(shader, "The pattern is drawn as its mean.");
    if (name == "checkerboard") return mean({"color1", "color2"});
    return ShadeValue::constant(0.5f).resized(size);
  }
  report(shader, "The node " + name + " is not drawn.");
  for (const char* source : {"in", "in1", "bg", "fg"}) {
    if (has(shader, source)) {
      return input(shader, source, ShadeValue::constant(glm::vec4(0.0f), size));
    }
  }
  return std::nullopt;
}

}  // namespace usdscope
