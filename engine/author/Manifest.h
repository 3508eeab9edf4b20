// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// Makes the layer that declares which attributes the clips of a set animate. Opens all clips. With
/// `hasBlocks`, an attribute gets a block at the start time of every clip that does not animate it,
/// so that readers need not open this clip to learn that it has no samples. Otherwise the manifest
/// has no values. Prims and attributes are sorted by name. (UsdClipsAPI::GenerateClipManifest.)
std::shared_ptr<const Layer> makeManifest(const ClipSet& set, bool hasBlocks);

/// Makes the manifest of clips that no set lists yet: the attributes of `primPath` and its
/// descendants, without values. (UsdClipsAPI::GenerateClipManifestFromLayers.) Requires: `primPath`
/// is the path of a prim.
std::shared_ptr<const Layer> makeManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                          Path primPath);

}  // namespace usdscope
