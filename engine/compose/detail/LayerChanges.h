// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A prim or variant with different opinions in two versions of a layer.
struct SpecChange {
  Path path;
  bool changesExistence = false;  ///< Only one version has a spec there.
  bool changesArcs = false;       ///< Fields with arcs differ.
};

struct LayerChanges {
  std::vector<SpecChange> specs;      ///< Each path once.
  bool affectsWholeLayer = false;     ///< Times, relocates, variables, the default prim or owners.
  bool changesFallbackTypes = false;  ///< Fallback types.
};

/// Null stands for a layer without any specs.
LayerChanges layerChanges(const Layer* before, const Layer* after);

}  // namespace usdscope::detail
