// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/inspect/FindMotion.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {

/// Returns the source of a value in a few words: "anim.usda", "walk.0002.usd at 37.5" for a clip,
/// "the fallback", "no value".
std::string motionSourceText(const MotionSource& source, const LayerNames& names);
/// Returns an object with the keys source, layer, specPath, isClip and fileTime.
Json motionSourceToJson(const MotionSource& source, const LayerNames& names);

/// Returns a finding as one line: kind, attribute, frames, what happens, and the layers or clips on
/// both sides.
std::string motionText(const MotionFinding& finding, const LayerNames& names);

/// Returns an object with the keys from, to, examined, skipped (attributes that need too many
/// clips) and findings, a list of objects with the keys kind, reason, path, prim, attribute, from,
/// to, time, jump, jumps, step, usualStep, lowerCount, upperCount, before, after and message.
Json motionToJson(const MotionFindings& findings, const MotionRequest& request,
                  const LayerNames& names);

}  // namespace usdscope
