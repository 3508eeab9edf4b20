// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/layer/Layer.h"

namespace usdscope {

struct StitchOptions {
  bool hasSamples =
      true;  ///< False: time samples and splines are left behind, so that the topology remains.
};

/// One layer of several, strongest first: all specs of all of them, of a field the strongest, of
/// time samples and dictionaries the union, of list edits the combination. The range of time codes
/// is that of all together. Sublayers are those of the strongest layer that has any. Null without
/// layers. (UsdUtilsStitchLayers.)
std::shared_ptr<const Layer> stitchLayers(std::span<const std::shared_ptr<const Layer>> layers,
                                          const StitchOptions& options = {});

}  // namespace usdscope
