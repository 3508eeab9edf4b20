// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/Places.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/asset/NearFiles.h"
#include "engine/base/Parallel.h"
#include "engine/format/LayerCache.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/SpecLines.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope::detail {
namespace {

constexpr std::size_t kMostBytes = std::size_t(256) << 20;
// Each looks into several folders.
constexpr std::size_t kMostSuggestions = 200;
constexpr std::size_t kMostNear = 3;
// More findings in a layer are worth an index of its asset paths.
constexpr std::size_t kFewFindings = 16;

// Returns the specs of a prim or property, strongest first.
std::vector<StackEntry> stackOf(const Stage& stage, Path site) {
  const Prim prim = stage.primAt(site.primPath());
  if (!prim || site.isRoot()) return {};
  if (!site.isProperty()) return prim.primStack();
  if (const Attribute attribute = prim.attribute(site.name())) return attribute.propertyStack();
  if (const Relationship found = prim.relationship(site.name())) return found.propertyStack();
  return {};
}

void place(const Stage& stage, Finding& finding) {
  if (finding.sites.empty()) finding.sites.push_back(Path::root());
  if (!finding.layer.empty() && !finding.spec.isEmpty()) return;
  const Path site = finding.sites.front();
  if (site.isRoot()) {
    if (finding.layer.empty()) finding.layer = stage.rootLayer()->identifier();
    finding.spec = Path::root();
    return;
  }
  for (const StackEntry& entry : stackOf(stage, site)) {
    if (!finding.layer.empty() && entry.layer->identifier() != finding.layer) continue;
    finding.layer = entry.layer->identifier();
    finding.spec = entry.path;
    return;
  }
}

// Returns the text of a text layer; empty if its file is not the version that the stage uses.
std::string textOf(const Stage& stage, const std::string& identifier) {
  const auto opened = stage.layers().find(identifier);
  if (!opened || !opened->layer || opened->isModified()) return {};
  if (stage.resolver().modificationTime(identifier) != opened->modificationTime) return {};
  const FileBytesResult file = stage.resolver().open(identifier);
  if (!file.bytes || file.bytes->byteSize() > kMostBytes) return {};
  if (detectLayerFormat(file.bytes->text()) != LayerFormat::Usda) return {};
  return std::string(file.bytes->text());
}

int lineOf(const SpecLines& lines, const Finding& finding) {
  // Nothing stands where metadata of the stage is missing.
  if (finding.spec.isRoot() && finding.asset.empty()) return 0;
  const std::string quoted = finding.asset.empty() ? std::string() : "@" + finding.asset + "@";
  const int line = lines.lineOf(finding.spec, quoted);
  return finding.spec.isRoot() && line == 1 ? 0 : line;
}

// Returns the identifiers of the clips of the set that a finding is about; empty for others.
std::unordered_set<std::string> clipsBeside(const Stage& stage, const Finding& finding) {
  std::unordered_set<std::string> clips;
  const Prim prim = finding.sites.empty() ? Prim() : stage.primAt(finding.sites[0].primPath());
  if (!prim || !prim.mayHaveClips()) return clips;
  for (const auto& set : *stage.clipSets(prim)) {
    const ClipSetDefinition& definition = set->definition();
    const std::string& anchor = definition.layer->identifier();
    if (anchor != finding.layer || definition.site != finding.spec) continue;
    for (const ClipSpan& span : set->clips()) {
      clips.insert(
          stage.resolver().identifierFor((*definition.assetPaths)[span.file], finding.layer));
    }
  }
  return clips;
}

}  // namespace

void placeFindings(const Stage& stage, Findings& findings) {
  for (Finding& finding : findings) place(stage, finding);
}

void findLines(const Stage& stage, Findings& findings, const std::stop_token& stop) {
  std::map<std::string, std::vector<Finding*>> byLayer;
  for (Finding& finding : findings) {
    const bool canHaveLine = finding.line == 0 && !finding.spec.isEmpty() &&
                             !(finding.spec.isRoot() && finding.asset.empty());
    if (canHaveLine && !finding.layer.empty()) byLayer[finding.layer].push_back(&finding);
  }
  std::vector<std::pair<std::string, std::vector<Finding*>>> groups(byLayer.begin(), byLayer.end());
  parallelFor(groups.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
      std::string text = textOf(stage, groups[i].first);
      if (text.empty()) continue;
      SpecLines lines = SpecLines::read(std::move(text), stage.environment().fields());
      if (groups[i].second.size() > kFewFindings) lines.indexAssets();
      for (Finding* finding : groups[i].second) {
        if (stop.stop_requested()) return;
        finding->line = lineOf(lines, *finding);
      }
    }
  });
}

void dropFoundFiles(const Stage& stage, Findings& findings, const std::stop_token& stop) {
  for (Finding& finding : findings) {
    if (finding.asset.empty() || stop.stop_requested()) continue;
    if (!stage.resolver().resolve(finding.asset, finding.layer).empty()) finding.asset.clear();
  }
}

void suggestFiles(const Stage& stage, Findings& findings, const std::stop_token& stop) {
  std::map<std::pair<std::string, std::string>, std::string> known;
  std::map<std::pair<std::string, std::string>, std::unordered_set<std::string>> clips;
  FolderNames folders;
  for (Finding& finding : findings) {
    if (finding.asset.empty() || stop.stop_requested()) continue;
    const auto [found, isNew] = known.try_emplace({finding.layer, finding.asset});
    if (isNew && known.size() <= kMostSuggestions) {
      const auto [others, isNewSet] = clips.try_emplace({finding.layer, finding.spec.text()});
      if (isNewSet) others->second = clipsBeside(stage, finding);
      found->second = nearFilesText(nearFiles(stage.resolver(), finding.asset, finding.layer,
                                              folders, kMostNear, &others->second));
    }
    finding.hint = found->second;
  }
}

}  // namespace usdscope::detail
