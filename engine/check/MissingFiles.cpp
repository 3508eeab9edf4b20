// SPDX-License-Identifier: Apache-2.0
#include "engine/check/MissingFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/check/detail/Places.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

constexpr std::string_view kComposition = "usdValidation:CompositionErrorTest";
constexpr std::string_view kAssetPaths = "usdscope:AssetPaths";
constexpr std::string_view kValueClips = "usdscope:ValueClips";

void addClips(const Stage& stage, const Prim& prim, Findings& findings) {
  std::vector<ClipFault> faults;
  const auto own = composeClipSets(prim.index(), stage.resolver(), faults);
  if (own.empty()) return;
  for (const auto& set : *stage.clipSets(prim)) {
    const ClipSetDefinition& definition = set->definition();
    // Sets of ancestors are found there.
    if (std::ranges::find(own, definition) == own.end()) continue;
    for (const ClipSpan& span : set->clips()) {
      const std::string& file = (*definition.assetPaths)[span.file];
      if (!stage.resolver().resolve(file, definition.layer->identifier()).empty()) continue;
      Finding& finding = findings.emplace_back();
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
    }
  }
}

}  // namespace

Findings findMissingFiles(const Stage& stage, const CheckProgress& progress, std::stop_token stop) {
  CheckOptions options;
  options.includeValidators = {std::string(kComposition), std::string(kAssetPaths)};
  Findings findings = check(stage, options, progress, stop);
  std::erase_if(findings, [](const Finding& finding) { return finding.asset.empty(); });

  Findings clips;
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  const auto visit = [&](const Prim& prim) {
    if (prim.mayHaveClips()) addClips(stage, prim, clips);
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
