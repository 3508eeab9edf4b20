// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/inspect/FindMotion.h"
#include "engine/report/LayerNames.h"

namespace usdscope {

/// Returns a finding as one line: kind, attribute, frames, what happens, and the layers or clips on
/// both sides.
std::string motionText(const MotionFinding& finding, const LayerNames& names);

/// Returns an object with the keys from, to, examined, skipped (attributes that need too many
/// clips) and findings, a list of objects with the keys kind, reason, path, prim, attribute, from,
/// to, time, jump, jumps, step, usualStep, lowerCount, upperCount, before, after and message.
Json motionToJson(const MotionFindings& findings, const MotionRequest& request,
                  const LayerNames& names);

}  // namespace usdscope
