// SPDX-License-Identifier: Apache-2.0
#include "engine/check/MissingFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/check/detail/ClipMessage.h"
#include "engine/check/detail/Places.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

constexpr std::string_view kComposition = "usdValidation:CompositionErrorTest";
constexpr std::string_view kAssetPaths = "usdscope:AssetPaths";
constexpr std::string_view kValueClips = "usdscope:ValueClips";

constexpr std::size_t kClipsPerTask = 64;

/// The clip sets on a prim, without those of its ancestors.
std::vector<std::shared_ptr<const ClipSet>> ownSets(const Stage& stage, const Prim& prim) {
  const auto all = stage.clipSets(prim);
  const Prim parent = prim.parent();
  if (!parent) return *all;
  const auto inherited = stage.clipSets(parent);
  std::vector<std::shared_ptr<const ClipSet>> own;
  std::ranges::copy_if(*all, std::back_inserter(own), [&](const auto& set) {
    return std::ranges::find(*inherited, set) == inherited->end();
  });
  return own;
}

Finding missingClip(const ClipSet& set, const ClipSpan& span, const Prim& prim) {
  const ClipSetDefinition& definition = set.definition();
  const std::string& file = (*definition.assetPaths)[span.file];
  Finding finding;
  finding.validator = kValueClips;
  finding.error = "MissingFile";
  finding.severity = Severity::Error;
  finding.sites = {prim.path()};
  finding.layer = definition.layer->identifier();
  finding.spec = definition.site;
  finding.time = definition.stageFromSet(span.authoredStart);
  finding.asset = file;
  finding.message =
      fmt::format("Clip set `{}`: {}: The clip cannot be opened.", definition.name, file);
  return finding;
}

void addClips(const Stage& stage, const Prim& prim, const std::stop_token& stop,
              LeftOutFiles& leftOut, Findings& findings) {
  for (const auto& set : ownSets(stage, prim)) {
    const ClipSetDefinition& definition = set->definition();
    const std::string& anchor = definition.layer->identifier();
    const auto clips = set->clips();
    std::vector<std::uint8_t> isMissing(clips.size());
    parallelFor(clips.size(), kClipsPerTask, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
        const std::string& file = (*definition.assetPaths)[clips[i].file];
        isMissing[i] = stage.resolver().resolve(file, anchor).empty();
      }
    });
    for (std::size_t i = 0; i < clips.size() && !stop.stop_requested(); ++i) {
      if (!isMissing[i]) continue;
      // A capsule lacks the clips that its frames do not need.
      if (leftOut.contains((*definition.assetPaths)[clips[i].file], anchor)) continue;
      findings.push_back(missingClip(*set, clips[i], prim));
    }
  }
}

// Adds the holes of templates, in the words of the clip doctor.
void addHoles(const Prim& prim, const std::stop_token& stop, Findings& findings) {
  // No layer authors the `active` of a template.
  const auto own = ownSets(prim.stage(), prim);
  if (std::ranges::all_of(
          own, [](const auto& set) { return set->definition().activeSite.layer != nullptr; })) {
    return;
  }
  for (const ClipFinding& hole : reportClipsReaching(prim, false, stop).findings) {
    if (hole.id != "template-hole" || hole.prim != prim.path()) continue;
    Finding finding;
    finding.validator = kValueClips;
    finding.error = "TemplateHole";
    finding.severity = hole.severity;
    finding.sites = {hole.site};
    finding.time = hole.frame;
    finding.message = detail::clipMessage(hole);
    findings.push_back(std::move(finding));
  }
}

}  // namespace

Findings findMissingFiles(const Stage& stage, const CheckProgress& progress, std::stop_token stop) {
  CheckOptions options;
  options.includeValidators = {std::string(kComposition), std::string(kAssetPaths)};
  Findings findings = check(stage, options, progress, stop);
  std::erase_if(findings, [](const Finding& finding) { return finding.asset.empty(); });

  Findings clips;
  LeftOutFiles leftOut(stage);
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  const auto visit = [&](const Prim& prim) {
    if (prim.mayHaveClips()) addClips(stage, prim, stop, leftOut, clips);
    // Below instances the doctor names other sites.
    if (prim.mayHaveClips() && !prim.isInPrototype()) addHoles(prim, stop, clips);
    return !stop.stop_requested();
  };
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
  detail::suggestFiles(stage, clips, stop);
  detail::findLines(stage, clips, stop);
  findings.insert(findings.end(), clips.begin(), clips.end());
  sortFindings(findings);
  return findings;
}

}  // namespace usdscope
