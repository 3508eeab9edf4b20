// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/PrimIndex.h"

#include "engine/compose/detail/Graph.h"

namespace usdscope {

Path PrimIndex::introPath(std::uint32_t node) const {
  const std::uint32_t parent = nodes_[node].parent;
  if (parent == PrimIndexNode::kNone) return Path::root();
  const Path path = nodes_[parent].path;
  return detail::ancestorPath(path, detail::namespaceDepth(path) - nodes_[node].namespaceDepth);
}

}  // namespace usdscope
