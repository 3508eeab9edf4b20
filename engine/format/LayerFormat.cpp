// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerFormat.h"

#include "engine/asset/Package.h"

namespace usdscope {

std::optional<LayerFormat> detectLayerFormat(std::string_view bytes) {
  if (bytes.starts_with("PXR-USDC")) return LayerFormat::Usdc;
  if (bytes.starts_with("#usda ") || bytes.starts_with("#sdf ")) return LayerFormat::Usda;
  if (looksLikePackage(bytes)) return LayerFormat::Usdz;
  return std::nullopt;
}

}  // namespace usdscope
