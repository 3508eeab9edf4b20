// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSet.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <mutex>

#include "engine/base/Parallel.h"
#include "engine/value/Spline.h"
#include "engine/value/SplineEvaluation.h"

namespace usdscope {
namespace {

std::vector<std::shared_ptr<const ClipFile>> filesOf(const ClipSetDefinition& definition) {
  std::vector<std::shared_ptr<const ClipFile>> files;
  for (const std::string& path : *definition.assetPaths) {
    files.push_back(std::make_shared<ClipFile>(path, definition));
  }
  return files;
}

std::shared_ptr<const ClipFile> manifestFileOf(const ClipSetDefinition& definition) {
  if (!definition.manifestAssetPath) return nullptr;
  return std::make_shared<ClipFile>(*definition.manifestAssetPath, definition);
}

// Returns the files of clips that play at some time.
std::vector<std::shared_ptr<const ClipFile>> activeFiles(
    const std::vector<ClipSpan>& clips, const std::vector<std::shared_ptr<const ClipFile>>& files) {
  std::vector<std::shared_ptr<const ClipFile>> active;
  std::vector<bool> isTaken(files.size());
  for (const ClipSpan& clip : clips) {
    if (!isTaken[clip.file]) active.push_back(files[clip.file]);
    isTaken[clip.file] = true;
  }
  return active;
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

// Returns the value with mapped time codes.
template <typename Map>
Value mapTimeCodes(Value value, Map map) {
  if (const auto* code = value.find<TimeCodeValue>()) {
    return Value(TimeCodeValue{map(code->time)});
  }
  if (const auto* codes = value.find<Array<TimeCodeValue>>()) {
    std::vector<TimeCodeValue> mapped(codes->begin(), codes->end());
    for (TimeCodeValue& code : mapped) code.time = map(code.time);
    return Value(Array<TimeCodeValue>(std::move(mapped)));
  }
  return value;
}

}  // namespace

ClipSet::ClipSet(ClipSetDefinition definition, Path primPath, std::shared_ptr<ClipFiles> layers)
    : definition_(std::move(definition)),
      setFromStage_(definition_.stageFromSet.inverse().value_or(LayerOffset{})),
      primPath_(primPath),
      layers_(std::move(layers)),
      clips_(spansOf(*definition_.active)),
      timeMap_(definition_.times.value_or(std::vector<glm::dvec2>())),
      files_(filesOf(definition_)),
      manifest_(manifestFileOf(definition_), activeFiles(clips_, files_), primPath) {}

std::shared_ptr<const Layer> ClipSet::layerOf(std::size_t clip) const {
  return files_[clips_[clip].file]->layer(*layers_);
}

std::shared_ptr<const Layer> ClipSet::residentLayerOf(std::size_t clip) const {
  return files_[clips_[clip].file]->residentLayer(*layers_);
}

std::shared_ptr<const ClipFault> ClipSet::faultOf(std::size_t clip) const {
  return files_[clips_[clip].file]->fault(*layers_);
}

// Reads the next clip ahead while this one plays, if clips play in order and the attribute may have
// values in it.
void ClipSet::notePlayed(std::size_t clip, Path attribute) const {
  const std::size_t before = lastPlayed_.load(std::memory_order_relaxed);
  if (clip == before) return;
  lastPlayed_.store(clip, std::memory_order_relaxed);
  const std::size_t count = clips_.size();
  const bool isForwards = (before + 1) % count == clip;
  const bool isBackwards = (clip + 1) % count == before;
  if (!isForwards && !isBackwards) return;
  const std::size_t next = isForwards ? (clip + 1) % count : (clip + count - 1) % count;
  if (isBlockedByManifest(next, attribute)) return;
  files_[clips_[next].file]->prefetch(*layers_);
}

std::size_t ClipSet::clipAtSetTime(double setTime) const {
  const auto after = std::ranges::upper_bound(clips_, setTime, {}, &ClipSpan::start);
  return after == clips_.begin() ? 0 : static_cast<std::size_t>(after - clips_.begin()) - 1;
}

bool ClipSet::appliesTo(const LayerStack& layerStack, Path site) const {
  return definition_.layerStack == &layerStack && site.hasPrefix(definition_.site);
}

bool ClipSet::declares(Path attribute) const {
  if (hasGeneratedManifest()) {
    const GeneratedDeclaration declared = manifest_.declarationOf(attribute, *layers_);
    return declared.isDeclared && declared.variability == Variability::Varying;
  }
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.isAttribute() && spec.variability() == Variability::Varying;
}

bool ClipSet::mayDeclare(Path prim, Token name) const {
  if (!manifest_.mayName(name, *layers_)) return false;
  if (hasGeneratedManifest()) return true;
  const auto layer = manifest();
  const PrimSpec spec = layer ? layer->findPrim(pathInClips(prim)) : PrimSpec();
  return spec && spec.findProperty(name);
}

Value ClipSet::manifestField(Path attribute, Token field) const {
  // A generated manifest has no values.
  if (hasGeneratedManifest()) return {};
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec ? spec.field(field) : Value();
}

bool ClipSet::hasSplines(Path attribute) const {
  if (hasGeneratedManifest()) return manifest_.declarationOf(attribute, *layers_).hasSplines;
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.hasField(fields::kSpline);
}

void ClipSet::Samples::open(std::size_t clip) {
  if (clip_ == clip) return;
  clip_ = clip;
  const ClipFile& file = *set_.files_[set_.clips_[clip].file];
  layer_ = pins_ ? pins_->layer(file, *set_.layers_) : file.layer(*set_.layers_);
  const PropertySpec spec = layer_ ? layer_->findProperty(attribute_) : PropertySpec();
  field_ = spec ? spec.field(fields::kTimeSamples) : Value();
}

const TimeSamples& ClipSet::Samples::of(std::size_t clip) {
  static const TimeSamples& none = *new TimeSamples();
  open(clip);
  const auto* samples = field_.find<TimeSamples>();
  return samples ? *samples : none;
}

const std::shared_ptr<const Layer>& ClipSet::Samples::layerOf(std::size_t clip) {
  open(clip);
  return layer_;
}

bool ClipSet::hasOwnValues(std::size_t clip, Path attribute) const {
  if (!hasSplines(attribute)) return !Samples(*this, attribute).of(clip).isEmpty();
  const auto layer = layerOf(clip);
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  return spec && spec.hasField(fields::kSpline);
}

bool ClipSet::isBlockedByManifest(std::size_t clip, Path attribute) const {
  if (hasGeneratedManifest()) return false;
  const auto layer = manifest();
  const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
  if (!spec) return false;
  const double start = clips_[clip].authoredStart;
  const Value curve = spec.field(fields::kSpline);
  if (const auto* spline = curve.find<Spline>()) {
    const auto knot = std::ranges::lower_bound(spline->knots, start, {}, &SplineKnot::time);
    return knot != spline->knots.end() && knot->time == start &&
           knot->next == SplineInterpolation::Block;
  }
  if (!definition_.interpolatesMissing || spec.hasField(fields::kDefault)) return false;
  const Value declared = spec.field(fields::kTimeSamples);
  const auto* blocks = declared.find<TimeSamples>();
  if (!blocks || blocks->isEmpty()) return false;
  const SampleBracket at = findBracket(blocks->times().span(), start);
  return blocks->times()[at.lower] == start && blocks->value(at.lower).isBlock();
}

bool ClipSet::playsSpline(std::size_t clip, Path attribute) const {
  return !isBlockedByManifest(clip, attribute) && hasOwnValues(clip, attribute);
}

bool ClipSet::contributes(std::size_t clip, Samples& samples) const {
  // Without interpolation every clip has a value: at least the manifest's default or a block.
  if (!definition_.interpolatesMissing) return true;
  const Path attribute = samples.attribute();
  if (manifestField(attribute, fields::kDefault)) return true;
  return !isBlockedByManifest(clip, attribute) && !samples.of(clip).isEmpty();
}

ClipSet::Bracket ClipSet::bracket(Samples& samples, const ClipTime& at) const {
  const std::size_t active = at.clip;
  const double setTime = at.place.setTime;
  std::optional<double> lower;
  std::optional<double> upper;
  std::optional<TimeBracket> inClip;
  const auto bracketOf = [&](std::size_t clip) {
    return bracketInClip(clips_[clip], timeMap_, samples.of(clip).times(), at.place);
  };
  if (contributes(active, samples)) {
    if (const auto own = bracketOf(active)) {
      lower = own->inSet.lower;
      // After the last sample of a clip, values are interpolated up to the start of the next clip.
      if (own->inSet.lower != own->inSet.upper || setTime <= own->inSet.upper) {
        upper = own->inSet.upper;
      }
      if (!samples.of(active).isEmpty()) inClip = own->inClip;
    }
  }
  for (std::size_t clip = active; !lower && clip-- > 0;) {
    if (!contributes(clip, samples)) continue;
    if (const auto before = bracketOf(clip)) lower = before->inSet.upper;
  }
  for (std::size_t clip = active + 1; !upper && clip < clips_.size(); ++clip) {
    if (contributes(clip, samples)) upper = clips_[clip].start;
  }
  const double only = lower ? *lower : upper ? *upper : clips_.front().authoredStart;
  return {.inSet = {lower.value_or(only), upper.value_or(only)}, .inClip = inClip};
}

ClipTime ClipSet::clipTimeAt(double setTime) const {
  return {clipAtSetTime(setTime), timeMap_.placeOf(setTime)};
}

ClipTime ClipSet::clipTimeBefore(double setTime) const {
  return {clipAtSetTime(std::nextafter(setTime, -ClipSpan::kForever)),
          timeMap_.placeBefore(setTime)};
}

Value ClipSet::onStage(Value value, const ClipTime& at) const {
  return mapTimeCodes(std::move(value), [&](double timeCode) {
    return timeMap_.timeCodeFromClip(timeCode, at.place);
  });
}

ClipValue ClipSet::manifestValue(Path attribute, const ClipTime& at) const {
  ClipValue result;
  result.clip = at.clip;
  result.layer = manifest();
  result.sampled.value = manifestField(attribute, fields::kDefault);
  if (result.sampled.value.isEmpty()) result.sampled.value = Value(ValueBlock{});
  result.sampled.use = result.sampled.value.isBlock() ? SampleUse::Blocked : SampleUse::Held;
  result.lower = {.layer = result.layer,
                  .isInManifest = true,
                  .clip = at.clip,
                  .time = at.place.clipTime,
                  .use = result.sampled.use};
  return result;
}

ClipValue ClipSet::valueInClip(Samples& samples, const ClipTime& at,
                               InterpolationType interpolation) const {
  if (samples.of(at.clip).isEmpty()) return manifestValue(samples.attribute(), at);
  ClipValue result;
  result.clip = at.clip;
  result.layer = samples.layerOf(at.clip);
  result.sampled = sampleAt(samples.of(at.clip), at.place.clipTime, false, interpolation);
  result.sampled.value = onStage(std::move(result.sampled.value), at);
  result.lower = {.layer = result.layer,
                  .clip = at.clip,
                  .time = at.place.clipTime,
                  .use = result.sampled.use,
                  .lowerTime = result.sampled.lowerTime,
                  .upperTime = result.sampled.upperTime};
  return result;
}

ClipValue ClipSet::splineInClip(Path attribute, const ClipTime& at) const {
  ClipValue result;
  result.clip = at.clip;
  result.layer = layerOf(at.clip);
  result.sampled = {
      .use = SampleUse::Spline, .lowerTime = at.place.setTime, .upperTime = at.place.setTime};
  result.lower = {.layer = result.layer,
                  .clip = at.clip,
                  .time = at.place.clipTime,
                  .use = SampleUse::Spline,
                  .lowerTime = at.place.clipTime,
                  .upperTime = at.place.clipTime};
  const PropertySpec spec = result.layer ? result.layer->findProperty(attribute) : PropertySpec();
  const Value field = spec ? spec.field(fields::kSpline) : Value();
  if (const auto* spline = field.find<Spline>()) {
    result.lower.isLeftLimit = timeMap_.isLeftLimit(at.place);
    result.sampled.value =
        onStage(evaluateSpline(*spline, at.place.clipTime, result.lower.isLeftLimit), at);
    result.spline = field;
  }
  if (result.sampled.value.isEmpty()) result.sampled.value = Value(ValueBlock{});
  return result;
}

ClipValue ClipSet::splineBetweenClips(Path attribute, const ClipTime& at,
                                      InterpolationType interpolation) const {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;
  for (std::size_t clip = at.clip; !before && clip-- > 0;) {
    if (playsSpline(clip, attribute)) before = clip;
  }
  for (std::size_t clip = at.clip + 1; !after && clip < clips_.size(); ++clip) {
    if (playsSpline(clip, attribute)) after = clip;
  }
  if (!before && !after) return manifestValue(attribute, at);
  const double upperTime = after ? clips_[*after].start : clips_[*before + 1].start;
  const double lowerTime = before ? clips_[*before + 1].start : upperTime;
  ClipValue result = before ? splineInClip(attribute, clipTimeBefore(lowerTime))
                            : splineInClip(attribute, clipTimeAt(upperTime));
  result.clip = at.clip;
  if (!before || !after) return result;
  result.sampled = combineSamples(
      at.place.setTime, lowerTime, upperTime, std::move(result.sampled.value),
      [&] {
        ClipValue above = splineInClip(attribute, clipTimeAt(upperTime));
        result.upper = std::move(above.lower);
        return std::move(above.sampled.value);
      },
      interpolation);
  return result;
}

ClipValue ClipSet::splineValue(Path attribute, const ClipTime& at,
                               InterpolationType interpolation) const {
  const bool hasValues = playsSpline(at.clip, attribute);
  const auto value = [&] {
    if (hasValues) return splineInClip(attribute, at);
    const bool isMade =
        definition_.interpolatesMissing && !manifestField(attribute, fields::kDefault);
    return isMade ? splineBetweenClips(attribute, at, interpolation) : manifestValue(attribute, at);
  };
  ClipValue result = value();
  result.place = at.place;
  result.clipHasValues = hasValues;
  return result;
}

std::optional<double> ClipSet::sampleBefore(Samples& samples, double setTime) const {
  std::size_t clip = clipAtSetTime(std::nextafter(setTime, -ClipSpan::kForever));
  for (;; --clip) {
    if (contributes(clip, samples)) {
      const Array<double>& inClip = samples.of(clip).times();
      ClipTimesLimit limit = timesLimit(inClip.size());
      const auto times = clipSampleTimes(clips_[clip], timeMap_, inClip, limit);
      const auto after = std::ranges::lower_bound(times, setTime);
      if (after != times.begin()) return *(after - 1);
    }
    if (clip == 0) return std::nullopt;
  }
}

// Returns the value at a place as the only sample of the set, even if the clip interpolates it.
ClipValue ClipSet::oneSample(Samples& samples, const ClipTime& at, double setTime,
                             double sampleTime, InterpolationType interpolation) const {
  ClipValue result = valueInClip(samples, at, interpolation);
  result.sampled = combineSamples(
      setTime, sampleTime, sampleTime, std::move(result.sampled.value), [] { return Value(); },
      interpolation);
  result.place = timeMap_.placeBefore(setTime);
  result.clipHasValues = !result.lower.isInManifest;
  return result;
}

// Returns the value between two samples of the set. `own` are the samples of the clip that plays.
ClipValue ClipSet::valueBetween(Samples& samples, const ClipTime& at, const Bracket& around,
                                InterpolationType interpolation) const {
  const auto [lower, upper] = around.inSet;
  const bool isOnLower = lower == at.place.setTime && !at.place.isFromLeft;
  ClipValue result = valueInClip(samples, isOnLower ? at : clipTimeAt(lower), interpolation);
  result.sampled = combineSamples(
      at.place.setTime, lower, upper, std::move(result.sampled.value),
      [&] {
        ClipValue above = valueInClip(samples, clipTimeAt(upper), interpolation);
        result.upper = std::move(above.lower);
        return std::move(above.sampled.value);
      },
      interpolation);
  result.place = at.place;
  result.clip = at.clip;
  result.clipHasValues =
      result.lower.clip == at.clip ? !result.lower.isInManifest : around.inClip.has_value();
  result.ownSamples = around.inClip;
  return result;
}

ClipValue ClipSet::sampledValue(Samples& samples, const ClipTime& at,
                                InterpolationType interpolation) const {
  return valueBetween(samples, at, bracket(samples, at), interpolation);
}

// Returns the left limit. At a sample, it is interpolated between this sample and the one before.
ClipValue ClipSet::sampledValueBefore(Samples& samples, ClipTime at, double sampleBeforeTime,
                                      InterpolationType interpolation) const {
  const double setTime = at.place.setTime;
  Bracket around = bracket(samples, at);
  at.place = timeMap_.placeBefore(setTime);
  if (around.inSet.lower != around.inSet.upper) {
    return valueBetween(samples, at, around, interpolation);
  }
  // As in OpenUSD, the value at a jump at which the map ends, and after it, is that of the clip
  // before, at the time after the jump.
  if (const double last = around.inSet.lower; timeMap_.endsInJumpAt(last)) {
    return oneSample(samples, clipTimeBefore(last), setTime, last, interpolation);
  }
  const ClipTime before = clipTimeBefore(setTime);
  if (before.place.isBeforeJump && contributes(before.clip, samples)) {
    return oneSample(samples, before, setTime, setTime, interpolation);
  }
  const double lower = sampleBefore(samples, sampleBeforeTime).value_or(around.inSet.lower);
  if (lower != around.inSet.upper) {
    around.inSet.lower = lower;
    at.clip = clipAtSetTime(lower);
    const Array<double>& times = samples.of(at.clip).times();
    around.inClip.reset();
    if (!times.empty()) {
      const SampleBracket own = findBracket(times.span(), at.place.clipTime);
      around.inClip = {times[own.lower], times[own.upper]};
    }
  }
  return valueBetween(samples, at, around, interpolation);
}

ClipValue ClipSet::valueAt(const ClipAttribute& attribute, TimeCode stageTime,
                           InterpolationType interpolation, ClipPins* pins) const {
  const LayerOffset& stageFromSet = definition_.stageFromSet;
  const TimeCode time = mappedTime(stageTime, setFromStage_);
  const bool isPreTime = time.isPreTime();
  const ClipTime at = clipTimeAt(time.time());
  notePlayed(at.clip, attribute.path);
  // The result is large: each branch makes it in place.
  ClipValue result = [&] {
    if (attribute.hasSplines) {
      return splineValue(attribute.path, isPreTime ? clipTimeBefore(time.time()) : at,
                         interpolation);
    }
    Samples samples(*this, attribute.path, pins);
    if (!isPreTime) return sampledValue(samples, at, interpolation);
    // As in OpenUSD, the previous sample is searched for in set time, but with a stage time that is
    // mapped in the wrong direction. This makes no difference without an offset.
    return sampledValueBefore(samples, at, stageFromSet(stageTime.time()), interpolation);
  }();
  result.inSet = {result.sampled.lowerTime, result.sampled.upperTime};
  result.sampled.value = mapTimeCodes(std::move(result.sampled.value), stageFromSet);
  result.sampled.lowerTime = stageFromSet(result.sampled.lowerTime);
  result.sampled.upperTime = stageFromSet(result.sampled.upperTime);
  return result;
}

std::vector<MergedSample> ClipSet::mergedSamples(Path attribute,
                                                 InterpolationType interpolation) const {
  std::vector<MergedSample> merged;
  Samples samples(*this, attribute);
  // Uses set times, because a time that is mapped to the stage and back may miss its clip.
  for (const double setTime : setTimesOfClips(attribute, 0, clips_.size() - 1)) {
    ClipValue value = valueInClip(samples, clipTimeAt(setTime), interpolation);
    value.sampled.value = mapTimeCodes(std::move(value.sampled.value), definition_.stageFromSet);
    merged.push_back({definition_.stageFromSet(setTime), std::move(value)});
  }
  return merged;
}

bool ClipSet::mightBeTimeVarying(Path attribute) const {
  // With several clips, opening one to find out is not worth its cost.
  if (clips_.size() > 1 || hasSplines(attribute)) return true;
  Samples samples(*this, attribute);
  ClipTimesLimit two{.left = 2};
  return clipSampleTimes(clips_[0], timeMap_, samples.of(0).times(), two).size() > 1;
}

std::shared_ptr<const ClipSet> ClipSet::make(ClipSetDefinition definition,
                                             std::shared_ptr<ClipFiles> files) {
  if (!definition.assetPaths || !definition.primPath || !definition.active) return nullptr;
  const std::vector<ClipFault> faults = findFaults(definition);
  for (const ClipFault& fault : faults) files->report(fault);
  if (std::ranges::any_of(faults, disablesSet)) return nullptr;
  // A set without clips is how a stronger layer switches weaker clips off.
  if (definition.active->empty()) return nullptr;
  const Path primPath = Path::fromText(*definition.primPath);
  return std::shared_ptr<const ClipSet>(
      new ClipSet(std::move(definition), primPath, std::move(files)));
}

}  // namespace usdscope
