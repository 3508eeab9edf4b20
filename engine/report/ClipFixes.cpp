// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ClipFixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/layer/ClipKeys.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

struct FixableFinding {
  std::string_view id;
  std::string_view errorName;
  std::string_view fix;
};
constexpr FixableFinding kFixable[] = {
    {"gap", "Gap", "Interpolate missing values"},
    {"no-prim-in-clip", "NoPrimInClip", "Correct primPath"},
    {"empty-manifest", "EmptyManifest", "Correct primPath"},
};

// Returns the prim that a clip is about: its default prim, or the only prim at its root.
Path mainPrim(const Layer& clip) {
  const PrimSpec root = clip.pseudoRoot();
  const Value name = root.field(fields::kDefaultPrim);
  if (const auto* token = name.find<Token>()) {
    const Path named = Path::fromText("/" + std::string(token->text()));
    if (named.isPrim() && clip.findPrim(named)) return named;
  }
  return root.childCount() == 1 ? root.child(0).path() : Path();
}

ClipFixResult withoutFix(std::string reason) { return {.fix = {}, .refusal = std::move(reason)}; }

ClipFixResult primPathFix(const ClipFinding& finding, const ClipSet& set,
                          const std::stop_token& stop) {
  Path common;
  std::vector<bool> isKnown(set.definition().assetPaths->size());
  for (std::size_t i = 0; i < set.clips().size(); ++i) {
    if (stop.stop_requested()) return withoutFix("The search for a correction was stopped.");
    if (isKnown[set.clips()[i].file]) continue;
    isKnown[set.clips()[i].file] = true;
    const auto clip = set.layerOf(i);
    if (!clip) continue;
    if (clip->findPrim(set.primPath())) {
      return withoutFix(fmt::format("Some clips have the prim <{}>, so that primPath stays.",
                                    set.primPath().text()));
    }
    const Path prim = mainPrim(*clip);
    if (prim.isEmpty() || (!common.isEmpty() && common != prim)) {
      return withoutFix("The clips do not have one main prim in common, so that primPath stays.");
    }
    common = prim;
  }
  if (common.isEmpty()) return withoutFix("No clip can be read, so that primPath stays.");
  const auto manifest = set.hasGeneratedManifest() ? nullptr : set.manifest();
  if (manifest && !manifest->findPrim(common)) {
    return withoutFix(
        fmt::format("The manifest has no prim <{}>, so that primPath stays.", common.text()));
  }
  ClipFixResult result;
  result.fix = {.prim = finding.prim,
                .set = finding.set,
                .key = clip_keys::kPrimPath,
                .value = Value(common.text()),
                .sentence = fmt::format("Set primPath of the clips {} to {}, which all clips have",
                                        finding.set, common.text())};
  return result;
}

}  // namespace

std::string_view clipFixName(std::string_view findingId) {
  for (const FixableFinding& each : kFixable) {
    if (each.id == findingId) return each.fix;
  }
  return {};
}

std::string clipFindingWithFix(std::string_view errorName) {
  for (const FixableFinding& each : kFixable) {
    if (each.errorName == errorName) return std::string(each.id);
  }
  return {};
}

ClipFixResult findClipFix(const Stage& stage, const ClipFinding& finding,
                          const std::stop_token& stop) {
  const Prim prim = stage.primAt(finding.prim);
  if (clipFixName(finding.id).empty() || !prim)
    return withoutFix("The finding has no safe correction.");
  const auto sets = stage.clipSets(prim);
  const auto found =
      std::ranges::find(*sets, finding.set, [](const auto& set) { return set->name(); });
  if (found == sets->end())
    return withoutFix("The clip set is ignored, so that it stays as it is.");
  if (finding.id != "gap") return primPathFix(finding, **found, stop);
  if ((*found)->definition().interpolatesMissing || finding.severity == Severity::Note) {
    return withoutFix("The gaps are filled already.");
  }
  ClipFixResult result;
  result.fix = {.prim = finding.prim,
                .set = finding.set,
                .key = clip_keys::kInterpolateMissing,
                .value = Value(true),
                .sentence = fmt::format("Interpolate missing values of the clips {}", finding.set)};
  return result;
}

}  // namespace usdscope
