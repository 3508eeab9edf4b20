// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// The tree of joints: the parent of a joint is the nearest ancestor of its path that is a joint,
/// too. There may be several roots. (UsdSkelTopology.)
struct SkelTopology {
  std::vector<int> parents;  ///< Per joint; -1: a root.
  /// Joints whose names are not paths (`hips:left`, `A//B`): roots without children.
  std::vector<int> unnamed;

  SkelTopology() = default;
  explicit SkelTopology(std::span<const Token> joints);

  /// Returns why it is unusable, as a sentence: a joint comes before its parent. Else empty.
  std::string problem() const;
};

}  // namespace usdscope
