// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipIdentity.h"

#include "engine/asset/AssetResolver.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

std::string clipIdentifier(const Stage& stage, const ClipSetDefinition& definition,
                           std::size_t file) {
  return stage.resolver().identifierFor((*definition.assetPaths)[file],
                                        definition.layer->identifier());
}

const ClipSetDefinition* findUsedSet(const Prim& prim, const ClipUse& use) {
  // The stage keeps the sets of a prim.
  for (const auto& set : *prim.stage().clipSets(prim)) {
    const ClipSetDefinition& definition = set->definition();
    const bool isUsed = definition.name == use.set && definition.site == use.anchor &&
                        use.index < definition.assetPaths->size() &&
                        (*definition.assetPaths)[use.index] == use.file;
    if (isUsed) return &definition;
  }
  return nullptr;
}

}  // namespace usdscope
