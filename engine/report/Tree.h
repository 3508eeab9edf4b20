// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine/stage/Stage.h"

namespace usdscope {

struct TreeOptions {
  bool attributes = false;  ///< Authored properties below their prims, as `.name`.
  bool metadata = false;    ///< Names of authored metadata beside the prims.
  bool simple = false;      ///< Names alone, without specifier, type and kind.
  bool counts = false;      ///< How many attributes are animated, and how many of them by clips.
  bool models = false;      ///< The model hierarchy alone.
};

/// Calls `line` with each line of a drawing of the stage's prims: all but those below instances,
/// with specifier, type, and in brackets what is remarkable. The spelling is usdtree's.
void treeLines(const Stage& stage, const TreeOptions& options,
               const std::function<void(std::string_view)>& line);

}  // namespace usdscope
