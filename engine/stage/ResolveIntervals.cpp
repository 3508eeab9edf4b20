// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/ResolveIntervals.h"

#include <algorithm>

#include "engine/stage/ResolveValue.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

enum class Way { NoSamples, Between, BeforeFirst, AfterLast, Blocked };

Way wayOf(const ResolveTrace& trace) {
  switch (trace.samples) {
    case SampleUse::None:
      return Way::NoSamples;
    case SampleUse::HeldBeforeFirst:
      return Way::BeforeFirst;
    case SampleUse::HeldAfterLast:
      return Way::AfterLast;
    case SampleUse::Blocked:
      return Way::Blocked;
    case SampleUse::Exact:
    case SampleUse::Linear:
    case SampleUse::Held:
    case SampleUse::Spline:
      return Way::Between;
  }
  return Way::Between;
}

bool isAlike(const ResolveTrace& a, const ResolveTrace& b) {
  if (wayOf(a) != wayOf(b) || a.info.layer != b.info.layer || bool(a.clip) != bool(b.clip) ||
      a.edits.empty() != b.edits.empty()) {
    return false;
  }
  if (!a.edits.empty() && !isAlike(a.edits.front().below, b.edits.front().below)) return false;
  return !a.clip || (a.info.clip->index == b.info.clip->index && a.clip->from == b.clip->from &&
                     a.clip->setFromClip == b.clip->setFromClip);
}

// Times at which something may change, in the time of the stage.
std::vector<double> cutsOf(const ValueOrigin& origin, double from, double to) {
  std::vector<double> cuts;
  const LayerOffset& stageFromLayer = origin.anchor.stageFromLayer;
  if (const auto* samples = origin.field.find<TimeSamples>()) {
    const auto times = samples->times().span();
    cuts = {stageFromLayer(times.front()), stageFromLayer(times.back())};
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double time = stageFromLayer(times[i]);
      if (time > to) break;
      const bool reachesIn = i + 1 == times.size() || stageFromLayer(times[i + 1]) > from;
      if (!reachesIn || !samples->value(i).isBlock()) continue;
      cuts.push_back(time);
      if (i + 1 < times.size()) cuts.push_back(stageFromLayer(times[i + 1]));
    }
  } else if (const auto* spline = origin.field.find<Spline>()) {
    for (const SplineKnot& knot : effectiveKnots(*spline)) {
      cuts.push_back(stageFromLayer(knot.time));
    }
  } else if (origin.clips) {
    const ClipSet& set = *origin.clips;
    cuts = set.sampleTimesBetween(origin.inClips.path, from, to);
    // Clips without values of the attribute have no samples, but play.
    const LayerOffset& stageFromSet = set.definition().stageFromSet;
    for (const ClipSpan& span : set.clips()) cuts.push_back(stageFromSet(span.authoredStart));
    for (const auto& knot : set.timeMap().knots()) cuts.push_back(stageFromSet(knot.set));
  }
  if (editsArrays(origin)) {
    const Attribute attribute(origin.prim, origin.name);
    const ValueOrigin edited = findWeakerOrigin(attribute, TimeKind::Numeric, origin.opinion);
    const std::vector<double> below = cutsOf(edited, from, to);
    cuts.insert(cuts.end(), below.begin(), below.end());
    // Edits may come and go with every sample.
    for (const double time : sampleTimesOf(origin)) cuts.push_back(time);
  }
  return cuts;
}

}  // namespace

std::vector<ResolveInterval> resolveIntervals(const Attribute& attribute, double from, double to) {
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  std::vector<double> times = cutsOf(origin, from, to);
  std::erase_if(times, [&](double time) { return !(from < time && time < to); });
  times.push_back(from);
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  times.push_back(to);

  std::vector<ResolveInterval> intervals;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    // A cut may itself be like what comes before it: the middle says how a stretch is.
    const double middle = times[i] + (times[i + 1] - times[i]) / 2.0;
    ResolveTrace inside = traceValue(origin, attribute, middle);
    if (!intervals.empty() && isAlike(intervals.back().trace, inside)) {
      intervals.back().to = times[i + 1];
      continue;
    }
    ResolveTrace atStart = traceValue(origin, attribute, times[i]);
    const bool isLikeRest = isAlike(atStart, inside);
    intervals.push_back({.from = times[i],
                         .to = times[i + 1],
                         .time = isLikeRest ? times[i] : middle,
                         .trace = isLikeRest ? std::move(atStart) : std::move(inside)});
  }
  return intervals;
}

}  // namespace usdscope
