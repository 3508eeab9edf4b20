// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ResolveTrace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/SplineTrace.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope {
namespace {

// The prim of the stage that has a clip set: as far above the asked one as its site is above.
Path anchorPrim(const ClipSetDefinition& set, const Opinion& opinion, const Prim& prim) {
  Path anchor = prim.path();
  const std::size_t below = opinion.site->path.withoutVariants().depth();
  for (std::size_t depth = set.site.withoutVariants().depth(); depth < below; ++depth) {
    if (!anchor.isRoot()) anchor = anchor.parent();
  }
  return anchor;
}

void tell(ResolveTrace& trace, SampleUse how, double lower, double upper) {
  trace.samples = how;
  trace.lower = lower;
  trace.upper = upper;
}

// Where a spline of a layer is at a time of it.
void addSpline(const Spline& spline, double time, bool isPreTime, ResolveTrace& trace) {
  trace.spline = traceSpline(spline, time, isPreTime);
  trace.hasTimes = trace.spline->place != SplineTrace::Place::NoKnots;
  tell(trace, SampleUse::Spline, trace.spline->lower, trace.spline->upper);
}

Value fieldInClip(const ClipSample& sample, const ResolveTrace& trace, Token name) {
  return sample.layer ? sample.layer->findProperty(trace.info.specPath).field(name) : Value();
}

/// The two times of a set between which a value is made, as the clip that plays counts them.
struct ClipTimes {
  double lower = 0.0;
  double upper = 0.0;
  bool isOfOneClip = false;  ///< The upper one is before the next clip plays.
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
  times.upper = map.isIdentity()
                    ? takesOver
                    : map.clipBeforeJump(takesOver).value_or(map.clipFromSet(takesOver));
  const bool hasUpper = value.upper.layer && !value.upper.isInManifest;
  if (hasUpper && value.upper.clip == value.clip) times.upper = value.upper.time;
  return times;
}

// Whether a clip has at `time` what its samples around another time make: there too they are the
// ones around, or the one that is held.
bool isAround(double time, const SampledValue& own, const Array<double>& times) {
  const bool isFirst = own.upperTime == times[0];
  const bool isLast = own.lowerTime == times[times.size() - 1];
  return (own.lowerTime <= time || isFirst) && (time <= own.upperTime || isLast);
}

// Whether the value of the set is what the clip's own samples, asked by themselves, make it.
bool isMadeOf(const SampledValue& own, const Array<double>& ownTimes, const OriginValue& value,
              const ClipTimes& times) {
  const SampleUse use = value.sampled.use;
  // Within a jump of the clip times the clip says nothing of what is held over it.
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

// Samples of a file that make a value together with what the set has at other times of its own.
void addSamplesOfSet(const OriginValue& value, const ClipTimes& times, ResolveTrace& trace) {
  const ClipSample& lower = value.lower;
  const SampleUse use = value.sampled.use;
  const bool isOfOneSample = value.sampled.lowerTime == value.sampled.upperTime;
  if (use == SampleUse::Linear) return tell(trace, use, times.lower, times.upper);
  const double held = lower.use == SampleUse::Linear ? times.lower : lower.lowerTime;
  tell(trace, use, held, isOfOneSample ? held : times.upper);
}

// Returns whether samples of the clip that plays alone make the value.
bool addSamplesInClip(const ClipSet& set, const OriginValue& value, InterpolationType interpolation,
                      ResolveTrace& trace) {
  const ClipSample& lower = value.lower;
  const SampleUse use = value.sampled.use;
  const ClipTimes times = clipTimesOf(set, value);
  if (lower.isInManifest && (use != SampleUse::Linear || value.upper.isInManifest)) {
    trace.hasTimes = false;
    trace.samples = lower.use;
    return false;
  }
  if (lower.use == SampleUse::Spline && use != SampleUse::Linear) {
    const Value spline = fieldInClip(lower, trace, fields::kSpline);
    addSpline(spline.valueOr(Spline()), lower.time, lower.isLimit, trace);
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
      // Beyond the times of the set, those of the clip stand still.
      tell(trace, lower.use == SampleUse::Exact ? use : lower.use, lower.lowerTime,
           lower.upperTime);
      return true;
    }
    if (isMadeOf(own, samples->times(), value, times)) {
      tell(trace, own.use, own.lowerTime, own.upperTime);
      return true;
    }
  }
  addSamplesOfSet(value, times, trace);
  return false;
}

void addClip(const ValueOrigin& origin, const OriginValue& value, const Prim& prim, TimeCode time,
             InterpolationType interpolation, ResolveTrace& trace) {
  const ClipSet& set = *origin.clips;
  const ClipTimeMap& map = set.timeMap();
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const ClipSpan& span = set.clips()[value.clip];
  const double setTime = set.setFromStage(time.time());
  constexpr double kForever = std::numeric_limits<double>::infinity();
  auto clip = std::make_unique<ClipTrace>();
  clip->anchor = anchorPrim(set.definition(), origin.opinion, prim);
  clip->from = value.clip == 0 ? -kForever : stageFromSet(span.start);
  clip->to = span.end == ClipSpan::kForever ? kForever : stageFromSet(span.end);
  clip->lower = value.lower;
  clip->upper = value.upper;
  trace.fileTime = map.clipFromSet(setTime);
  if (time.isPreTime()) trace.fileTime = map.clipBeforeJump(setTime).value_or(trace.fileTime);
  if (!map.isIdentity()) {
    const ClipTimeMap::Segment part = map.segmentInForce(setTime, time.isPreTime());
    // Within a jump, where rounding may lead, no part of the map is in force.
    const double back = map.setFromClip(part)(trace.fileTime);
    const bool isInJump = std::abs(back - setTime) > 1e-9 * std::max(1.0, std::abs(setTime));
    clip->isStill = map.isFlat(part) || isInJump;
    if (!clip->isStill) clip->setFromClip = map.setFromClip(part);
    trace.timePath.push_back({.kind = TimeStep::Kind::ClipTimes,
                              .layer = set.definition().layer,
                              .path = set.definition().site,
                              .offset = clip->setFromClip,
                              .from = setTime,
                              .to = trace.fileTime,
                              .isStill = clip->isStill});
  }
  clip->playing = value.clip;
  clip->hasOwn = set.hasOwnValues(value.clip, trace.info.specPath);
  clip->isOfFile = addSamplesInClip(set, value, interpolation, trace);
  const bool isNowhere = std::isnan(trace.fileTime) && !time.isEarliest();
  if (isNowhere || !std::isfinite(trace.lower) || !std::isfinite(trace.upper)) {
    trace.hasTimes = false;
    trace.lower = trace.upper = 0.0;
  }
  trace.clip = std::move(clip);
}

void addSamplesInLayer(const ValueOrigin& origin, TimeCode time, ResolveTrace& trace) {
  if (!time.isEarliest()) trace.fileTime = origin.layerFromStage(time.time());
  const bool isPreTime = time.isPreTime() && origin.anchor.stageFromLayer.scale > 0.0;
  if (const auto* spline = origin.field.find<Spline>()) {
    return addSpline(*spline, trace.fileTime, isPreTime, trace);
  }
  const auto* samples = origin.field.find<TimeSamples>();
  if (!samples) return;
  if (trace.edits.size() > 1) {
    return tell(trace, SampleUse::Linear, origin.layerFromStage(trace.edits.front().time.time()),
                origin.layerFromStage(trace.edits.back().time.time()));
  }
  trace.samples = trace.info.samples;
  const SampleBracket at = findBracket(samples->times(), trace.fileTime, isPreTime);
  trace.lower = samples->times()[at.lower];
  trace.upper = samples->times()[at.upper];
}

ResolveTrace traceWith(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
                       InterpolationType interpolation);

// The sample of edits in force at a stage time, done to what is weaker there.
ArrayEditTrace sampledEdit(const ValueOrigin& origin, const Attribute& attribute,
                           const ValueOrigin& edited, double time) {
  const TimeSamples& samples = *origin.field.find<TimeSamples>();
  const SampleBracket at = findBracket(samples.times(), origin.layerFromStage(time), false);
  ArrayEditTrace edit{.time = time,
                      .sample = samples.times()[at.lower],
                      .isEdit = samples.value(at.lower).holds<ArrayEdit>(),
                      .below = {}};
  if (edit.isEdit) edit.below = traceWith(edited, attribute, time, InterpolationType::Held);
  return edit;
}

void addEdits(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
              InterpolationType interpolation, ResolveTrace& trace) {
  const OriginValue own = evaluate(origin, time, interpolation);
  if (!own.sampled.value.holds<ArrayEdit>()) return;
  const ValueOrigin edited = findWeakerOrigin(attribute, kindOf(time), origin.opinion);
  if (origin.source != ValueSource::TimeSamples) {
    trace.edits.push_back({.time = time,
                           .sample = 0.0,
                           .isEdit = true,
                           .below = traceWith(edited, attribute, time, interpolation)});
    return;
  }
  const SampledValue made = evaluateEdits(origin, time, interpolation);
  trace.edits.push_back(sampledEdit(origin, attribute, edited, made.lowerTime));
  if (made.use != SampleUse::Linear) return;
  trace.edits.push_back(sampledEdit(origin, attribute, edited, made.upperTime));
}

ResolveTrace traceWith(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
                       InterpolationType interpolation) {
  ResolveTrace trace;
  trace.info = resolveInfoOf(origin, attribute, time, interpolation);
  if (!origin.opinion.entry) return trace;
  addEdits(origin, attribute, time, interpolation, trace);
  if (time.isDefault()) return trace;

  const Prim& prim = attribute.prim();
  trace.fileTime = time.time();
  if (origin.clips) {
    trace.timePath =
        timePath(prim, origin.opinion.node, origin.clips->definition().timeEntry, time);
    addClip(origin, evaluate(origin, time, interpolation), prim, time, interpolation, trace);
  } else {
    trace.timePath = timePath(prim, origin.opinion.node, origin.opinion.timeEntry, time);
    addSamplesInLayer(origin, time, trace);
  }
  return trace;
}

}  // namespace

ResolveTrace traceValue(const ValueOrigin& origin, const Attribute& attribute, TimeCode time) {
  return traceWith(origin, attribute, time, attribute.prim().stage().request().interpolation);
}

ResolveTrace traceValue(const Attribute& attribute, TimeCode time) {
  return traceValue(findOrigin(attribute, kindOf(time)), attribute, time);
}

}  // namespace usdscope
