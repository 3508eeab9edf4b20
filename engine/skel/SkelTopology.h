// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// The tree that joint names make: the parent of a joint is its nearest ancestor, as a path, that
/// is a joint too. There may be several roots. (UsdSkelTopology.)
struct SkelTopology {
  std::vector<int> parents;  ///< Per joint; -1: a root.
  /// Joints whose names are no paths (`hips:left`, `A//B`): roots without children.
  std::vector<int> unnamed;

  SkelTopology() = default;
  explicit SkelTopology(std::span<const Token> joints);

  /// What makes it unusable, as a sentence: a joint that comes before its parent. Else empty.
  std::string problem() const;
};

}  // namespace usdscope
