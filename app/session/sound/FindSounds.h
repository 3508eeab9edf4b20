// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "app/session/sound/SoundPlan.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Finds the SpatialAudio prims of a stage, reads their files and resolves when each plays. Reads
/// also `chosen`, if it is not empty: a file that plays from the start of `range` on. Incomplete
/// when stopped.
///
/// All sounds are played as `nonSpatial`. Gains are taken once for each frame of the range.
SoundPlan findSounds(const Stage& stage, const TimeCodeRange& range, const std::string& chosen,
                     const std::stop_token& stop);

}  // namespace usdscope
