// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/layer/Layer.h"
#include "engine/skel/BakeSkinning.h"

namespace usdscope {

/// What of a bake is written beside the deformed values.
struct BakedLayerOptions {
  bool extents = true;       ///< Of prims whose points are baked.
  bool extentsHints = true;  ///< Of models above them that have one.
};

/// Makes the layer that holds a bake: the scene as its only sublayer, over it the baked samples,
/// and SkelRoots as plain transforms. `file` is where the layer will lie; the scene is named
/// relative to its folder. Extents that follow from more than points, and hints, are asked of the
/// baked stage.
std::shared_ptr<const Layer> makeBakedLayer(const std::shared_ptr<const Stage>& stage,
                                            const BakedSkinning& baked, const std::string& file,
                                            const BakedLayerOptions& options);

}  // namespace usdscope
