// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/layer/MappedTime.h"
#include "engine/stage/resolve/detail/SampleOrNextEdit.h"
#include "engine/stage/resolve/detail/TraceValue.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/SplineEvaluation.h"

namespace usdscope {
namespace {

// Returns the sample times of the edits, and those sample times of the edited array at which an
// edit applies.
std::vector<double> editedSampleTimes(const ValueOrigin& origin, const ValueOrigin& edited) {
  std::vector<double> times;
  for (const double time : origin.field.find<TimeSamples>()->times()) {
    times.push_back(origin.anchor.stageFromLayer(time));
  }
  for (const double time : sampleTimesOf(edited)) {
    const OriginValue held = evaluate(origin, time, InterpolationType::Held);
    if (held.sampled.value.holds<ArrayEdit>()) times.push_back(time);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// Converts a value of a layer or a clip to the value on the stage.
Value valueOnStage(OriginValue&& authored, const ValueOrigin& origin) {
  Value& value = authored.sampled.value;
  if (!dependsOnAnchor(value) || origin.source == ValueSource::Fallback) return std::move(value);
  ValueAnchor anchor = origin.anchor;
  if (origin.source == ValueSource::Clips) {
    // Clip sets map time codes themselves.
    anchor.layer = authored.clipLayer.get();
    anchor.stageFromLayer = {};
  }
  return stageValue(value, anchor);
}

// Returns the sample that applies at a stage time. If it is an edit, applies it to the edited array
// at this time.
Value editedSample(const ValueOrigin& origin, const ValueOrigin& edited, double time,
                   ArrayEditTrace* trace) {
  OriginValue sample = evaluate(origin, time, InterpolationType::Held);
  const double sampleTime = sample.fileLower;
  Value value = valueOnStage(std::move(sample), origin);
  const auto* edit = value.find<ArrayEdit>();
  if (trace) {
    trace->time = time;
    trace->sample = sampleTime;
    trace->isEdit = edit != nullptr;
  }
  if (!edit) return value;
  return applied(*edit, valueAt(edited, time, InterpolationType::Held, nullptr,
                                trace ? &trace->edited : nullptr));
}

// Evaluates time samples that are edits. The edits are applied at the sample times of the edits and
// of the edited array; between these times, the resulting arrays are interpolated.
Value valueOfEditSamples(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                         ResolveTrace* trace) {
  const ValueOrigin edited = findEditedOrigin(origin, TimeKind::Numeric);
  const Array<double> times(editedSampleTimes(origin, edited));
  const SampleBracket around = findBracket(times, time.time(), time.isPreTime());
  const double lowerTime = times[around.lower];
  const double upperTime = times[around.upper];
  ArrayEditTrace lower;
  ArrayEditTrace upper;
  SampledValue made = combineSamples(
      time.time(), lowerTime, upperTime,
      editedSample(origin, edited, lowerTime, trace ? &lower : nullptr),
      [&] { return editedSample(origin, edited, upperTime, trace ? &upper : nullptr); },
      interpolation);
  if (trace) {
    trace->edits.push_back(std::move(lower));
    if (made.use == SampleUse::Linear) {
      trace->edits.push_back(std::move(upper));
      trace->setSamples(SampleUse::Linear, origin.layerFromStage(lowerTime),
                        origin.layerFromStage(upperTime));
    }
  }
  return std::move(made.value);
}

bool isArrayLike(const Value& value, const Value& array) {
  return array.isArray() && array.kind() == value.kind();
}

Value editedValueAt(const ValueOrigin& origin, TimeCode time, const ArrayEdit& edit,
                    InterpolationType interpolation, ResolveTrace* trace) {
  if (origin.source == ValueSource::TimeSamples) {
    return valueOfEditSamples(origin, time, interpolation, trace);
  }
  const ValueOrigin edited = findEditedOrigin(origin, kindOf(time));
  ArrayEditTrace step{.time = time};
  Value array = valueAt(edited, time, interpolation, nullptr, trace ? &step.edited : nullptr);
  if (trace) trace->edits.push_back(std::move(step));
  // As in OpenUSD, at the default time a value that cannot be edited is kept, even a block.
  const bool stays = edited.isBlocked || (array && !isArrayLike(edit.literals, array));
  return time.isDefault() && stays ? array : applied(edit, array);
}

OriginValue sampledInLayer(const ValueOrigin& origin, TimeCode time,
                           InterpolationType interpolation) {
  const LayerOffset& stageFromLayer = origin.anchor.stageFromLayer;
  const TimeCode inLayer = mappedTime(time, origin.layerFromStage);
  OriginValue out;
  out.isLeftLimit = inLayer.isPreTime();
  out.fileTime = inLayer.time();
  SampledValue& sampled = out.sampled;
  if (const auto* samples = origin.field.find<TimeSamples>()) {
    sampled = sampleOrNextEdit(*samples, out.fileTime, out.isLeftLimit, interpolation);
  } else {
    sampled.value = evaluateSpline(*origin.field.find<Spline>(), out.fileTime, out.isLeftLimit);
    sampled.use = SampleUse::Spline;
    sampled.lowerTime = sampled.upperTime = out.fileTime;
  }
  out.fileLower = sampled.lowerTime;
  out.fileUpper = sampled.upperTime;
  sampled.lowerTime = stageFromLayer(sampled.lowerTime);
  sampled.upperTime = stageFromLayer(sampled.upperTime);
  return out;
}

}  // namespace

OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins, ClipOrigin* clips) {
  switch (origin.source) {
    case ValueSource::None:
      return {};
    case ValueSource::Fallback:
      if (!showsFallback(origin.isBlocked, kindOf(time))) return {};
      return {.sampled = {.value = origin.field}};
    case ValueSource::Default:
      return {.sampled = {.value = origin.field}};
    case ValueSource::TimeSamples:
    case ValueSource::Spline:
      return sampledInLayer(origin, time, interpolation);
    case ValueSource::Clips: {
      ClipValue value = origin.clips->valueAt(origin.inClips, time, interpolation, pins);
      OriginValue out;
      out.sampled = std::move(value.sampled);
      out.fileTime = value.place.clipTime;
      out.clip = value.clip;
      out.clipLayer = value.layer;
      if (clips) *clips = static_cast<ClipOrigin&&>(value);
      return out;
    }
  }
  return {};
}

Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins, ResolveTrace* trace) {
  if (origin.source == ValueSource::Clips && !trace) {
    Value value = origin.clips->tabledValueAt(origin.inClips, time, interpolation, pins);
    if (value) return value.isBlock() ? Value() : std::move(value);
  }
  std::optional<ClipOrigin> clips;
  if (trace) clips.emplace();
  OriginValue authored = evaluate(origin, time, interpolation, pins, trace ? &*clips : nullptr);
  if (trace) traceValue(origin, authored, *clips, time, *trace);
  Value value = valueOnStage(std::move(authored), origin);
  if (value.isBlock()) return {};
  const auto* edit = value.find<ArrayEdit>();
  if (!edit) return value;
  Value edited = editedValueAt(origin, time, *edit, interpolation, trace);
  return edited.isBlock() ? Value() : edited;
}

std::vector<double> sampleTimesOf(const ValueOrigin& origin) {
  std::vector<double> times;
  if (editsArrays(origin)) {
    const ValueOrigin edited = findEditedOrigin(origin, TimeKind::Numeric);
    times = origin.source == ValueSource::TimeSamples ? editedSampleTimes(origin, edited)
                                                      : sampleTimesOf(edited);
  } else if (origin.clips && origin.inClips.hasSplines) {
    times = sampleTimesOf(findOriginBelowSplineClips(origin));
  } else if (origin.source == ValueSource::Clips) {
    times = origin.clips->sampleTimes(origin.inClips.path);
  } else if (const auto* samples = origin.field.find<TimeSamples>()) {
    for (const double time : samples->times()) {
      times.push_back(origin.anchor.stageFromLayer(time));
    }
  }
  std::erase_if(times, [](double time) { return !std::isfinite(time); });
  return times;
}

std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation) {
  std::map<double, Value> samples;
  for (MergedSample& merged : origin.clips->mergedSamples(origin.inClips.path, interpolation)) {
    if (!std::isfinite(merged.time)) continue;
    samples[merged.time] = valueOnStage(
        {.sampled = std::move(merged.value.sampled), .clipLayer = merged.value.layer}, origin);
  }
  return samples;
}

bool mightBeTimeVarying(const ValueOrigin& origin) {
  switch (origin.source) {
    case ValueSource::TimeSamples:
      // If there are samples and edits, the reference does not look whether the result changes.
      return origin.field.find<TimeSamples>()->size() > 1 || editsArrays(origin);
    case ValueSource::Default: {
      if (!editsArrays(origin)) return false;
      const ValueOrigin edited = findEditedOrigin(origin, TimeKind::Numeric);
      return edited.source == ValueSource::TimeSamples || mightBeTimeVarying(edited);
    }
    case ValueSource::Spline:
      return true;
    case ValueSource::Clips:
      return origin.clips->mightBeTimeVarying(origin.inClips.path);
    default:
      return false;
  }
}

}  // namespace usdscope
