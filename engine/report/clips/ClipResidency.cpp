// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipResidency.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::shared_ptr<const ClipSet> heldSet(const Stage& stage, const ClipLane& lane) {
  const Prim prim = stage.primAt(lane.prim);
  if (!prim) return nullptr;
  const auto sets = stage.clipSets(prim);
  return lane.number < sets->size() ? (*sets)[lane.number] : nullptr;
}

// The size in memory of a file that may not have been read yet, as ClipFiles estimates it.
std::size_t expectedSize(const Stage& stage, const ClipSet& set, const std::string& file) {
  constexpr std::size_t kTextGrowth = 4;
  const AssetResolver& resolver = stage.resolver();
  const std::string identifier = resolver.resolve(file, set.definition().layer->identifier());
  if (identifier.empty()) return 0;
  const FileBytesResult opened = resolver.open(identifier);
  if (!opened.bytes || opened.bytes->span().empty()) return 0;
  const auto bytes = opened.bytes->span();
  return bytes.size() * (static_cast<char>(bytes[0]) == '#' ? kTextGrowth : 1);
}

}  // namespace

std::vector<ClipInMemory> clipsInMemory(const Stage& stage, const ClipLane& lane) {
  std::vector<ClipInMemory> clips;
  const auto set = heldSet(stage, lane);
  if (!set) return clips;
  std::unordered_set<std::size_t> known;
  for (std::size_t i = 0; i < set->clips().size() && i < lane.blocks.size(); ++i) {
    if (known.contains(lane.blocks[i].index)) continue;
    const auto layer = set->residentLayerOf(i);
    if (!layer) continue;
    known.insert(lane.blocks[i].index);
    const FileBytesResult file = stage.resolver().open(layer->identifier());
    clips.push_back(
        {lane.blocks[i].file, layer->identifier(), file.bytes ? file.bytes->span().size() : 0, i});
  }
  std::ranges::stable_sort(clips, std::ranges::greater{}, &ClipInMemory::byteSize);
  return clips;
}

ClipFileCount countClipFiles(const Stage& stage, const std::vector<ClipLane>& lanes,
                             const std::vector<std::vector<bool>>& resident) {
  ClipFileCount count;
  std::unordered_map<std::string, bool> files;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto set = heldSet(stage, lanes[i]);
    const std::string folder(set ? folderOf(set->definition().layer->identifier()) : "");
    std::unordered_set<std::size_t> known;
    for (std::size_t block = 0; block < lanes[i].blocks.size(); ++block) {
      const ClipBlock& at = lanes[i].blocks[block];
      const bool isResident =
          i < resident.size() && block < resident[i].size() && resident[i][block];
      if (!known.insert(at.index).second && !isResident) continue;
      const bool isAbsolute = at.file.starts_with('/');
      bool& isCounted = files[isAbsolute ? at.file : normalizedPath(folder + at.file)];
      if (isResident && !isCounted) ++count.resident;
      isCounted = isCounted || isResident;
    }
  }
  count.all = files.size();
  return count;
}

std::size_t readClipsAhead(const Stage& stage, const ClipLane& lane, double stageTime,
                           std::size_t count, const std::stop_token& stop) {
  const auto set = heldSet(stage, lane);
  if (!set) return 0;
  const std::size_t budget = stage.request().clipByteBudget;
  const std::size_t first = set->clipAt(stageTime);
  const std::size_t end = std::min({set->clips().size(), lane.blocks.size(), first + count});
  std::size_t byteSize = 0;
  std::unordered_set<std::size_t> known;
  for (std::size_t i = first; i < end; ++i) {
    if (stop.stop_requested()) return i - first;
    if (!known.insert(lane.blocks[i].index).second) continue;
    byteSize += expectedSize(stage, *set, lane.blocks[i].file);
    if (i > first && byteSize > budget) return i - first;
    set->layerOf(i);
  }
  return first < end ? end - first : 0;
}

}  // namespace usdscope
