// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace usdscope {

/// The file formats of layers.
enum class LayerFormat { Usda, Usdc, Usdz };

/// Tells the format by the first bytes of a file, whatever its name ends in. Empty for bytes of
/// anything else.
std::optional<LayerFormat> detectLayerFormat(std::string_view bytes);

}  // namespace usdscope
