// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/PrimDefinition.h"

#include <algorithm>

namespace usdscope {

const Value* PropertyDefinition::findMetadata(Token field) const {
  for (const auto& [name, value] : metadata) {
    if (name == field) return &value;
  }
  return nullptr;
}

bool PrimDefinition::hasApiSchema(Token name) const {
  return std::ranges::find(apiSchemas_, name) != apiSchemas_.end();
}

const PropertyDefinition* PrimDefinition::findProperty(Token name) const {
  const auto slot = std::ranges::lower_bound(slots_, name.index(), {}, &Slot::token);
  if (slot == slots_.end() || slot->token != name.index()) return nullptr;
  return properties_[slot->property].definition;
}

}  // namespace usdscope
