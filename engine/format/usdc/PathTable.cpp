// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/PathTable.h"

#include <string_view>

namespace usdscope::usdc {

Path PathTable::path(std::uint32_t index) const {
  if (index >= nodes_.size()) return {};
  const Node node = nodes_[index];
  if (node.parent == kInterned) return Path::fromIndex(node.name);

  const Token name = Token::fromIndex(node.name);
  // At most three steps: Path cannot represent paths below a target, which end the search.
  const Node above = nodes_[node.parent];
  if (above.parent == kInterned) {
    const Path owner = Path::fromIndex(above.name);
    return owner.isEmpty() ? Path() : owner.property(name);
  }
  if (nodes_[above.parent].parent != kInterned) return {};
  const Path property = path(node.parent);
  const std::string_view text = name.text();
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  const Path target = Path::fromText(text.substr(1, text.size() - 2), property.primPath());
  return target.isEmpty() ? Path() : property.target(target);
}

}  // namespace usdscope::usdc
