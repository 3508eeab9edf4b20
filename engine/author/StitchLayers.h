// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/layer/Layer.h"

namespace usdscope {

struct StitchOptions {
  bool hasSamples = true;  ///< Without time samples and splines the result is the topology.
};

/// Merges layers, given strongest first, into one layer with all their specs. The strongest opinion
/// of a field wins, but time samples and dictionaries are united and list edits are combined. The
/// time code range covers all layers. Sublayers come from the strongest layer that has any. Null
/// when `layers` is empty. (UsdUtilsStitchLayers.)
std::shared_ptr<const Layer> stitchLayers(std::span<const std::shared_ptr<const Layer>> layers,
                                          const StitchOptions& options = {});

}  // namespace usdscope
