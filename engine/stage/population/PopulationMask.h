// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Selects the prims of a stage: the prims at the mask's paths, their descendants and their
/// ancestors. (UsdStagePopulationMask.)
class PopulationMask {
 public:
  /// Includes everything.
  PopulationMask() = default;
  /// Requires: `paths` are absolute paths of prims, or the root. Paths below other paths are
  /// dropped. An empty list includes no prims.
  explicit PopulationMask(std::vector<Path> paths);

  bool includesAll() const { return includesAll_; }
  bool includes(Path path) const;
  /// Whether the prim and all its descendants are included.
  bool includesSubtree(Path path) const;
  /// The paths of the mask, sorted. None is a descendant of another. Empty when everything is
  /// included.
  std::span<const Path> paths() const { return paths_; }

  /// Returns the mask's paths at and below a prim, with the prim as the root. Instances share a
  /// prototype only if their results are equal. The result for a descendant of one of the mask's
  /// paths has no paths. So it does not share a prototype with a prim that the mask names, although
  /// the mask includes all of both. (As in OpenUSD.)
  PopulationMask relativeTo(Path path) const;

  bool operator==(const PopulationMask&) const = default;

 private:
  std::vector<Path> paths_;
  bool includesAll_ = true;
};

}  // namespace usdscope
