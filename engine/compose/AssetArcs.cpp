// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/AssetArcs.h"

#include "engine/compose/detail/ComposeSite.h"

namespace usdscope {

std::vector<SiteArc> siteArcs(const LayerStack& stack, Path site, LayerCache& layers,
                              const std::set<std::string>& mutedLayers) {
  const detail::LayerOpener opener(layers, mutedLayers);
  std::vector<SiteArc> found;
  for (const ArcType type : {ArcType::Reference, ArcType::Payload}) {
    const Token field = type == ArcType::Payload ? fields::kPayload : fields::kReferences;
    std::vector<CompositionError> known;
    const auto arcs = detail::composeAssetArcs(stack, site, field, opener, known);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      if (arcs[i].assetPath.empty()) continue;
      found.push_back({.type = type,
                       .siblingNumber = static_cast<std::uint16_t>(i),
                       .entry = static_cast<std::uint32_t>(arcs[i].source - stack.entries().data()),
                       .assetPath = arcs[i].assetPath,
                       .identifier = arcs[i].identifier});
    }
  }
  return found;
}

}  // namespace usdscope
