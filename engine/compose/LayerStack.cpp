// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/LayerStack.h"

#include "engine/compose/detail/LayerMetadata.h"

namespace usdscope {

bool LayerStack::hasPrimSpec(Path path) const {
  for (const LayerStackEntry& entry : entries_) {
    if (entry.layer->findPrim(path)) return true;
  }
  return false;
}

double timeCodesPerSecond(const Layer& layer) {
  if (const auto rate = detail::authoredRate(layer, fields::kTimeCodesPerSecond)) return *rate;
  return detail::authoredRate(layer, fields::kFramesPerSecond).value_or(24.0);
}

Token rateFieldOf(const Layer& layer) {
  for (const Token field : {fields::kTimeCodesPerSecond, fields::kFramesPerSecond}) {
    if (detail::authoredRate(layer, field)) return field;
  }
  return {};
}

}  // namespace usdscope
