// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/ResolveTrace.h"

#include <limits>

#include "engine/stage/ResolveValue.h"
#include "engine/stage/Stage.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/SplineKnots.h"

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

// The way to the time of a clip set: that of the layer which says what plays when.
std::vector<LadderRung> ladderToSet(const ValueOrigin& origin, const Prim& prim, TimeCode time) {
  const ClipSetDefinition& set = origin.clips->definition();
  const Opinion& anchor = origin.opinion;
  if (set.stageFromSet == origin.anchor.stageFromLayer) {
    return timeLadder(prim, anchor.node, anchor.entryIndex, time);
  }
  for (OpinionWalk walk(prim, {}, WalkedSites::All); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (opinion.stageFromLayer() == set.stageFromSet) {
      return timeLadder(prim, opinion.node, opinion.entryIndex, time);
    }
  }
  return {};
}

// Between two samples of the set that one clip makes, the samples of the clip itself: those of the
// set may be knots of its time map and not be in the file.
void addOwnSamples(const Layer& clip, ResolveTrace& trace) {
  const Value field = clip.findProperty(trace.info.specPath).field(fields::kTimeSamples);
  const auto* samples = field.find<TimeSamples>();
  if (!samples || samples->isEmpty()) return;
  const SampledValue own = sampleAt(*samples, trace.fileTime, false, InterpolationType::Linear);
  trace.samples = own.use;
  trace.lower = own.lowerTime;
  trace.upper = own.upperTime;
}

// Samples as the clip's file has them, where one clip alone makes the value.
void addSamplesInClip(const ClipSet& set, const OriginValue& value, ResolveTrace& trace) {
  const ClipSample& lower = value.lower;
  const ClipSample& upper = value.upper;
  const SampleUse use = value.sampled.use;
  trace.samples = use;
  trace.lower = trace.upper = lower.lowerTime;
  if (lower.isInManifest) {
    trace.lower = trace.upper = lower.time;
    if (use == SampleUse::Exact) trace.samples = lower.use;
  } else if (use == SampleUse::Exact) {
    trace.samples = lower.use;
    trace.upper = lower.upperTime;
  } else if (use == SampleUse::Held) {
    if (lower.use != SampleUse::Exact) trace.samples = lower.use;
  }
  if (use != SampleUse::Linear) return;

  trace.lower = lower.time;
  const bool isOfOneClip = lower.clip == value.clip && upper.clip == value.clip &&
                           !upper.isInManifest && !lower.isInManifest;
  if (isOfOneClip) return addOwnSamples(*lower.layer, trace);
  const ClipTimeMap& map = set.timeMap();
  const double takesOver = set.setFromStage(value.sampled.upperTime);
  trace.upper = map.isIdentity()
                    ? takesOver
                    : map.clipBeforeJump(takesOver).value_or(map.clipFromSet(takesOver));
  if (lower.clip != value.clip) {
    trace.lower = map.clipFromSet(set.setFromStage(value.sampled.lowerTime));
  }
}

// The knots around a time; equal on a knot, before the first and after the last.
void addKnots(const Spline& spline, ResolveTrace& trace) {
  trace.samples = SampleUse::Spline;
  trace.lower = trace.upper = trace.fileTime;
  std::vector<double> times;
  for (const SplineKnot& knot : effectiveKnots(spline)) times.push_back(knot.time);
  if (times.empty()) return;
  const SampleBracket at = findBracket(std::span<const double>(times), trace.fileTime);
  trace.lower = times[at.lower];
  trace.upper = times[at.upper];
}

Spline splineIn(const Layer& clip, const ResolveTrace& trace) {
  const Value field = clip.findProperty(trace.info.specPath).field(fields::kSpline);
  return field.valueOr(Spline());
}

void addClip(const ValueOrigin& origin, const OriginValue& value, const Prim& prim, TimeCode time,
             ResolveTrace& trace) {
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
    clip->isStill = map.isFlat(part);
    if (!clip->isStill) clip->setFromClip = map.setFromClip(part);
    trace.ladder.push_back({.by = TimeRung::By::ClipTimes,
                            .layer = set.definition().layer,
                            .path = set.definition().site,
                            .offset = clip->setFromClip,
                            .from = setTime,
                            .to = trace.fileTime,
                            .isStill = clip->isStill});
  }
  addSamplesInClip(set, value, trace);
  if (trace.samples == SampleUse::Spline && value.lower.clip == value.clip) {
    addKnots(splineIn(*value.lower.layer, trace), trace);
  }
  trace.clip = std::move(clip);
}

void addSamplesInLayer(const ValueOrigin& origin, TimeCode time, ResolveTrace& trace) {
  if (!time.isEarliest()) trace.fileTime = origin.layerFromStage(time.time());
  if (const auto* spline = origin.field.find<Spline>()) return addKnots(*spline, trace);
  const auto* samples = origin.field.find<TimeSamples>();
  if (!samples) return;
  trace.samples = trace.info.samples;
  const bool isPreTime = time.isPreTime() && origin.anchor.stageFromLayer.scale > 0.0;
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
    trace.ladder = ladderToSet(origin, prim, time);
    addClip(origin, evaluate(origin, time, interpolation), prim, time, trace);
  } else {
    trace.ladder = timeLadder(prim, origin.opinion.node, origin.opinion.entryIndex, time);
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
