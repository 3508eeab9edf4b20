// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/PlainPrims.h"

namespace usdscope {

std::vector<Prim> plainPrims(const Stage& stage) {
  std::vector<Prim> prims;
  traverse(stage.pseudoRoot(), {.instanceProxies = false}, [&](const Prim& prim) {
    prims.push_back(prim);
    return true;
  });
  return prims;
}

std::vector<Prim> plainPrimsOfType(const Stage& stage, Token typeName) {
  std::vector<Prim> prims = plainPrims(stage);
  std::erase_if(prims, [&](const Prim& prim) { return !prim.isA(typeName); });
  return prims;
}

std::vector<Attribute> allAttributes(const Stage& stage) {
  std::vector<Attribute> attributes;
  for (const Prim& prim : plainPrims(stage)) {
    for (const Token name : prim.propertyNames()) {
      if (const Attribute attribute = prim.attribute(name)) attributes.push_back(attribute);
    }
  }
  return attributes;
}

}  // namespace usdscope
