// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns the authored range if there is something to play in it: it is finite, and its end is
/// after its start. Reads no samples.
std::optional<TimeCodeRange> playableRange(const Stage& stage);

/// Returns the range of the samples of all drawn prims, which is not authored; empty without
/// samples. Reads all of them, also those of clips. Incomplete when stopped.
TimeCodeRange rangeOfSamples(const Stage& stage, const std::stop_token& stop = {});

}  // namespace usdscope
