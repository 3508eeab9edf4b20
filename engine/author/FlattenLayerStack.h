// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/LayerStack.h"

namespace usdscope {

/// Merges the layers of a stack into one layer that composes to the same result. Keeps arcs,
/// variants and clips. Times are stack times; asset paths still resolve to the same files. List
/// edits with legacy parts (add, reorder) are approximated. (UsdFlattenLayerStack.)
std::shared_ptr<const Layer> flattenLayerStack(const LayerStack& stack,
                                               const AssetResolver& resolver);

}  // namespace usdscope
