// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// The layer that declares which attributes the clips of a set animate, made from the clips
/// themselves: without values or, with `hasBlocks`, with a block at the start of every clip that
/// has nothing of an attribute, so that no clip need be opened to find that out. Opens all clips.
/// Prims and attributes are sorted by name. (UsdClipsAPI::GenerateClipManifest.)
std::shared_ptr<const Layer> makeManifest(const ClipSet& set, bool hasBlocks);

}  // namespace usdscope
