// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/DrawMode.h"

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {

Token computeDrawMode(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (!at.isModel()) continue;
    const auto mode = readValue<Token>(at, model::kDrawMode);
    if (mode && !mode->isEmpty() && *mode != geom::kInherited) return *mode;
  }
  return model::kDefault;
}

bool isDrawModeApplied(const Prim& prim) {
  if (!prim.isModel()) return false;
  const Attribute apply = prim.attribute(model::kApplyDrawMode);
  if (apply && apply.hasAuthoredValue()) return apply.value().valueOr(false);
  return prim.isComponent();
}

}  // namespace usdscope
