// SPDX-License-Identifier: Apache-2.0
#include "engine/search/ClipFacts.h"

#include <algorithm>

#include "engine/asset/AssetResolver.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

void countMissing(const Stage& stage, const ClipSet& set, ClipFacts& facts) {
  const ClipSetDefinition& definition = set.definition();
  const std::string anchor = definition.layer ? definition.layer->identifier() : std::string();
  const auto ask = [&](const std::string& file) {
    if (!stage.resolver().resolve(file, anchor).empty()) return;
    if (++facts.missing == 1) facts.firstMissing = file;
  };
  if (definition.manifestAssetPath) ask(*definition.manifestAssetPath);
  if (definition.assetPaths) std::ranges::for_each(*definition.assetPaths, ask);
}

}  // namespace

ClipFacts clipFactsOf(const Prim& prim) {
  ClipFacts facts;
  if (!prim.mayHaveClips()) return facts;
  const Stage& stage = prim.stage();
  const auto sets = stage.clipSets(prim);
  // The sets that the parent has too are authored on an ancestor.
  const Prim parent = prim.parent();
  const auto inherited =
      parent && parent.mayHaveClips() ? stage.clipSets(parent) : decltype(sets)();
  for (const auto& set : *sets) {
    if (inherited && std::ranges::find(*inherited, set) != inherited->end()) continue;
    ++facts.sets;
    countMissing(stage, *set, facts);
  }
  return facts;
}

}  // namespace usdscope
