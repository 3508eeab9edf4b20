// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ResolveTrace.h"

#include "engine/stage/Stage.h"
#include "engine/stage/resolve/detail/TraceValue.h"

namespace usdscope {

void traceSpline(const Spline& spline, double fileTime, bool isLeftLimit, ResolveTrace& trace) {
  trace.spline = traceSpline(spline, fileTime, isLeftLimit);
  trace.hasBracket = trace.spline->place != SplineTrace::Place::NoKnots;
  trace.setSamples(SampleUse::Spline, trace.spline->lower, trace.spline->upper);
}

void traceValue(const ValueOrigin& origin, const OriginValue& value, const ClipOrigin& clips,
                TimeCode time, ResolveTrace& trace) {
  trace.info = resolveInfoOf(origin, value, time);
  if (!origin.opinion.entry || time.isDefault()) return;
  trace.givesNoValue = value.sampled.value.isBlock() || value.sampled.value.isEmpty();
  trace.fileTime = value.fileTime;
  const Opinion& opinion = origin.opinion;
  if (origin.clips) {
    const std::uint32_t entry = origin.clips->definition().timeEntry;
    trace.timePath = timePath(origin.prim, opinion.node, entry, time);
    return traceClip(origin, value, clips, time, trace);
  }
  trace.timePath = timePath(origin.prim, opinion.node, opinion.timeEntry, time);
  if (const auto* spline = origin.field.find<Spline>()) {
    traceSpline(*spline, value.fileTime, value.isLeftLimit, trace);
  } else if (origin.source == ValueSource::TimeSamples) {
    trace.setSamples(value.sampled.use, value.fileLower, value.fileUpper);
  }
}

ResolveTrace traceValue(const ValueOrigin& origin, TimeCode time) {
  ResolveTrace trace;
  valueAt(origin, time, origin.prim.stage().request().interpolation, nullptr, &trace);
  return trace;
}

ResolveTrace traceValue(const Attribute& attribute, TimeCode time) {
  return traceValue(findOrigin(attribute, kindOf(time)), time);
}

}  // namespace usdscope
