// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/check/Check.h"
#include "engine/check/detail/ClipMessage.h"
#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/Sites.h"
#include "engine/compose/LayerStack.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/report/explain/Explain.h"
#include "engine/value/Array.h"
#include "engine/value/Scalars.h"
#include "engine/value/TimeSamples.h"

namespace usdscope::detail {
namespace {

constexpr double kUsualRate = 24.0;

/// The samples of all attributes together.
struct SampleSpan {
  std::size_t attributeCount = 0;  ///< Number of attributes with samples.
  std::size_t outsideCount = 0;    ///< Number of attributes with samples outside of the range.
  double first = 0.0;
  double last = 0.0;
  Path outside;  ///< The first attribute with samples outside.
  double outsideTime = 0.0;

  void add(const Attribute& attribute, const TimeCodeRange& range) {
    const std::vector<double> times = attribute.timeSamples();
    if (times.empty()) return;
    const auto [low, high] = std::ranges::minmax(times);
    first = attributeCount == 0 ? low : std::min(first, low);
    last = attributeCount == 0 ? high : std::max(last, high);
    ++attributeCount;
    if (!range.isAuthored || (low >= range.start && high <= range.end)) return;
    if (outsideCount++ > 0) return;
    outside = attribute.path();
    outsideTime = low < range.start ? low : high;
  }
};

SampleSpan spanOf(const CheckedStage& checked, const TimeCodeRange& range) {
  SampleSpan span;
  traverse(checked.stage().pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    if (isRepeated(prim)) return !checked.isStopped();
    for (const Token name : prim.authoredPropertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (attribute && attribute.mightBeTimeVarying()) span.add(attribute, range);
    }
    return !checked.isStopped();
  });
  return span;
}

bool hasInfiniteTimeCode(const Value& value) {
  if (const auto* code = value.find<TimeCodeValue>()) return !std::isfinite(code->time);
  const auto* codes = value.find<Array<TimeCodeValue>>();
  return codes && std::ranges::any_of(
                      *codes, [](const TimeCodeValue& code) { return !std::isfinite(code.time); });
}

// Reports the time codes in the values of a spec, at its first sample with one.
void checkTimeCodes(const PropertySpec& spec, const StackEntry& entry, Path site,
                    Reporter& report) {
  std::optional<double> time;
  bool isInfinite = hasInfiniteTimeCode(spec.field(fields::kDefault));
  const Value field = spec.field(fields::kTimeSamples);
  if (const auto* samples = field.find<TimeSamples>(); samples && !isInfinite) {
    for (std::size_t i = 0; i < samples->size() && !isInfinite; ++i) {
      isInfinite = hasInfiniteTimeCode(samples->value(i));
      time = samples->times()[i];
    }
  }
  if (!isInfinite) return;
  Finding& finding = report.error("InfiniteTimeCode", site, "A time code is not finite.");
  finding.layer = entry.layer->identifier();
  finding.spec = entry.path;
  finding.time = time;
}

const ClipSetReport* setOf(const ClipsReport& clips, const ClipFinding& finding) {
  const auto found = std::ranges::find_if(clips.sets, [&](const ClipSetReport& set) {
    return set.prim == finding.prim && set.definition.name == finding.set && set.definition.layer;
  });
  return found == clips.sets.end() ? nullptr : &*found;
}

// Reports a rate that composition ignores.
void checkRate(const Layer& layer, Token field, Reporter& report) {
  const Value value = layer.pseudoRoot().field(field);
  const auto* rate = value.find<double>();
  if (!rate || (std::isfinite(*rate) && *rate > 0.0)) return;
  const bool isIgnored = !std::isfinite(*rate) || *rate == 0.0;
  report
      .error("InvalidRate", Path::root(),
             fmt::format("The {} is {}; it must be a positive, finite number{}.", field.text(),
                         *rate, isIgnored ? ", and is ignored" : ""))
      .layer = layer.identifier();
}

std::string spanText(double first, double last) {
  return fmt::format("{} to {}", timeText(first), timeText(last));
}

}  // namespace

void checkSampleTimes(const CheckedStage&, const Prim& prim, Reporter& report) {
  if (isRepeated(prim)) return;
  for (const Token name : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute) continue;
    const bool holdsTimeCodes = attribute.typeName().text().starts_with("timecode");
    for (const StackEntry& entry : attribute.propertyStack()) {
      const PropertySpec spec = entry.layer->findProperty(entry.path);
      if (spec && holdsTimeCodes) checkTimeCodes(spec, entry, attribute.path(), report);
      const Value field = spec ? spec.field(fields::kTimeSamples) : Value();
      const auto* samples = field.find<TimeSamples>();
      if (!samples) continue;
      const auto count =
          std::ranges::count_if(samples->times(), [](double time) { return !std::isfinite(time); });
      if (count == 0) continue;
      Finding& finding = report.error(
          "InfiniteTimeCode", attribute.path(),
          fmt::format("{} of {} samples are at a time that is not finite; they are ignored.", count,
                      samples->size()));
      finding.layer = entry.layer->identifier();
      finding.spec = entry.path;
    }
  }
}

void checkRates(const CheckedStage& checked, Reporter& report) {
  for (const auto& layer : checked.stage().usedLayers()) {
    checkRate(*layer, fields::kTimeCodesPerSecond, report);
    checkRate(*layer, fields::kFramesPerSecond, report);
    if (rateFieldOf(*layer) != fields::kFramesPerSecond) continue;
    const double rate = timeCodesPerSecond(*layer);
    if (rate == kUsualRate) continue;
    report
        .warning("FramesPerSecondAsRate", Path::root(),
                 fmt::format("The layer has framesPerSecond = {} without timeCodesPerSecond, so "
                             "that its time codes play at this rate; write timeCodesPerSecond, "
                             "too.",
                             rate))
        .layer = layer->identifier();
  }
}

void checkTimeRange(const CheckedStage& checked, Reporter& report) {
  const TimeCodeRange range = checked.stage().timeCodeRange();
  if (range.isAuthored && !(std::isfinite(range.start) && std::isfinite(range.end))) {
    report.error(
        "InfiniteTimeCode", Path::root(),
        fmt::format("The stage plays from {} to {}; both must be finite.", range.start, range.end));
    return;
  }
  if (range.isAuthored && range.start > range.end) {
    report.error("ReversedRange", Path::root(),
                 fmt::format("The startTimeCode {} is greater than the endTimeCode {}.",
                             timeText(range.start), timeText(range.end)));
    return;
  }
  // A single time code does not make a range, but programs may read it.
  for (const auto& [name, time] :
       {std::pair("startTimeCode", range.start), std::pair("endTimeCode", range.end)}) {
    if (std::isfinite(time)) continue;
    report.error("InfiniteTimeCode", Path::root(),
                 fmt::format("The {} is {}; it must be finite.", name, time));
  }
  const SampleSpan span = spanOf(checked, range);
  if (span.attributeCount == 0 || checked.isStopped()) return;
  const std::string samples = spanText(span.first, span.last);
  if (!range.isAuthored) {
    if (span.first == span.last) return;
    report.warning(
        "MissingRange", Path::root(),
        fmt::format("The stage has samples from {}, but no startTimeCode and endTimeCode, "
                    "so players do not know what to play.",
                    samples));
  } else if (span.last < range.start || span.first > range.end) {
    report.warning("SamplesOutsideRange", Path::root(),
                   fmt::format("The stage plays from {}, but all samples lie from {}.",
                               spanText(range.start, range.end), samples));
  } else if (span.outsideCount > 0) {
    Finding& finding = report.add(
        "SamplesBeyondRange", Severity::Note, {span.outside},
        fmt::format("{} of {} animated attributes have samples outside of the range {} of the "
                    "stage; the samples lie from {}.",
                    span.outsideCount, span.attributeCount, spanText(range.start, range.end),
                    samples));
    finding.time = span.outsideTime;
  }
}

std::string clipMessage(const ClipFinding& finding) {
  std::string message = finding.message;
  if (!finding.set.empty()) message = fmt::format("Clip set `{}`: {}", finding.set, message);
  if (!finding.file.empty()) message = fmt::format("{}: {}", finding.file, message);
  if (!finding.hint.empty()) message += " " + finding.hint;
  return message;
}

ClipsReport readCheckedClips(const CheckedStage& checked) {
  const CheckOptions* const options = checked.options();
  if (!options) return reportClips(checked.stage(), checked.stopToken());
  std::stop_source either;
  const auto stopEither = [&either] { either.request_stop(); };
  const std::stop_callback whenUnwanted(checked.stopToken(), stopEither);
  const std::stop_callback whenClipsStopped(options->clipStop, stopEither);
  ClipReading reading{.fileDone = {}, .store = options->clipContents.get()};
  std::size_t done = 0;
  const std::size_t total =
      options->clipProgress ? clipFileCount(checked.stage(), either.get_token()) : 0;
  if (total > 0) {
    options->clipProgress(0, total);
    reading.fileDone = [&] { options->clipProgress(++done, total); };
  }
  return reportClips(checked.stage(), either.get_token(), reading);
}

void checkValueClips(const CheckedStage& checked, Reporter& report) {
  const ClipsReport clips = readCheckedClips(checked);
  for (const ClipFinding& found : clips.findings) {
    Finding& finding =
        report.add(errorNameOf(found.id), found.severity, {found.site}, clipMessage(found));
    finding.time = found.frame;
    const ClipSetReport* set = found.id == "missing-file" ? setOf(clips, found) : nullptr;
    if (!set) continue;
    finding.asset = found.file;
    finding.layer = set->definition.layer->identifier();
    finding.spec = set->definition.site;
  }
}

}  // namespace usdscope::detail
