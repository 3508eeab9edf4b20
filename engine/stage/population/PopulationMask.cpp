// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/PopulationMask.h"

#include <algorithm>

namespace usdscope {

PopulationMask::PopulationMask(std::vector<Path> paths)
    : includesAll_(std::ranges::any_of(paths, &Path::isRoot)) {
  if (includesAll_) return;
  std::ranges::sort(paths, pathLess);
  for (const Path path : paths) {
    if (paths_.empty() || !path.hasPrefix(paths_.back())) paths_.push_back(path);
  }
}

bool PopulationMask::includesSubtree(Path path) const {
  if (includesAll_) return true;
  // Paths are sorted, so only the last one before it can be its ancestor.
  const auto after = std::ranges::upper_bound(paths_, path, pathLess);
  return after != paths_.begin() && path.hasPrefix(*(after - 1));
}

bool PopulationMask::includes(Path path) const {
  if (includesSubtree(path)) return true;
  const auto after = std::ranges::upper_bound(paths_, path, pathLess);
  return after != paths_.end() && after->hasPrefix(path);
}

PopulationMask PopulationMask::relativeTo(Path path) const {
  if (includesAll_) return {};
  std::vector<Path> below;
  for (const Path at : paths_) {
    if (at.hasPrefix(path)) below.push_back(at.withPrefixReplaced(path, Path::root()));
  }
  return PopulationMask(std::move(below));
}

}  // namespace usdscope
