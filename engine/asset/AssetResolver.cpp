// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/AssetResolver.h"

namespace usdscope {

std::string AssetResolver::resolve(std::string_view authored, std::string_view anchorLayer) const {
  for (std::string& candidate : candidates(authored, anchorLayer)) {
    if (exists(candidate)) return std::move(candidate);
  }
  return {};
}

std::string AssetResolver::identifierFor(std::string_view authored,
                                         std::string_view anchorLayer) const {
  std::vector<std::string> places = candidates(authored, anchorLayer);
  for (std::string& candidate : places) {
    if (exists(candidate)) return std::move(candidate);
  }
  return places.empty() ? std::string() : std::move(places.front());
}

}  // namespace usdscope
