// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Imageable.h"

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
bool isImageable(const Prim& prim) { return prim.isA(types::kImageable); }

Token authoredPurpose(const Prim& prim) {
  if (!isImageable(prim)) return {};
  const Attribute purpose = prim.attribute(geom::kPurpose);
  return purpose && purpose.hasAuthoredValue() ? purpose.value().valueOr(Token()) : Token();
}

Token computePurpose(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    const Token purpose = authoredPurpose(at);
    if (!purpose.isEmpty()) return purpose;
  }
  return fallbackPurpose(prim);
}

Token fallbackPurpose(const Prim& prim) {
  if (!isImageable(prim)) return geom::kDefaultPurpose;
  return readValue<Token>(prim, geom::kPurpose).value_or(geom::kDefaultPurpose);
}

bool isInvisibleHere(const Prim& prim, TimeCode time) {
  return isImageable(prim) && readValue<Token>(prim, geom::kVisibility, time) == geom::kInvisible;
}

bool computeIsVisible(const Prim& prim, TimeCode time) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isInvisibleHere(at, time)) return false;
  }
  return true;
}

}  // namespace usdscope
