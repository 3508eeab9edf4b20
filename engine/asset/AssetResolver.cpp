// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/AssetResolver.h"

namespace usdscope {

void AssetResolver::visitCandidates(std::string_view authored, std::string_view anchorLayer,
                                    const PlaceVisitor& visit) const {
  for (const std::string& place : candidates(authored, anchorLayer)) {
    if (visit(place)) return;
  }
}

std::string AssetResolver::resolve(std::string_view authored, std::string_view anchorLayer) const {
  std::string found;
  visitCandidates(authored, anchorLayer, [&](const std::string& place) {
    if (!exists(place)) return false;
    found = place;
    return true;
  });
  return found;
}

std::string AssetResolver::identifierFor(std::string_view authored,
                                         std::string_view anchorLayer) const {
  std::string first;
  std::string found;
  visitCandidates(authored, anchorLayer, [&](const std::string& place) {
    if (first.empty()) first = place;
    if (!exists(place)) return false;
    found = place;
    return true;
  });
  return found.empty() ? first : found;
}

}  // namespace usdscope
