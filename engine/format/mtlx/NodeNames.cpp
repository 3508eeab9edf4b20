// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/NodeNames.h"

#include <algorithm>
#include <array>

namespace usdscope {
namespace {

std::string_view typeOfInput(const XmlElement& node, std::string_view name) {
  for (const XmlElement& child : node.children) {
    if (child.name == "input" && child.attribute("name") == name) return child.attribute("type");
  }
  return {};
}

template <std::size_t N>
bool isIn(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

// Whether the library has a definition of the node that takes floats beside this type.
bool mixesFloats(const XmlElement& node, std::string_view type) {
  static constexpr std::array<std::string_view, 10> kBinary = {
      "add",   "subtract", "multiply", "divide", "modulo",
      "power", "min",      "max",      "invert", "safepower"};
  static constexpr std::array<std::string_view, 5> kRanges = {"clamp", "contrast", "range", "remap",
                                                              "smoothstep"};
  if (type == "float" || type == "integer") return false;
  if (isIn(node.name, kBinary)) {
    return typeOfInput(node, node.name == "invert" ? "amount" : "in2") == "float";
  }
  if (!isIn(node.name, kRanges)) return false;
  return std::ranges::any_of(node.children, [](const XmlElement& child) {
    return child.name == "input" && child.attribute("name") != "in" &&
           child.attribute("type") == "float";
  });
}

}  // namespace

std::string nodeDefinitionOf(const XmlElement& node) {
  if (const std::string_view named = node.attribute("nodedef"); !named.empty()) {
    return std::string(named);
  }
  static constexpr std::array<std::string_view, 6> kUntyped = {
      "normalmap", "surface", "surface_unlit", "volume", "UsdTransform2d", "light"};
  // Their definitions are named by the types of the input and of the output, or only of the input.
  static constexpr std::array<std::string_view, 2> kConversions = {"convert", "swizzle"};
  static constexpr std::array<std::string_view, 6> kByInput = {
      "extract", "separate2", "separate3", "separate4", "dotproduct", "magnitude"};
  const std::string_view type = node.attribute("type");
  std::string name = "ND_" + node.name;
  if (node.name == "UsdUVTexture") return name + "_23";
  if (isIn(node.name, kUntyped)) return name;
  if (isIn(node.name, kConversions)) {
    name += '_';
    name += typeOfInput(node, "in");
  }
  name += '_';
  if (isIn(node.name, kByInput)) {
    name += typeOfInput(node, node.name == "dotproduct" ? "in1" : "in");
    return name;
  }
  name += type;
  if (mixesFloats(node, type)) name += "FA";
  return name;
}

std::string_view usdTypeOf(std::string_view type) {
  static constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {"boolean", "bool"},          {"color2", "float2"},         {"color3", "color3f"},
      {"color4", "color4f"},        {"filename", "asset"},        {"float", "float"},
      {"geomname", "string"},       {"integer", "int"},           {"matrix33", "matrix3d"},
      {"matrix44", "matrix4d"},     {"string", "string"},         {"surfaceshader", "token"},
      {"vector2", "float2"},        {"vector3", "float3"},        {"vector4", "float4"},
      {"floatarray", "float[]"},    {"integerarray", "int[]"},    {"stringarray", "string[]"},
      {"color3array", "color3f[]"}, {"color4array", "color4f[]"}, {"vector2array", "float2[]"},
      {"vector3array", "float3[]"}, {"vector4array", "float4[]"}};
  for (const auto& [known, usd] : kTypes) {
    if (known == type) return usd;
  }
  return {};
}

}  // namespace usdscope
