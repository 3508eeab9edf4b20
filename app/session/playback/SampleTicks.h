// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

/// The time of a sample, and what it is a sample of.
struct SampleTick {
  double time = 0.0;
  ValueSource source = ValueSource::None;
  bool operator==(const SampleTick&) const = default;
};

/// Returns the samples of attributes, by the paths of attributes or of prims, which stand for all
/// their attributes: ascending, one for each time. At most 2000 attributes are read. Stops early,
/// with an incomplete result. Any thread.
std::vector<SampleTick> ticksOf(const Stage& stage, std::span<const Path> paths, TimeCode time,
                                const std::stop_token& stop);

/// Like ticksOf(), for all attributes of the stage. Reads all clips.
std::vector<SampleTick> ticksOfStage(const Stage& stage, const std::stop_token& stop);

/// The first and the last sample of the attributes that have several.
struct SampleSpan {
  std::optional<std::pair<double, double>> times;  ///< Empty without such attributes.
  bool hasClips = false;  ///< Some values come from clips, whose samples have not been read.
};

/// Reads no clips. Empty when stopped. Any thread.
std::optional<SampleSpan> sampleSpanOf(const Stage& stage, const std::stop_token& stop);

}  // namespace usdscope
