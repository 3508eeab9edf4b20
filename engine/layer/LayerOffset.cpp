// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerOffset.h"

#include <cmath>

namespace usdscope {

std::optional<LayerOffset> LayerOffset::inverse() const {
  if (isIdentity()) return LayerOffset{};
  if (scale == 0.0 || !std::isfinite(scale) || !std::isfinite(offset)) return std::nullopt;
  // The order of operations matches the reference to the last bit.
  const double innerScale = 1.0 / scale;
  if (!std::isfinite(innerScale)) return std::nullopt;  // The inverse of a tiny scale overflows.
  return LayerOffset{-offset * innerScale, innerScale};
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
