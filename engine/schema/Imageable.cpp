// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Imageable.h"

#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

const Token kImageable("Imageable");
const Token kPurpose("purpose");
const Token kDefault("default");
const Token kVisibility("visibility");
const Token kInvisible("invisible");

}  // namespace

bool isImageable(const Prim& prim) { return prim.isA(kImageable); }

Token authoredPurpose(const Prim& prim) {
  if (!isImageable(prim)) return {};
  const Attribute purpose = prim.attribute(kPurpose);
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
  if (!isImageable(prim)) return kDefault;
  return readValue<Token>(prim, kPurpose).value_or(kDefault);
}

bool isInvisibleHere(const Prim& prim, TimeCode time) {
  return isImageable(prim) && readValue<Token>(prim, kVisibility, time) == kInvisible;
}

bool computeIsVisible(const Prim& prim, TimeCode time) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isInvisibleHere(at, time)) return false;
  }
  return true;
}

}  // namespace usdscope
