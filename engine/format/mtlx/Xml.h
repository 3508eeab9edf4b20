// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace usdscope {

/// An element of an XML text, without the text between its tags.
struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  int line = 0;  ///< 1-based.

  /// Returns the value of an attribute; empty if there is none.
  std::string_view attribute(std::string_view key) const;
  bool hasAttribute(std::string_view key) const;
};

struct XmlResult {
  std::optional<XmlElement> root;  ///< Empty if the text is not well-formed.
  std::string problem;             ///< One sentence.
  int line = 0;                    ///< The line of the problem.
};

/// Reads the elements and attributes of an XML text in UTF-8. Skips comments, declarations and
/// character data, which MaterialX does not use. Safe on any bytes; elements may be nested 256
/// deep.
XmlResult readXml(std::string_view text);

}  // namespace usdscope
