// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/NodeKind.h"

#include <algorithm>
#include <array>

namespace usdscope {
namespace {

// Types of which the names of node definitions are made, without numbers and marks behind them.
constexpr std::array<std::string_view, 18> kTypes = {
    "float",    "integer", "boolean", "color2",   "color3",        "color4",
    "vector2",  "vector3", "vector4", "matrix33", "matrix44",      "string",
    "filename", "BSDF",    "EDF",     "VDF",      "surfaceshader", "displacementshader"};

bool isTypePart(std::string_view part) {
  return std::ranges::any_of(kTypes, [&](std::string_view type) { return part.starts_with(type); });
}

}  // namespace

NodeKind nodeKind(Token id) {
  std::string_view text = id.text();
  if (!text.starts_with("ND_")) return {};
  text.remove_prefix(3);
  // The name ends where the first part is a type.
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t next = std::min(text.find('_', end), text.size());
    const std::string_view after = next < text.size() ? text.substr(next + 1) : std::string_view();
    if (after.empty() || isTypePart(after)) return {text.substr(0, next), after};
    end = next + 1;
  }
  return {text, {}};
}

}  // namespace usdscope
