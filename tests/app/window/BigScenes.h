// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/TemporaryFolder.h"

namespace usdscope {

/// Writes scenes that are too large for a viewer that waits. Each function returns the path of a
/// root layer in the folder. All have animation from frame 1 to 24, a sublayer `look.usda`, and a
/// variant set `look` of `/World` with the variants `a` and `b`.
struct BigScenes {
  TemporaryFolder folder;

  /// 300 groups of 1,000 prims; the first of each group moves.
  std::string prims();
  /// A prim whose translation comes from 10,000 clip files.
  std::string clips();
  /// A crowd of `primCount` prims that all move, with values from `clipCount` clip files: crates
  /// with a few different contents, of which the files are hard links.
  std::string wideClips(int clipCount, int primCount);
  /// 60,000 instances of a point instancer and 40,000 instanceable prims.
  std::string instances();

 private:
  std::string write(const std::string& name, const std::string& world, int endTime);
};

}  // namespace usdscope
