// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/layer/Layer.h"
#include "engine/skel/BakeSkinning.h"

namespace usdscope {

/// Optional contents of a baked layer, besides the deformed values.
struct BakedLayerOptions {
  bool extents = true;       ///< Extents of the prims whose points are baked.
  bool extentsHints = true;  ///< The extentsHint of ancestor models that have one.
};

/// Makes the layer of a bake. Its only sublayer is the scene; it adds the baked samples, and turns
/// SkelRoots into plain transforms. `file` is the path that the layer will have; the sublayer path
/// is relative to its folder. Hints, and extents that need more than points, are computed on the
/// baked stage.
std::shared_ptr<const Layer> makeBakedLayer(const std::shared_ptr<const Stage>& stage,
                                            const BakedSkinning& baked, const std::string& file,
                                            const BakedLayerOptions& options);

}  // namespace usdscope
