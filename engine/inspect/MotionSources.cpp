// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ResolveTrace.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {
namespace {

bool hasValue(const ResolveTrace& trace) {
  return trace.info.source != ValueSource::None && !trace.givesNoValue &&
         trace.samples != SampleUse::Blocked;
}

// Returns the file of the clip that plays.
std::string playingFile(const Attribute& attribute, const ResolveTrace& trace) {
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  if (!origin.clips || !trace.info.clip) return {};
  return attribute.prim().stage().resolver().identifierFor(
      trace.info.clip->file, origin.clips->definition().layer->identifier());
}

MotionSource sourceOf(const Attribute& attribute, const ResolveTrace& trace) {
  MotionSource out;
  out.source = trace.info.source;
  out.layer = trace.info.layer;
  out.specPath = trace.info.specPath;
  out.isClip = bool(trace.clip);
  if (trace.samples != SampleUse::None) out.fileTime = trace.fileTime;
  if (trace.clip && trace.clip->lower.isInManifest && !hasValue(trace)) {
    out.clipWithoutValue = playingFile(attribute, trace);
  }
  return out;
}

bool isHeld(SampleUse use) {
  return use == SampleUse::Exact || use == SampleUse::Held || use == SampleUse::HeldBeforeFirst ||
         use == SampleUse::HeldAfterLast;
}

// `isInterpolated`: values between samples are interpolated, so that they change gradually.
MotionReason reasonOf(const ResolveTrace& before, const ResolveTrace& after, bool isAtOneTime,
                      bool isInterpolated) {
  if (hasValue(before) != hasValue(after)) return MotionReason::Block;
  if (before.clip && after.clip) {
    if (before.clip->playing != after.clip->playing) return MotionReason::OtherClip;
    if (isAtOneTime && before.fileTime != after.fileTime) return MotionReason::ClipTime;
  }
  if (after.samples == SampleUse::Spline) return MotionReason::Spline;
  const bool areHeld = isHeld(before.samples) && isHeld(after.samples);
  return areHeld && (isAtOneTime || !isInterpolated) ? MotionReason::HeldSample
                                                     : MotionReason::Samples;
}

}  // namespace

std::string_view nameOf(MotionKind kind) {
  switch (kind) {
    case MotionKind::Change:
      return "change";
    case MotionKind::Pop:
      return "pop";
    case MotionKind::Frozen:
      return "frozen";
    case MotionKind::Seam:
      return "seam";
  }
  return "change";
}

std::string_view nameOf(MotionReason reason) {
  switch (reason) {
    case MotionReason::OtherClip:
      return "otherClip";
    case MotionReason::ClipTime:
      return "clipTime";
    case MotionReason::Block:
      return "block";
    case MotionReason::HeldSample:
      return "heldSample";
    case MotionReason::Samples:
      return "samples";
    case MotionReason::Spline:
      return "spline";
    case MotionReason::ElementCount:
      return "elementCount";
    case MotionReason::Position:
      return "position";
    case MotionReason::Speed:
      return "speed";
    case MotionReason::StrongerValue:
      return "strongerValue";
    case MotionReason::EqualSamples:
      return "equalSamples";
    case MotionReason::Stops:
      return "stops";
    case MotionReason::NotFinite:
      return "notFinite";
  }
  return "samples";
}

namespace detail {

MotionSource sourceAt(const Attribute& attribute, TimeCode time) {
  return sourceOf(attribute, traceValue(attribute, time));
}

MotionReason compareSources(const Attribute& attribute, TimeCode before, TimeCode after,
                            MotionFinding& out) {
  const ResolveTrace left = traceValue(attribute, before);
  const ResolveTrace right = traceValue(attribute, after);
  out.before = sourceOf(attribute, left);
  out.after = sourceOf(attribute, right);
  const bool isLinear =
      attribute.prim().stage().request().interpolation == InterpolationType::Linear;
  return reasonOf(left, right, before.time() == after.time(),
                  isLinear && canMove(attribute.value(after)));
}

std::vector<double> breaksOfClips(const AttributeVariation& variation) {
  std::vector<double> times;
  const ClipSet* set = variation.spans.empty() ? nullptr : variation.spans.front().clips.get();
  if (!set) return times;
  for (std::size_t i = 1; i < variation.spans.size(); ++i) {
    times.push_back(variation.spans[i].from);
  }
  const auto knots = set->timeMap().knots();
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    if (knots[i].isBeforeJump) times.push_back(set->definition().stageFromSet(knots[i + 1].set));
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace detail
}  // namespace usdscope
