// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/format/mtlx/Xml.h"

namespace usdscope {

/// Finds the children of elements by name; the names of a parent are read once. Requires: elements
/// do not change.
class NamedElements {
 public:
  /// Returns the first child with a name; with a kind of elements, the first of that kind. Null if
  /// there is none.
  const XmlElement* find(const XmlElement& parent, std::string_view name,
                         std::string_view kind = {}) {
    if (name.empty()) return nullptr;
    const auto [place, isNew] = byParent_.try_emplace(&parent);
    Names& names = place->second;
    if (isNew) {
      for (const XmlElement& child : parent.children) {
        const std::string_view childName = child.attribute("name");
        names.any.try_emplace(childName, &child);
        names.ofKind.try_emplace(std::pair(std::string_view(child.name), childName), &child);
      }
    }
    if (kind.empty()) {
      const auto found = names.any.find(name);
      return found == names.any.end() ? nullptr : found->second;
    }
    const auto found = names.ofKind.find(std::pair(kind, name));
    return found == names.ofKind.end() ? nullptr : found->second;
  }

  /// Returns the name of the first output; `out` if there is none.
  const std::string& firstOutput(const XmlElement& parent) {
    const auto [place, isNew] = firstOutput_.try_emplace(&parent, "out");
    if (isNew) {
      const auto first = std::ranges::find(parent.children, "output", &XmlElement::name);
      if (first != parent.children.end()) place->second = first->attribute("name");
    }
    return place->second;
  }

 private:
  struct Names {
    std::unordered_map<std::string_view, const XmlElement*> any;
    std::map<std::pair<std::string_view, std::string_view>, const XmlElement*> ofKind;
  };
  std::unordered_map<const XmlElement*, Names> byParent_;
  std::unordered_map<const XmlElement*, std::string> firstOutput_;
};

}  // namespace usdscope
