// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/layer/Layer.h"

namespace usdscope {

struct StitchOptions {
  /// If false, time samples and splines are omitted, so that the result is the topology.
  bool hasSamples = true;
};

/// Merges layers, given strongest first, into one layer with all their specs. The strongest value
/// of a field wins, except that time samples and dictionaries are merged and list edits are
/// combined. The time code range covers all layers. Sublayers come from the strongest layer that
/// has any. Null when `layers` is empty. (UsdUtilsStitchLayers.)
std::shared_ptr<const Layer> stitchLayers(std::span<const std::shared_ptr<const Layer>> layers,
                                          const StitchOptions& options = {});

}  // namespace usdscope
