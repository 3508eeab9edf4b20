// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/SampleTicks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/SampleTimes.h"
#include "engine/stage/resolve/Variation.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostAttributes = 2000;

// Keeps one tick for each time.
std::vector<SampleTick> merged(std::vector<SampleTick> ticks) {
  std::ranges::stable_sort(ticks, {}, &SampleTick::time);
  const auto rest = std::ranges::unique(ticks, {}, &SampleTick::time);
  ticks.erase(rest.begin(), rest.end());
  return ticks;
}

}  // namespace

std::vector<SampleTick> ticksOf(const Stage& stage, std::span<const Path> paths, TimeCode time,
                                const std::stop_token& stop) {
  std::vector<SampleTick> ticks;
  std::size_t count = 0;
  const auto add = [&](const Attribute& attribute) {
    if (!attribute || ++count > kMostAttributes || stop.stop_requested()) return;
    const std::vector<double> times = attribute.timeSamples();
    if (times.empty()) return;
    const ValueSource source = attribute.resolveInfo(time).source;
    for (const double each : times) ticks.push_back({each, source});
  };
  for (const Path path : paths) {
    const Prim prim = stage.primAt(path.primPath());
    if (!prim) continue;
    if (path.isProperty()) {
      add(prim.attribute(path.name()));
    } else {
      for (const Token name : prim.propertyNames()) add(prim.attribute(name));
    }
    if (count > kMostAttributes || stop.stop_requested()) break;
  }
  return merged(std::move(ticks));
}

std::vector<SampleTick> ticksOfStage(const Stage& stage, const std::stop_token& stop) {
  std::map<ValueSource, std::vector<Attribute>> bySource;
  visitValuedAttributes(stage.pseudoRoot(), stop, [&](const Attribute& attribute) {
    const ValueSource source = findOrigin(attribute, TimeKind::Numeric).source;
    const bool hasTimes = source == ValueSource::TimeSamples || source == ValueSource::Clips ||
                          source == ValueSource::Spline;
    if (hasTimes) bySource[source].push_back(attribute);
  });
  std::vector<SampleTick> ticks;
  for (const auto& [source, attributes] : bySource) {
    if (stop.stop_requested()) break;
    for (const double time : unionOfSampleTimes(attributes)) ticks.push_back({time, source});
  }
  return merged(std::move(ticks));
}

std::optional<SampleSpan> sampleSpanOf(const Stage& stage, const std::stop_token& stop) {
  SampleSpan span;
  visitValuedAttributes(stage.pseudoRoot(), stop, [&](const Attribute& attribute) {
    const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
    if (origin.source == ValueSource::Clips) span.hasClips = true;
    if (origin.source != ValueSource::TimeSamples && origin.source != ValueSource::Spline) return;
    const std::vector<double> times = sampleTimesOf(origin);
    if (times.size() < 2) return;
    const auto [first, last] = std::ranges::minmax(times);
    if (!span.times) span.times = {first, last};
    span.times->first = std::min(span.times->first, first);
    span.times->second = std::max(span.times->second, last);
  });
  if (stop.stop_requested()) return std::nullopt;
  return span;
}

}  // namespace usdscope
