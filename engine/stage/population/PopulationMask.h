// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Which prims a stage has: those at the paths of the mask, those below them, and those above that
/// lead there. A value. (UsdStagePopulationMask.)
class PopulationMask {
 public:
  /// Everything.
  PopulationMask() = default;
  /// Paths of prims, or the root; what lies below another one adds nothing. Without any there are
  /// no prims.
  explicit PopulationMask(std::vector<Path> paths);

  bool includesAll() const { return includesAll_; }
  bool includes(Path path) const;
  /// Whether everything from this path on is included.
  bool includesSubtree(Path path) const;
  /// Sorted; none is below another one. None where everything is included.
  std::span<const Path> paths() const { return paths_; }

  /// What the mask names at and below a prim, told as if the prim were the root: instances share a
  /// prototype where that is equal. Nothing for a prim below one of the paths: as in the reference,
  /// such an instance shares none with one that is named itself, though both are taken whole.
  PopulationMask relativeTo(Path path) const;

  bool operator==(const PopulationMask&) const = default;

 private:
  std::vector<Path> paths_;
  bool includesAll_ = true;
};

}  // namespace usdscope
