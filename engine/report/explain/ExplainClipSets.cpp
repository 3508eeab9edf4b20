// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/report/clips/LeftOutFiles.h"
#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/explain/UnreachedClips.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

/// The clip of a set that plays at a time.
struct PlayingClip {
  std::string file;  ///< As authored.
  double time = 0.0;
};

PlayingClip playingClip(const ClipSet& set, TimeCode time) {
  const ClipSetDefinition& definition = set.definition();
  const std::size_t clip = time.isEarliest() ? 0 : set.clipAt(time.time());
  PlayingClip playing;
  playing.file = (*definition.assetPaths)[set.clips()[clip].file];
  if (time.isEarliest()) return playing;
  const double setTime = set.setFromStage(time.time());
  playing.time = set.timeMap().isIdentity() ? setTime : set.timeMap().clipFromSet(setTime);
  return playing;
}

// Says that a file cannot be read because it is not there; empty if it is.
std::string absenceText(const Stage& stage, const ClipSet& set, const std::string& file) {
  const std::string& anchor = set.definition().layer->identifier();
  if (!stage.resolver().resolve(file, anchor).empty()) return {};
  return LeftOutFiles(stage).contains(file, anchor) ? " The file is not in the capsule."
                                                    : " The file does not exist.";
}

void addTimesRow(const LayerNames& names, const ClipKeySite& site, const ClipKeySite& anchor,
                 const char* key, const char* reason, FactExplanation& out) {
  if (!site.layer || site == anchor) return;
  FactRow& row = out.rows.emplace_back(detail::layerRow(names, *site.layer, site.path, out.path));
  row.effect = FactEffect::Contributes;
  row.source = ValueSource::Clips;
  row.holds = fmt::format("`{}`", key);
  row.reason = reason;
}

FactExplanation explainUsedSet(const Prim& prim, const ClipSet& set, TimeCode time) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  const ClipSetDefinition& definition = set.definition();
  FactExplanation out;
  out.kind = FactKind::ClipSet;
  out.path = prim.path();
  out.name = set.name();
  if (time.isDefault()) {
    out.sentence = "Value clips do not apply at the default time.";
  } else {
    const PlayingClip playing = playingClip(set, time);
    const std::string file = nameOfFile(playing.file);
    out.data = Json::object();
    out.data["file"] = playing.file;
    if (time.isEarliest()) {
      out.value = file;
      out.sentence = fmt::format("Its first clip is `{}`.", file);
    } else {
      out.value = fmt::format("{} at {}", file, timeText(playing.time));
      out.data["time"] = numberToJson(playing.time);
      out.sentence =
          fmt::format("At {} it plays `{}` at {}.", timeText(time), file, timeText(playing.time));
    }
    out.sentence += absenceText(prim.stage(), set, playing.file);
  }
  const ClipKeySite anchor{definition.layer, definition.site};
  FactRow& row =
      out.rows.emplace_back(detail::layerRow(names, *anchor.layer, anchor.path, out.path));
  row.effect = FactEffect::Decides;
  row.source = ValueSource::Clips;
  const std::size_t count = definition.assetPaths->size();
  row.holds = fmt::format("{} clip{}", count, count == 1 ? "" : "s");
  row.reason = "names the clips";
  addTimesRow(names, definition.activeSite, anchor, "active", "says when each clip plays", out);
  addTimesRow(names, definition.timesSite, anchor, "times", "maps time to the clips", out);
  return out;
}

FactExplanation explainIgnoredSet(const Prim& prim, const UnreachedClips& set) {
  FactExplanation out;
  out.kind = FactKind::ClipSet;
  out.path = prim.path();
  out.name = set.set;
  out.sentence = fmt::format("No values: {}.", set.reason);
  FactRow& row = out.rows.emplace_back(
      detail::layerRow(detail::layerNamesOf(prim.stage()), *set.layer, set.site, out.path));
  row.source = ValueSource::Clips;
  row.holds = "clip set";
  row.reason = set.reason;
  return out;
}

}  // namespace

std::vector<FactExplanation> explainClipSets(const Prim& prim, TimeCode time) {
  std::vector<FactExplanation> facts;
  if (prim.isPseudoRoot() || !prim.mayHaveClips()) return facts;
  for (const auto& set : ownClipSets(prim)) facts.push_back(explainUsedSet(prim, *set, time));
  for (const UnreachedClips& set : ignoredClipSets(prim)) {
    facts.push_back(explainIgnoredSet(prim, set));
  }
  return facts;
}

}  // namespace usdscope
