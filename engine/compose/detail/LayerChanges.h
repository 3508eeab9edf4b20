// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A prim or variant with different opinions in two versions of a layer.
struct SpecChange {
  Path path;
  bool isExistence = false;  ///< Only one version has a spec there.
  bool isArcs = false;       ///< Fields with arcs differ.
};

struct LayerChanges {
  std::vector<SpecChange> specs;  ///< Each path once.
  bool isOfWholeLayer = false;    ///< Times, relocates, variables, the default prim or owners.
  bool isOfTypes = false;         ///< Fallback types.
};

/// Null stands for a layer without any specs.
LayerChanges layerChanges(const Layer* before, const Layer* after);

}  // namespace usdscope::detail
