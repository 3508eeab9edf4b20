// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace usdscope {

/// The row of a pane that the user has clicked last: a layer, a site or a field. Context menus copy
/// its parts.
struct InspectedRow {
  std::string layer;   ///< The identifier of the layer; empty if the row has none.
  std::string object;  ///< The path of the spec or site in the layer.
  std::string name;    ///< The name of the field or property.
  std::string value;   ///< The whole value as text.
  /// The number of the node in the index of the leading prim; empty if the row is not a node.
  std::optional<std::uint32_t> node = std::nullopt;
  int line = 0;  ///< 1-based line in the file of the layer; 0 when unknown.

  /// Whether the layer is a file, so that it has a path.
  bool hasFile() const { return !layer.empty() && !layer.starts_with("anon:"); }
  bool operator==(const InspectedRow&) const = default;
};

}  // namespace usdscope
