// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// The tree of joints. The parent of a joint is the joint at the nearest ancestor of its path.
/// There may be several roots. (UsdSkelTopology.)
struct SkelTopology {
  std::vector<int> parents;  ///< Per joint, the index of its parent; -1 for a root.
  /// Joints whose names are not paths (`hips:left`, `A//B`). They are roots without children.
  std::vector<int> unnamed;

  SkelTopology() = default;
  explicit SkelTopology(std::span<const Token> joints);

  /// Returns a sentence that says why the topology is unusable: a joint comes before its parent.
  /// Empty when it is usable.
  std::string problem() const;
};

}  // namespace usdscope
