// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine/layer/Layer.h"
#include "engine/stage/Stage.h"

namespace usdscope {

struct TreeOptions {
  bool attributes = false;  ///< Authored properties below their prims, as `.name`.
  bool metadata = false;    ///< Names of authored metadata below their prims, as `(name)`.
  bool simple = false;      ///< Names alone, without specifier, type and kind.
  /// How many attributes are animated, and how many of them by clips. Of a stage.
  bool counts = false;
  bool models = false;  ///< The model hierarchy alone. Of a stage.
};

/// Calls `line` with each line of a drawing of the stage's prims: all but those below instances,
/// with specifier, type, and in brackets what is remarkable. The spelling is usdtree's.
void treeLines(const Stage& stage, const TreeOptions& options,
               const std::function<void(std::string_view)>& line);

/// The same of what one layer says, arcs left alone.
void treeLines(const Layer& layer, const TreeOptions& options,
               const std::function<void(std::string_view)>& line);

}  // namespace usdscope
