// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine/base/Json.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Stage.h"

namespace usdscope {

struct TreeOptions {
  bool attributes = false;  ///< Adds authored properties under their prims, as `.name`.
  bool metadata = false;    ///< Adds names of authored metadata under their prims, as `(name)`.
  bool simple = false;      ///< Only names, without specifier, type and kind.
  /// Adds the number of animated attributes, and the number of those that clips animate. Only for
  /// stages.
  bool counts = false;
  bool models = false;  ///< Only the model hierarchy. Only for stages.
  bool marks = true;    ///< Marks instances and prims that are not loaded. Only for stages.
};

/// Calls `line` with each line of a tree of the stage's prims, without descendants of instances. A
/// line has the specifier, type and name of a prim, and remarks in brackets, in the format of
/// usdtree.
void treeLines(const Stage& stage, const TreeOptions& options,
               const std::function<void(std::string_view)>& line);

/// Prints the specs of one layer in the same format, without following arcs.
void treeLines(const Layer& layer, const TreeOptions& options,
               const std::function<void(std::string_view)>& line);

/// Returns the prims of the tree as a flat list, in the order of its lines: path, specifier, type,
/// kind, whether they are active, and what the options ask for. On a stage they also say whether
/// they are loaded and instances.
Json treeToJson(const Stage& stage, const TreeOptions& options);
Json treeToJson(const Layer& layer, const TreeOptions& options);

}  // namespace usdscope
