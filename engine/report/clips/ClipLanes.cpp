// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipLanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "engine/asset/AssetResolver.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/report/clips/TemplateHoles.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
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

void addTimeMap(const ClipSet& set, ClipLane& lane) {
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  lane.clipFromStage = stageFromSet.inverse().value_or(LayerOffset());
  if (!set.definition().times) return;
  for (const glm::dvec2& time : *set.definition().times) {
    lane.timeMap.push_back({stageFromSet(time.x), time.y});
  }
  std::ranges::stable_sort(lane.timeMap, {}, &ClipTimePoint::stage);
  // A jump at the very start has no left side: the map begins after it.
  while (lane.timeMap.size() > 1 && lane.timeMap[0].stage == lane.timeMap[1].stage) {
    lane.timeMap.erase(lane.timeMap.begin());
  }
}

void addHoles(const Prim& anchor, const ClipSetDefinition& definition, LeftOutFiles& leftOut,
              ClipLane& lane) {
  // No layer authors the `active` of a template.
  if (!anchor || definition.activeSite.layer) return;
  const AuthoredClipSets authored = authoredClipSets(anchor);
  const auto entries = authored.find(definition.name);
  const auto named = entries == authored.end() ? std::nullopt : templateOf(entries->second);
  if (!named) return;
  for (TemplateHole& hole : templateHoles(*named, definition, leftOut)) {
    if (hole.isLeftOut) continue;
    lane.holes.push_back({hole.from, hole.to, hole.count, std::move(hole.firstFile)});
  }
}

ClipLane laneOf(const Prim& prim, std::size_t number, const ClipSet& set, Path anchor,
                LeftOutFiles& leftOut) {
  ClipLane lane;
  lane.prim = prim.path();
  lane.number = number;
  lane.set = set.name();
  lane.anchor = anchor;
  lane.primPath = set.primPath();
  addTimeMap(set, lane);
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const Layer* layer = set.definition().layer.get();
  const std::string from = layer ? layer->identifier() : std::string();
  for (const ClipSpan& span : set.clips()) {
    ClipBlock& block = lane.blocks.emplace_back();
    block.start = stageFromSet(span.authoredStart);
    block.end = span.end == ClipSpan::kForever ? std::numeric_limits<double>::infinity()
                                               : stageFromSet(span.end);
    block.index = span.file;
    block.file = authoredFile(set, span.file);
    const AssetResolver& resolver = prim.stage().resolver();
    block.identifier = resolver.resolve(block.file, from);
    const bool isThere = !block.identifier.empty();
    if (!isThere) block.identifier = resolver.identifierFor(block.file, from);
    // A capsule lacks the clips that its frames do not need.
    block.isMissing = !isThere && !leftOut.contains(block.file, from);
  }
  addHoles(prim.stage().primAt(anchor), set.definition(), leftOut, lane);
  return lane;
}

const ClipSet& setOf(const Stage& stage, const ClipLane& lane) {
  return *(*stage.clipSets(stage.primAt(lane.prim)))[lane.number];
}

}  // namespace

double ClipLane::clipTimeAt(double stageTime) const {
  if (timeMap.empty()) return clipFromStage(stageTime);
  const auto next = std::ranges::upper_bound(timeMap, stageTime, {}, &ClipTimePoint::stage);
  if (next == timeMap.begin()) return timeMap.front().clip;
  if (next == timeMap.end()) return timeMap.back().clip;
  const ClipTimePoint& before = *std::prev(next);
  const double part = (stageTime - before.stage) / (next->stage - before.stage);
  return before.clip + part * (next->clip - before.clip);
}

const ClipHole* ClipLane::holeAt(double stageTime) const {
  const auto next = std::ranges::upper_bound(holes, stageTime, {}, &ClipHole::start);
  if (next == holes.begin()) return nullptr;
  const ClipHole& hole = *std::prev(next);
  return stageTime < hole.end ? &hole : nullptr;
}

std::size_t ClipLane::missingCount() const {
  auto count = std::size_t(std::ranges::count(blocks, true, &ClipBlock::isMissing));
  for (const ClipHole& hole : holes) count += hole.count;
  return count;
}

std::size_t ClipLane::blockAt(double stageTime) const {
  const auto next = std::ranges::upper_bound(blocks, stageTime, {}, &ClipBlock::start);
  return next == blocks.begin() ? 0 : std::size_t(next - blocks.begin()) - 1;
}

std::vector<ClipLane> clipLanes(const Prim& prim) {
  const auto sets = prim.stage().clipSets(prim);
  std::vector<ClipLane> lanes;
  LeftOutFiles leftOut(prim.stage());
  for (std::size_t i = 0; i < sets->size(); ++i) {
    lanes.push_back(laneOf(prim, i, *(*sets)[i], anchorOf(prim, (*sets)[i]), leftOut));
  }
  return lanes;
}

std::vector<ClipLane> clipLanesOf(const Stage& stage, const std::stop_token& stop) {
  std::vector<ClipLane> lanes;
  LeftOutFiles leftOut(stage);
  const auto visit = [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (!prim.mayHaveClips()) return true;
    const auto sets = stage.clipSets(prim);
    for (std::size_t i = 0; i < sets->size(); ++i) {
      const auto& set = (*sets)[i];
      if (anchorOf(prim, set) != prim.path()) continue;
      lanes.push_back(laneOf(prim, i, *set, prim.path(), leftOut));
    }
    return true;
  };
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
  return lanes;
}

ClipNow clipNow(const Stage& stage, const ClipLane& lane, double stageTime) {
  const ClipSet& set = setOf(stage, lane);
  ClipNow now;
  now.block = set.clipAt(stageTime);
  const double setTime = set.setFromStage(stageTime);
  now.clipTime = set.timeMap().isIdentity() ? setTime : set.timeMap().clipFromSet(setTime);
  const ClipBlock& block = lane.blocks[now.block];
  std::string missing;
  if (block.isMissing) {
    missing = set.residentLayerOf(now.block) ? ", missing now: as it was read before" : ", missing";
  } else if (const ClipHole* hole = lane.holeAt(stageTime)) {
    missing = fmt::format(", because `{}` is missing", nameOfFile(hole->firstFile));
  }
  now.sentence = fmt::format("`{}` at {}{}; clip set `{}` on <{}>.", block.file,
                             numberToText(now.clipTime), missing, lane.set, lane.anchor.text());
  return now;
}

std::vector<ClipJump> clipJumps(const ClipLane& lane) {
  std::vector<ClipJump> jumps;
  for (std::size_t i = 1; i < lane.timeMap.size(); ++i) {
    const ClipTimePoint& before = lane.timeMap[i - 1];
    const ClipTimePoint& after = lane.timeMap[i];
    if (before.stage == after.stage) jumps.push_back({after.stage, before.clip, after.clip});
  }
  return jumps;
}

std::vector<bool> residentBlocks(const Stage& stage, const ClipLane& lane) {
  const ClipSet& set = setOf(stage, lane);
  std::vector<bool> resident(set.clips().size());
  for (std::size_t i = 0; i < resident.size(); ++i) resident[i] = bool(set.residentLayerOf(i));
  return resident;
}

ClipMemory clipMemory(const Stage& stage, const ClipLane& lane) {
  return {setOf(stage, lane).residentByteSize(), stage.request().clipByteBudget};
}

}  // namespace usdscope
