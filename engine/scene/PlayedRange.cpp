// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/PlayedRange.h"

#include <cmath>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/SampleTimes.h"

namespace usdscope {

std::optional<TimeCodeRange> playableRange(const Stage& stage) {
  const TimeCodeRange authored = stage.timeCodeRange();
  const bool isFinite = std::isfinite(authored.start) && std::isfinite(authored.end);
  const bool isPlayable = authored.isAuthored && isFinite && authored.end > authored.start;
  return isPlayable ? std::optional(authored) : std::nullopt;
}

TimeCodeRange rangeOfSamples(const Stage& stage, const std::stop_token& stop) {
  std::vector<Attribute> attributes;
  traverse(stage.pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    for (const Token name : prim.authoredPropertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (attribute) attributes.push_back(attribute);
    }
    return !stop.stop_requested();
  });
  const std::vector<double> times = unionOfSampleTimes(attributes, stop);
  TimeCodeRange range;
  if (times.empty()) return range;
  range.start = times.front();
  range.end = times.back();
  return range;
}

}  // namespace usdscope
