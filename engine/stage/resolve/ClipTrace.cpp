// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/stage/resolve/detail/TraceValue.h"

// Traces how a clip set makes a value from the samples in the file of a clip.

namespace usdscope {
namespace {

// Returns the prim on the stage that has a clip set: the ancestor of `prim` that is as many levels
// above `prim` as the site of the set is above the site of the opinion.
Path anchorPrim(const ClipSetDefinition& set, const Opinion& opinion, const Prim& prim) {
  Path anchor = prim.path();
  const std::size_t siteDepth = opinion.site->path.withoutVariants().depth();
  for (std::size_t depth = set.site.withoutVariants().depth(); depth < siteDepth; ++depth) {
    if (!anchor.isRoot()) anchor = anchor.parent();
  }
  return anchor;
}

Value fieldInClip(const ClipSample& sample, const ResolveTrace& trace, Token name) {
  return sample.layer ? sample.layer->findProperty(trace.info.specPath).field(name) : Value();
}

/// The two set times between which a value is interpolated, mapped to the time of the clip that
/// plays.
struct ClipTimes {
  double lower = 0.0;
  double upper = 0.0;
  bool isOfOneClip = false;  ///< `upper` is before the time at which the next clip starts to play.
};

ClipTimes clipTimesOf(const ClipSet& set, const OriginValue& value) {
  const ClipTimeMap& map = set.timeMap();
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const double takesOver = set.setFromStage(value.sampled.upperTime);
  const double stageEnd = stageFromSet(set.clips()[value.clip].end);
  ClipTimes times;
  times.isOfOneClip = stageFromSet.scale > 0.0 ? value.sampled.upperTime < stageEnd
                                               : value.sampled.upperTime > stageEnd;
  times.lower = value.lower.clip == value.clip && !value.lower.isInManifest
                    ? value.lower.time
                    : map.clipFromSet(set.setFromStage(value.sampled.lowerTime));
  times.upper = map.placeBefore(takesOver).clipTime;
  const bool hasUpper = value.upper.layer && !value.upper.isInManifest;
  if (hasUpper && value.upper.clip == value.clip) times.upper = value.upper.time;
  return times;
}

// Whether the samples that bracket `own`, a value at another time of the clip, also bracket `time`,
// or are held there.
bool isAround(double time, const SampledValue& own, const Array<double>& times) {
  const bool isFirst = own.upperTime == times[0];
  const bool isLast = own.lowerTime == times[times.size() - 1];
  return (own.lowerTime <= time || isFirst) && (time <= own.upperTime || isLast);
}

// Whether the value of the set is the one that the clip's own samples alone would make.
bool isMadeOf(const SampledValue& own, const Array<double>& ownTimes, const OriginValue& value,
              const ClipTimes& times) {
  const SampleUse use = value.sampled.use;
  // A value that is held across a jump of the clip times differs from the clip's values inside of
  // the jump.
  if (std::abs(value.sampled.upperTime - value.sampled.lowerTime) <= kClosestSamples) {
    return value.sampled.upperTime == value.sampled.lowerTime &&
           own.lowerTime == value.lower.lowerTime && own.use != SampleUse::Linear;
  }
  if (use == SampleUse::Linear) {
    return times.isOfOneClip && value.upper.clip == value.clip && !value.upper.isInManifest &&
           isAround(times.lower, own, ownTimes) && isAround(times.upper, own, ownTimes);
  }
  if (own.use == SampleUse::Linear || own.lowerTime != value.lower.lowerTime) return false;
  return times.isOfOneClip || own.lowerTime == own.upperTime;
}

// Sets the bracket of a value for which the set interpolates at times that are not samples of the
// file.
void addSamplesOfSet(const OriginValue& value, const ClipTimes& times, ResolveTrace& trace) {
  const ClipSample& lower = value.lower;
  const SampleUse use = value.sampled.use;
  const bool isOfOneSample = value.sampled.lowerTime == value.sampled.upperTime;
  if (use == SampleUse::Linear) return trace.setSamples(use, times.lower, times.upper);
  const double held = lower.use == SampleUse::Linear ? times.lower : lower.lowerTime;
  trace.setSamples(use, held, isOfOneSample ? held : times.upper);
}

// Returns whether samples of the playing clip alone make the value.
bool addSamplesInClip(const ClipSet& set, const OriginValue& value, InterpolationType interpolation,
                      ResolveTrace& trace) {
  const ClipSample& lower = value.lower;
  const SampleUse use = value.sampled.use;
  const ClipTimes times = clipTimesOf(set, value);
  if (lower.isInManifest && (use != SampleUse::Linear || value.upper.isInManifest)) {
    trace.hasBracket = false;
    trace.samples = lower.use;
    return false;
  }
  if (lower.use == SampleUse::Spline && use != SampleUse::Linear) {
    const Value spline = fieldInClip(lower, trace, fields::kSpline);
    traceSpline(spline.valueOr(Spline()), lower.time, lower.isLeftLimit, trace);
    trace.spline->hasValue = !value.sampled.value.isBlock();
    return lower.clip == value.clip;
  }
  const Value field = fieldInClip(lower, trace, fields::kTimeSamples);
  const auto* samples = field.find<TimeSamples>();
  const bool isOwn =
      lower.clip == value.clip && !lower.isInManifest && samples && !samples->isEmpty();
  if (isOwn) {
    const SampledValue own = sampleAt(*samples, trace.fileTime, false, interpolation);
    const bool isOfOneSample = value.sampled.lowerTime == value.sampled.upperTime;
    if (isOfOneSample && (use == SampleUse::Exact || lower.time == trace.fileTime)) {
      // Before the first and after the last of the clip times, clip time is constant.
      trace.setSamples(lower.use == SampleUse::Exact ? use : lower.use, lower.lowerTime,
                       lower.upperTime);
      return true;
    }
    if (isMadeOf(own, samples->times(), value, times)) {
      trace.setSamples(own.use, own.lowerTime, own.upperTime);
      return true;
    }
  }
  addSamplesOfSet(value, times, trace);
  return false;
}

}  // namespace

void traceClip(const ValueOrigin& origin, const OriginValue& value, TimeCode time,
               InterpolationType interpolation, ResolveTrace& trace) {
  const ClipSet& set = *origin.clips;
  const ClipTimeMap& map = set.timeMap();
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const ClipSpan& span = set.clips()[value.clip];
  const double setTime = value.place.setTime;
  constexpr double kForever = std::numeric_limits<double>::infinity();
  auto clip = std::make_unique<ClipTrace>();
  clip->anchor = anchorPrim(set.definition(), origin.opinion, origin.prim);
  clip->from = value.clip == 0 ? -kForever : stageFromSet(span.start);
  clip->to = span.end == ClipSpan::kForever ? kForever : stageFromSet(span.end);
  clip->lower = value.lower;
  clip->upper = value.upper;
  if (!map.isIdentity()) {
    const ClipTimeMap::Segment part = map.segmentAt(value.place);
    // Rounding may lead into a jump, where no segment of the map applies.
    clip->isClipTimeConstant = map.isFlat(part) || map.isJump(part);
    if (!clip->isClipTimeConstant) clip->setFromClip = map.setFromClip(part);
    trace.timePath.push_back({.kind = TimeStep::Kind::ClipTimes,
                              .layer = set.definition().layer,
                              .path = set.definition().site,
                              .offset = clip->setFromClip,
                              .from = setTime,
                              .to = trace.fileTime,
                              .isInnerTimeConstant = clip->isClipTimeConstant});
  }
  clip->playing = value.clip;
  clip->clipHasSamples = set.hasOwnValues(value.clip, trace.info.specPath);
  clip->isFromOwnSamples = addSamplesInClip(set, value, interpolation, trace);
  const bool isNowhere = std::isnan(trace.fileTime) && !time.isEarliest();
  if (isNowhere || !std::isfinite(trace.lower) || !std::isfinite(trace.upper)) {
    trace.hasBracket = false;
    trace.lower = trace.upper = 0.0;
  }
  trace.clip = std::move(clip);
}

}  // namespace usdscope
