// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipEntryCheck.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/stage/clips/ClipFiles.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostOpened = 200;

using Entries = AuthoredClipSets::mapped_type;

bool isFaultOf(const ClipFinding& finding, const ClipFinding& other) {
  return finding.id == other.id && finding.message == other.message && finding.file == other.file;
}

std::vector<glm::dvec2> pairsOf(const Value& value) {
  const auto* pairs = value.find<Array<glm::dvec2>>();
  return pairs ? std::vector<glm::dvec2>(pairs->begin(), pairs->end()) : std::vector<glm::dvec2>();
}

// Sets an entry of a set that has `assetPaths`. Times of the layer become those of the set.
void setExplicit(const WantedClipEntry& wanted, ClipSetDefinition& set) {
  const bool isActive = wanted.key == clip_keys::kActive;
  if (isActive || wanted.key == clip_keys::kTimes) {
    std::vector<glm::dvec2> pairs = pairsOf(wanted.value);
    const auto setFromStage = set.stageFromSet.inverse();
    if (setFromStage && wanted.stageFromLayer != set.stageFromSet) {
      const LayerOffset setFromLayer = compose(*setFromStage, wanted.stageFromLayer);
      for (glm::dvec2& pair : pairs) pair.x = setFromLayer(pair.x);
    }
    (isActive ? set.active : set.times) = std::move(pairs);
  } else if (wanted.key == clip_keys::kAssetPaths) {
    const auto* paths = wanted.value.find<Array<AssetPath>>();
    set.assetPaths.emplace();
    if (!paths) return;
    for (const AssetPath& path : *paths) set.assetPaths->push_back(path.path());
  }
}

void setForBoth(const WantedClipEntry& wanted, ClipSetDefinition& set) {
  if (const auto* text = wanted.value.find<std::string>();
      text && wanted.key == clip_keys::kPrimPath)
    set.primPath = *text;
  if (const auto* file = wanted.value.find<AssetPath>();
      file && wanted.key == clip_keys::kManifestAssetPath)
    set.manifestAssetPath = file->path();
  if (const auto* flag = wanted.value.find<bool>();
      flag && wanted.key == clip_keys::kInterpolateMissing)
    set.interpolatesMissing = *flag;
}

// Checks a definition as the doctor does.
std::vector<ClipFinding> findingsOf(const Prim& prim, ClipSetDefinition definition,
                                    const AuthoredClipSets& authored, std::vector<ClipFault> faults,
                                    const std::stop_token& stop) {
  const Stage& stage = prim.stage();
  ClipSetReport report;
  report.prim = prim.path();
  report.definition = definition;
  report.set =
      ClipSet::make(std::move(definition),
                    std::make_shared<ClipFiles>(stage.layers(), stage.request().clipByteBudget));
  const bool opensClips = report.set && report.set->clips().size() <= kMostOpened;
  if (report.set) addClips(report, stage.resolver(), opensClips, stop);
  std::vector<ClipFinding> findings;
  if (stop.stop_requested()) return findings;
  checkClipMetadata(prim, {report}, authored, std::move(faults), findings);
  if (!report.set) return findings;
  if (opensClips) checkClips(prim, report, stop, {}, findings);
  if (!stop.stop_requested()) checkClipTimes(prim, report, opensClips, findings);
  return findings;
}

}  // namespace

std::vector<ClipFinding> checkClipEntry(const Prim& prim, const WantedClipEntry& wanted,
                                        const std::stop_token& stop) {
  AuthoredClipSets authored = authoredClipSets(prim);
  const auto entries = authored.find(wanted.set);
  if (entries == authored.end() || !hasTypeOfClipKey(wanted.key, wanted.value)) return {};
  const AssetResolver& resolver = prim.stage().resolver();
  std::vector<ClipFault> faults;
  std::vector<ClipSetDefinition> sets = composeClipSets(prim.index(), resolver, faults);
  const auto found = std::ranges::find(sets, wanted.set, &ClipSetDefinition::name);
  if (found == sets.end()) return {};
  const auto isOfOther = [&](const ClipFault& fault) { return fault.set != wanted.set; };
  std::erase_if(faults, isOfOther);
  const std::vector<ClipFinding> before = findingsOf(prim, *found, authored, faults, stop);

  // The faults of a wrong type stay, unless the entry is the one that gets a value.
  std::erase_if(faults, [&](const ClipFault& fault) {
    return fault.kind != ClipFaultKind::WrongType || fault.key == wanted.key;
  });
  std::string layer = found->layer->identifier();
  if (const auto same = entries->second.find(wanted.key); same != entries->second.end()) {
    layer = same->second.layer;
  }
  entries->second[wanted.key] = {wanted.value, std::move(layer), wanted.stageFromLayer};
  setForBoth(wanted, *found);
  if (entries->second.contains(clip_keys::kAssetPaths)) {
    setExplicit(wanted, *found);
  } else {
    Dictionary info;
    for (const auto& [key, entry] : entries->second) info.set(key, entry.value);
    found->assetPaths.reset();
    found->active.reset();
    found->times.reset();
    expandClipTemplate(info, resolver, *found, faults);
  }
  std::vector<ClipFinding> findings = findingsOf(prim, *found, authored, std::move(faults), stop);
  std::erase_if(findings, [&](const ClipFinding& finding) {
    if (!finding.set.empty() && finding.set != wanted.set) return true;
    return std::ranges::any_of(before,
                               [&](const ClipFinding& other) { return isFaultOf(finding, other); });
  });
  return findings;
}

}  // namespace usdscope
