// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope {

class LayerCache;

/// A reference or payload to another layer, as a site composes it. It may lead to a layer that is
/// muted, unreadable or not loaded; then the prim index has no node for it.
struct SiteArc {
  ArcType type = ArcType::Reference;
  std::uint16_t siblingNumber = 0;  ///< PrimIndexNode::siblingNumber of its node.
  std::uint32_t entry = 0;          ///< The authoring layer: an index into the stack's entries.
  std::string assetPath;            ///< With expressions evaluated.
  std::string identifier;           ///< The identifier of the target layer.
};

/// Composes the references and payloads to other layers at a site. Asks the file system for the
/// identifiers. `mutedLayers` are the muted layers of the stage.
std::vector<SiteArc> siteArcs(const LayerStack& stack, Path site, LayerCache& layers,
                              const std::set<std::string>& mutedLayers);

}  // namespace usdscope
