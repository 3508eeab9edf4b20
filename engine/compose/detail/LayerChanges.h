// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A prim or variant of which two versions of a layer do not say the same.
struct SpecChange {
  Path path;
  bool isExistence = false;  ///< Only one of them has a spec there.
  bool isArcs = false;       ///< Fields that bring arcs differ.
};

struct LayerChanges {
  std::vector<SpecChange> specs;  ///< Each path once.
  bool isOfWholeLayer = false;    ///< Times, relocates, variables, the default prim or owners.
  bool isOfTypes = false;         ///< Fallback types.
};

/// Null stands for a layer without specs.
LayerChanges layerChanges(const Layer* before, const Layer* after);

}  // namespace usdscope::detail
