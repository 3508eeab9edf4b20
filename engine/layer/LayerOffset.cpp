// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerOffset.h"

#include <cmath>

namespace usdscope {

std::optional<LayerOffset> LayerOffset::inverse() const {
  if (scale == 0.0 || !std::isfinite(scale) || !std::isfinite(offset)) return std::nullopt;
  return LayerOffset{-offset / scale, 1.0 / scale};
}

LayerOffset compose(const LayerOffset& outer, const LayerOffset& inner) {
  return {outer(inner.offset), outer.scale * inner.scale};
}

LayerOffset validOrIdentity(const LayerOffset& authored, const SourceSite& site,
                            Diagnostics& diagnostics) {
  if (authored.scale > 0.0 && authored.inverse()) return authored;
  diagnostics.report(kInvalidLayerOffset, site,
                     "The layer offset does not run forwards; it is ignored.");
  return {};
}

}  // namespace usdscope
