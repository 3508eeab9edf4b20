// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ClipLanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/asset/AssetResolver.h"
#include "engine/report/ValueText.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

// The prim whose metadata has the set: the topmost prim that the set applies to.
Path anchorOf(const Prim& prim, const std::shared_ptr<const ClipSet>& set) {
  Path anchor = prim.path();
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    const auto sets = at.stage().clipSets(at);
    if (std::ranges::find(*sets, set) == sets->end()) break;
    anchor = at.path();
  }
  return anchor;
}

std::string authoredFile(const ClipSet& set, std::size_t file) {
  const auto& paths = set.definition().assetPaths;
  return paths && file < paths->size() ? (*paths)[file] : std::string();
}

}  // namespace

std::vector<ClipLane> clipLanes(const Prim& prim) {
  std::vector<ClipLane> lanes;
  const AssetResolver& resolver = prim.stage().resolver();
  for (const auto& set : *prim.stage().clipSets(prim)) {
    ClipLane& lane = lanes.emplace_back();
    lane.set = set->name();
    lane.anchor = anchorOf(prim, set);
    for (const ClipSpan& span : set->clips()) {
      ClipBlock& block = lane.blocks.emplace_back();
      const LayerOffset& stageFromSet = set->definition().stageFromSet;
      block.start = stageFromSet(span.authoredStart);
      block.end = span.end == ClipSpan::kForever ? std::numeric_limits<double>::infinity()
                                                 : stageFromSet(span.end);
      block.index = span.file;
      block.file = authoredFile(*set, span.file);
      const Layer* anchor = set->definition().layer.get();
      block.isMissing =
          resolver.resolve(block.file, anchor ? anchor->identifier() : std::string()).empty();
    }
  }
  return lanes;
}

ClipNow clipNow(const Prim& prim, std::size_t lane, double stageTime) {
  const ClipSet& set = *(*prim.stage().clipSets(prim))[lane];
  ClipNow now;
  now.block = set.clipAt(stageTime);
  const double setTime = set.setFromStage(stageTime);
  now.clipTime = set.timeMap().isIdentity() ? setTime : set.timeMap().clipFromSet(setTime);
  now.sentence =
      fmt::format("`{}` at {}; clip set `{}` on <{}>.",
                  authoredFile(set, set.clips()[now.block].file), numberToText(now.clipTime),
                  set.name(), anchorOf(prim, (*prim.stage().clipSets(prim))[lane]).text());
  return now;
}

}  // namespace usdscope
