// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSet.h"

// Describes the values of a clip set in the time of the clip that plays.

namespace usdscope {

ClipTimeUse ClipSet::timeUse(const ClipOrigin& value, SampleUse use) const {
  const ClipSample& lower = value.lower;
  const ClipSample& upper = value.upper;
  const TimeBracket& inSet = value.inSet;
  const auto& own = value.ownSamples;
  const bool isLinear = use == SampleUse::Linear;
  if (lower.isInManifest && (!isLinear || upper.isInManifest)) {
    return {.use = lower.use, .hasBracket = false};
  }
  const bool isOwn = !lower.isInManifest && lower.clip == value.clip;
  if (lower.use == SampleUse::Spline && !isLinear) {
    return {.use = SampleUse::Spline, .isFromOwnSamples = isOwn};
  }
  const bool isOneSample = inSet.lower == inSet.upper;
  if (isOwn && isOneSample && (use == SampleUse::Exact || lower.time == value.place.clipTime)) {
    // Before the first and after the last of the clip times, clip time is constant.
    return {.use = lower.use == SampleUse::Exact ? use : lower.use,
            .lower = lower.lowerTime,
            .upper = lower.upperTime,
            .isFromOwnSamples = true};
  }
  const SampleUse ownUse = isOwn && own ? useInClip(value, use) : SampleUse::None;
  if (ownUse != SampleUse::None) {
    return {.use = ownUse, .lower = own->lower, .upper = own->upper, .isFromOwnSamples = true};
  }
  // The set interpolates or holds at times that are not samples of the file.
  const double lowerTime = isOwn ? lower.time : timeMap_.clipFromSet(inSet.lower);
  const double held = isLinear || lower.use == SampleUse::Linear ? lowerTime : lower.lowerTime;
  if (isOneSample) return {.use = use, .lower = held, .upper = held};
  const bool hasOwnUpper = upper.layer && !upper.isInManifest && upper.clip == value.clip;
  const double upperTime = hasOwnUpper ? upper.time : timeMap_.placeBefore(inSet.upper).clipTime;
  return {.use = use, .lower = held, .upper = upperTime};
}

// Returns how the own samples of the clip that plays make the value. Returns SampleUse::None if
// they alone do not make it. Requires: the clip has such samples, and the lower sample is in that
// clip.
SampleUse ClipSet::useInClip(const ClipOrigin& value, SampleUse use) const {
  const TimeBracket& inSet = value.inSet;
  const TimeBracket& own = *value.ownSamples;
  const ClipSample& lower = value.lower;
  const ClipSample& upper = value.upper;
  const bool isOwnSample = own.lower == own.upper;
  const double time = value.place.clipTime;
  const auto useOfOne = [&] {
    return use == SampleUse::Blocked ? SampleUse::Blocked
           : time < own.lower        ? SampleUse::HeldBeforeFirst
           : time > own.lower        ? SampleUse::HeldAfterLast
                                     : SampleUse::Exact;
  };
  // A value that is held across a jump of the clip times differs from the values of the clip inside
  // of the jump.
  if (inSet.upper - inSet.lower <= kClosestSamples) {
    const bool isMade = inSet.upper == inSet.lower && own.lower == lower.lowerTime && isOwnSample;
    return isMade ? useOfOne() : SampleUse::None;
  }
  const bool isOfOneClip = inSet.upper < clips_[value.clip].end;
  if (use != SampleUse::Linear) {
    if (own.lower != lower.lowerTime || lower.use == SampleUse::Linear) return SampleUse::None;
    if (isOwnSample) return useOfOne();
    return isOfOneClip ? use : SampleUse::None;
  }
  const auto isAround = [&](const ClipSample& sample) {
    if (isOwnSample) return sample.lowerTime == own.lower && sample.upperTime == own.lower;
    return own.lower <= sample.time && sample.time <= own.upper;
  };
  const bool isUpperOwn = upper.clip == value.clip && !upper.isInManifest;
  if (!isOfOneClip || !isUpperOwn || !isAround(lower) || !isAround(upper)) return SampleUse::None;
  if (isOwnSample) return useOfOne();
  const bool isHeld = lower.use == SampleUse::Held || upper.use == SampleUse::Held;
  return isHeld ? SampleUse::Held : SampleUse::Linear;
}

}  // namespace usdscope
