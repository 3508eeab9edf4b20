// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Which prims of a stage are taken: those at the paths of the mask, those below them, and those
/// above that lead there. A value. (UsdStagePopulationMask.)
class PopulationMask {
 public:
  /// Everything.
  PopulationMask() : paths_{Path::root()} {}
  /// Paths of prims, or the root; what lies below another one adds nothing. Without any there are
  /// no prims.
  explicit PopulationMask(std::vector<Path> paths);

  bool includesAll() const { return includesSubtree(Path::root()); }
  bool includes(Path path) const;
  /// Whether everything from this path on is taken.
  bool includesSubtree(Path path) const;
  /// Sorted; none is below another one.
  std::span<const Path> paths() const { return paths_; }

  /// What the mask names at and below a prim, told as if the prim were the root: instances share a
  /// prototype where that is equal.
  PopulationMask relativeTo(Path path) const;

  bool operator==(const PopulationMask&) const = default;

 private:
  std::vector<Path> paths_;
};

}  // namespace usdscope
