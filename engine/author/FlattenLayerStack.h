// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/LayerStack.h"

namespace usdscope {

/// The layers of a stack as one layer that composes to the same: arcs, variants and clips stay,
/// times are those of the stack, asset paths lead where they led. List edits with legacy parts
/// come near only. (UsdFlattenLayerStack.)
std::shared_ptr<const Layer> flattenLayerStack(const LayerStack& stack,
                                               const AssetResolver& resolver);

}  // namespace usdscope
