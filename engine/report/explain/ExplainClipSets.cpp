// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/ClipFileState.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/explain/UnreachedClips.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

constexpr double kEndOfTime = std::numeric_limits<double>::infinity();

/// The clip of a set that plays at a time.
struct PlayingClip {
  std::size_t clip = 0;  ///< Index into ClipSet::clips().
  std::string file;      ///< As authored.
  double time = 0.0;
};

PlayingClip playingClip(const ClipSet& set, TimeCode time) {
  const ClipSetDefinition& definition = set.definition();
  PlayingClip playing;
  const bool isBefore = time.isPreTime();
  if (!time.isEarliest()) {
    playing.clip = set.clipAt(isBefore ? std::nextafter(time.time(), -kEndOfTime) : time.time());
  }
  playing.file = (*definition.assetPaths)[set.clips()[playing.clip].file];
  if (time.isEarliest()) return playing;
  const double setTime = set.setFromStage(time.time());
  const ClipTimeMap& map = set.timeMap();
  playing.time = map.isIdentity() ? setTime
                 : isBefore       ? map.placeBefore(setTime).clipTime
                                  : map.clipFromSet(setTime);
  return playing;
}

// Says what is wrong with the file of a clip; empty if nothing is.
std::string fileText(const ClipFileState& state) {
  return (state.isEmpty() ? " The file " + faultWords(state) + '.' : "") + remarkOn(state);
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
    out.sentence += fileText(clipFileState(prim.stage(), set, playing.clip));
    out.sentence += holeText(prim, set, playing.clip, time);
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
