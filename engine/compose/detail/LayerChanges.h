// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A prim or variant with different opinions in two versions of a layer.
struct SpecChange {
  Path path;
  bool changesExistence = false;  ///< Only one version has a spec at the path.
  bool changesArcs = false;       ///< Fields that author arcs differ.
};

struct LayerChanges {
  std::vector<SpecChange> specs;  ///< Has each path once.
  /// Time codes, relocates, variables, the default prim or owners differ.
  bool affectsWholeLayer = false;
  bool changesFallbackTypes = false;  ///< Fallback prim types differ.
};

/// Compares two versions of a layer. Null stands for a layer without specs.
LayerChanges layerChanges(const Layer* before, const Layer* after);

}  // namespace usdscope::detail
