// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

class AssetResolver;
class Layer;

/// An asset path that was authored in `layer`, so that it leads to the same place from any layer:
/// an absolute one, as far as it depends on the layer. A path that is looked for in several places
/// does so only when it is found beside the layer.
std::string anchoredAssetPath(const std::string& path, const Layer& layer,
                              const AssetResolver& resolver);

}  // namespace usdscope
