// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

class AssetResolver;
class Layer;

/// Rewrites an asset path authored in `layer` so that it leads to the same file from any layer. A
/// path that depends on the layer becomes absolute. A search path becomes absolute only if the file
/// lies beside the layer.
std::string anchoredAssetPath(const std::string& path, const Layer& layer,
                              const AssetResolver& resolver);

}  // namespace usdscope
