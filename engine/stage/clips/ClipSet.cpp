// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSet.h"

#include <algorithm>
#include <cmath>

#include "engine/value/Spline.h"
#include "engine/value/SplineEvaluation.h"

namespace usdscope {
namespace {

std::vector<std::shared_ptr<const ClipFile>> filesOf(const ClipSetDefinition& definition) {
  std::vector<std::shared_ptr<const ClipFile>> files;
  for (const std::string& path : *definition.assetPaths) {
    files.push_back(std::make_shared<ClipFile>(path, definition.layer));
  }
  return files;
}

std::shared_ptr<const ClipFile> manifestFileOf(const ClipSetDefinition& definition) {
  if (!definition.manifestAssetPath) return nullptr;
  return std::make_shared<ClipFile>(*definition.manifestAssetPath, definition.layer);
}

std::vector<ClipSpan> spansOf(const std::vector<glm::dvec2>& active) {
  std::vector<ClipSpan> spans;
  for (const glm::dvec2& entry : active) {
    spans.push_back({.file = static_cast<std::size_t>(entry.y), .authoredStart = entry.x});
  }
  std::ranges::sort(spans, {}, &ClipSpan::authoredStart);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    spans[i].start = spans[i].authoredStart;
    spans[i - 1].end = spans[i].start;
  }
  return spans;
}

// A time code in a clip moves with the clip.
template <typename T>
Value shifted(const T& value, double) {
  return Value(value);
}
Value shifted(const TimeCodeValue& code, double shift) {
  return Value(TimeCodeValue{code.time + shift});
}
Value shifted(const Array<TimeCodeValue>& codes, double shift) {
  std::vector<TimeCodeValue> moved(codes.begin(), codes.end());
  for (TimeCodeValue& code : moved) code.time += shift;
  return Value(Array<TimeCodeValue>(std::move(moved)));
}

Value timeCodesShifted(Value value, double shift) {
  if (value.kind() != ValueKind::TimeCode || shift == 0.0) return value;
  Value result;
  visitData(value, [&](const auto& object) { result = shifted(object, shift); });
  return result;
}

}  // namespace

ClipSet::ClipSet(ClipSetDefinition definition, Path primPath, std::shared_ptr<ClipLayers> layers)
    : definition_(std::move(definition)),
      primPath_(primPath),
      layers_(std::move(layers)),
      clips_(spansOf(*definition_.active)),
      timeMap_(definition_.times.value_or(std::vector<glm::dvec2>())),
      files_(filesOf(definition_)),
      manifest_(manifestFileOf(definition_), files_, primPath) {}

std::shared_ptr<const Layer> ClipSet::layerOf(std::size_t clip) const {
  return files_[clips_[clip].file]->layer(*layers_);
}

std::size_t ClipSet::clipAt(double stageTime) const {
  const auto after = std::ranges::upper_bound(clips_, stageTime, {}, &ClipSpan::start);
  return after == clips_.begin() ? 0 : static_cast<std::size_t>(after - clips_.begin()) - 1;
}

bool ClipSet::appliesTo(const LayerStack& layerStack, Path site) const {
  return definition_.layerStack == &layerStack && site.hasPrefix(definition_.site);
}

bool ClipSet::declares(Path attribute) const {
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.isAttribute() && spec.variability() == Variability::Varying;
}

Value ClipSet::manifestField(Path attribute, Token field) const {
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec ? spec.field(field) : Value();
}

bool ClipSet::hasSplines(Path attribute) const {
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.hasField(fields::kSpline);
}

TimeSamples ClipSet::samplesOf(std::size_t clip, Path attribute) const {
  const auto layer = layerOf(clip);
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec ? spec.field(fields::kTimeSamples).valueOr(TimeSamples()) : TimeSamples();
}

bool ClipSet::hasOwnValues(std::size_t clip, Path attribute) const {
  if (!hasSplines(attribute)) return !samplesOf(clip, attribute).isEmpty();
  const auto layer = layerOf(clip);
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.hasField(fields::kSpline);
}

bool ClipSet::contributes(std::size_t clip, Path attribute) const {
  // Without interpolation every clip has a value: a missing one is the manifest's or a block.
  if (!definition_.interpolatesMissing) return true;
  if (manifestField(attribute, fields::kDefault)) return true;
  // A block in the manifest where a clip starts says that the clip has nothing: no need to open it.
  const Value declared = manifestField(attribute, fields::kTimeSamples);
  if (const auto* blocks = declared.find<TimeSamples>(); blocks && !blocks->isEmpty()) {
    const double start = clips_[clip].authoredStart;
    const SampleBracket at = findBracket(blocks->times().span(), start);
    if (blocks->times()[at.lower] == start && blocks->value(at.lower).isBlock()) return false;
  }
  return !samplesOf(clip, attribute).isEmpty();
}

TimeBracket ClipSet::bracket(Path attribute, double stageTime) const {
  const std::size_t active = clipAt(stageTime);
  std::optional<double> lower;
  std::optional<double> upper;
  const auto bracketOf = [&](std::size_t clip) {
    return bracketInClip(clips_[clip], timeMap_, samplesOf(clip, attribute).times(), stageTime);
  };
  if (contributes(active, attribute)) {
    if (const auto own = bracketOf(active)) {
      lower = own->lower;
      // After the last sample of a clip, values go on towards the start of the next one.
      if (own->lower != own->upper || stageTime <= own->upper) upper = own->upper;
    }
  }
  for (std::size_t clip = active; !lower && clip-- > 0;) {
    if (!contributes(clip, attribute)) continue;
    if (const auto before = bracketOf(clip)) lower = before->upper;
  }
  for (std::size_t clip = active + 1; !upper && clip < clips_.size(); ++clip) {
    if (contributes(clip, attribute)) upper = clips_[clip].start;
  }
  const double only = lower ? *lower : upper ? *upper : clips_.front().authoredStart;
  return {lower.value_or(only), upper.value_or(only)};
}

ClipSet::ClipTime ClipSet::clipTimeAt(double stageTime) const {
  return {clipAt(stageTime), stageTime, timeMap_.clipFromStage(stageTime)};
}

ClipSet::ClipTime ClipSet::clipTimeBefore(double stageTime) const {
  return {clipAt(std::nextafter(stageTime, -ClipSpan::kForever)), stageTime,
          timeMap_.clipBeforeJump(stageTime).value_or(timeMap_.clipFromStage(stageTime))};
}

ClipValue ClipSet::valueInClip(Path attribute, const ClipTime& at,
                               InterpolationType interpolation) const {
  ClipValue result;
  result.clip = at.clip;
  if (const TimeSamples samples = samplesOf(at.clip, attribute); !samples.isEmpty()) {
    result.layer = layerOf(at.clip);
    result.sampled = sampleAt(samples, at.clipTime, false, interpolation);
    result.sampled.value =
        timeCodesShifted(std::move(result.sampled.value), at.stageTime - at.clipTime);
  } else {
    result.layer = manifest();
    result.sampled.value = manifestField(attribute, fields::kDefault);
    if (result.sampled.value.isEmpty()) result.sampled.value = Value(ValueBlock{});
  }
  return result;
}

ClipValue ClipSet::splineValue(Path attribute, const ClipTime& at, bool isPreTime) const {
  ClipValue result;
  result.clip = at.clip;
  result.layer = layerOf(at.clip);
  result.sampled = {.use = SampleUse::Spline, .lowerTime = at.stageTime, .upperTime = at.stageTime};
  const PropertySpec spec = result.layer ? result.layer->findProperty(attribute) : PropertySpec();
  const Value field = spec ? spec.field(fields::kSpline) : Value();
  if (const auto* spline = field.find<Spline>()) {
    result.sampled.value = timeCodesShifted(evaluateSpline(*spline, at.clipTime, isPreTime),
                                            at.stageTime - at.clipTime);
  }
  if (result.sampled.value.isEmpty()) result.sampled.value = Value(ValueBlock{});
  return result;
}

ClipValue ClipSet::valueAt(Path attribute, double stageTime, bool isPreTime,
                           InterpolationType interpolation) const {
  const ClipTime at = isPreTime ? clipTimeBefore(stageTime) : clipTimeAt(stageTime);
  if (hasSplines(attribute)) return splineValue(attribute, at, isPreTime);

  // What comes up to a jump is the value at the clip time on its left.
  if (isPreTime && timeMap_.clipBeforeJump(stageTime) && contributes(at.clip, attribute)) {
    ClipValue result = valueInClip(attribute, at, interpolation);
    result.sampled.lowerTime = result.sampled.upperTime = stageTime;
    return result;
  }
  // The time just before lies between the same samples as those that come up to `stageTime`.
  const double askedTime = isPreTime ? std::nextafter(stageTime, -ClipSpan::kForever) : stageTime;
  const TimeBracket around = bracket(attribute, askedTime);
  ClipValue result = valueInClip(attribute, clipTimeAt(around.lower), interpolation);
  result.sampled = combineSamples(
      stageTime, around.lower, around.upper, std::move(result.sampled.value),
      [&] { return valueInClip(attribute, clipTimeAt(around.upper), interpolation).sampled.value; },
      interpolation);
  result.clip = at.clip;
  return result;
}

std::vector<double> ClipSet::sampleTimes(Path attribute) const {
  if (hasSplines(attribute)) return {};
  std::vector<double> times;
  for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
    if (!contributes(clip, attribute)) continue;
    const auto own = clipSampleTimes(clips_[clip], timeMap_, samplesOf(clip, attribute).times());
    times.insert(times.end(), own.begin(), own.end());
  }
  if (times.empty()) return {clips_.front().authoredStart};
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

bool ClipSet::mightBeTimeVarying(Path attribute) const {
  // Of several clips it is not worth opening any to find out.
  return clips_.size() > 1 || hasSplines(attribute) || sampleTimes(attribute).size() > 1;
}

}  // namespace usdscope
