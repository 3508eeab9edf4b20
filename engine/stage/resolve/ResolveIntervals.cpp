// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ResolveIntervals.h"

#include <algorithm>
#include <optional>

#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

bool isSameSample(const ClipSample& a, const ClipSample& b) {
  if (a.isInManifest != b.isInManifest || a.clip != b.clip || a.use != b.use) return false;
  return a.use == SampleUse::Spline || (a.lowerTime == b.lowerTime && a.upperTime == b.upperTime);
}

bool isSameClip(const ResolveTrace& a, const ResolveTrace& b) {
  return a.info.clip->index == b.info.clip->index && a.clip->from == b.clip->from &&
         a.clip->setFromClip == b.clip->setFromClip &&
         a.clip->isClipTimeConstant == b.clip->isClipTimeConstant &&
         isSameSample(a.clip->lower, b.clip->lower) && isSameSample(a.clip->upper, b.clip->upper);
}

// Whether two traces differ only in the requested and mapped times.
bool isAlike(const ResolveTrace& a, const ResolveTrace& b) {
  const bool isSpline = a.samples == SampleUse::Spline;
  if (a.samples != b.samples || a.hasBracket != b.hasBracket || a.lower != b.lower ||
      a.upper != b.upper || a.spline != b.spline || a.info.samples != b.info.samples ||
      a.info.layer != b.info.layer || bool(a.clip) != bool(b.clip) ||
      a.edits.size() != b.edits.size()) {
    return false;
  }
  if (!isSpline && (a.info.lowerTime != b.info.lowerTime || a.info.upperTime != b.info.upperTime)) {
    return false;
  }
  for (std::size_t i = 0; i < a.edits.size(); ++i) {
    const ArrayEditTrace& edit = a.edits[i];
    const ArrayEditTrace& other = b.edits[i];
    const bool isOfSamples = a.info.source == ValueSource::TimeSamples;
    if (isOfSamples && edit.time != other.time) return false;
    if (edit.sample != other.sample || edit.isEdit != other.isEdit) return false;
    if (!isAlike(edit.edited, other.edited)) return false;
  }
  return !a.clip || isSameClip(a, b);
}

bool isConstant(const ResolveTrace& trace) {
  if (trace.info.samples == SampleUse::Linear || trace.info.samples == SampleUse::Spline) {
    return false;
  }
  if (trace.edits.size() > 1) return false;
  return trace.edits.empty() || isConstant(trace.edits.front().edited);
}

// Returns the stage times at which the explanation may change.
std::vector<double> cutsOf(const ValueOrigin& origin, double from, double to) {
  std::vector<double> cuts;
  const LayerOffset& stageFromLayer = origin.anchor.stageFromLayer;
  if (const auto* samples = origin.field.find<TimeSamples>()) {
    const auto times = samples->times().span();
    for (const double time : times) cuts.push_back(stageFromLayer(time));
  } else if (const auto* spline = origin.field.find<Spline>()) {
    for (const SplineKnot& knot : effectiveKnots(*spline)) {
      cuts.push_back(stageFromLayer(knot.time));
    }
    const auto [first, last] =
        std::minmax({origin.layerFromStage(from), origin.layerFromStage(to)});
    for (const double time : loopedGaps(*spline, first, last)) {
      cuts.push_back(stageFromLayer(time));
    }
  } else if (origin.clips) {
    const ClipSet& set = *origin.clips;
    cuts = origin.inClips.hasSplines ? set.knotTimesBetween(origin.inClips.path, from, to)
                                     : set.sampleTimesBetween(origin.inClips.path, from, to);
    const auto beyondSpans = set.sampleTimesBeyondSpansBetween(origin.inClips.path, from, to);
    cuts.insert(cuts.end(), beyondSpans.begin(), beyondSpans.end());
    // Clips without values of the attribute have no samples, but play.
    const LayerOffset& stageFromSet = set.definition().stageFromSet;
    for (const ClipSpan& span : set.clips()) cuts.push_back(stageFromSet(span.authoredStart));
    for (const auto& knot : set.timeMap().knots()) cuts.push_back(stageFromSet(knot.set));
  }
  if (editsArrays(origin)) {
    const ValueOrigin edited = findEditedOrigin(origin, TimeKind::Numeric);
    const std::vector<double> editedCuts = cutsOf(edited, from, to);
    cuts.insert(cuts.end(), editedCuts.begin(), editedCuts.end());
    // Edits may come and go with every sample.
    for (const double time : sampleTimesOf(origin)) cuts.push_back(time);
  }
  return cuts;
}

// Returns the starts of clips in the other sets: reports name the clip that plays, so they change
// at these times.
std::vector<double> startsOfOtherSets(const ValueOrigin& origin, const Prim& prim) {
  std::vector<double> starts;
  if (!prim.mayHaveClips()) return starts;
  const auto sets = prim.stage().rows().clips->setsOf(prim.row());
  for (std::size_t i = 0; sets && i < sets->size(); ++i) {
    const ClipSet& set = *(*sets)[i];
    if (&set == origin.clips.get()) continue;
    for (const ClipSpan& span : set.clips()) {
      starts.push_back(set.definition().stageFromSet(span.authoredStart));
    }
  }
  std::ranges::sort(starts);
  return starts;
}

}  // namespace

void visitIntervals(const Attribute& attribute, double from, double to,
                    const std::function<void(const ResolveInterval&)>& visit) {
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  const std::vector<double> others = startsOfOtherSets(origin, attribute.prim());
  std::vector<double> times = cutsOf(origin, from, to);
  times.insert(times.end(), others.begin(), others.end());
  std::erase_if(times, [&](double time) { return !(from < time && time < to); });
  times.push_back(from);
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  times.push_back(to);

  std::optional<ResolveInterval> open;
  double widest = 0.0;  // The length of the part of `open` for which its trace was made.
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    // Traces the middle, because the start may be like the interval before it.
    const double middle = times[i] + (times[i + 1] - times[i]) / 2.0;
    ResolveTrace inside = traceValue(origin, middle);
    const bool isForced = std::ranges::binary_search(others, times[i]);
    if (open && !isForced && isAlike(open->trace, inside)) {
      open->to = times[i + 1];
      if (times[i + 1] - times[i] <= widest) continue;
      widest = times[i + 1] - times[i];
      open->time = middle;
      open->trace = std::move(inside);
      continue;
    }
    if (open) visit(*open);
    const bool isFixed = isConstant(inside);
    widest = times[i + 1] - times[i];
    open = ResolveInterval{.from = times[i],
                           .to = times[i + 1],
                           .time = middle,
                           .isConstant = isFixed,
                           .trace = std::move(inside)};
  }
  visit(*open);
}

}  // namespace usdscope
