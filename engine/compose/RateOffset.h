// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/LayerOffset.h"

namespace usdscope {

/// Returns the map from the time of an included layer to the time of the layer that includes it:
/// the authored offset, with a scale that also converts between their rates (time codes per
/// second). Multiplies in this order, so that times agree with OpenUSD to the last bit.
inline LayerOffset offsetAtRates(LayerOffset authored, double outerRate, double innerRate) {
  if (outerRate != innerRate) authored.scale = authored.scale * outerRate / innerRate;
  return authored;
}

}  // namespace usdscope
