// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSamples.h"

#include <algorithm>

namespace usdscope {
namespace {

/// Finds the nearest samples around a set time.
class NearestSamples {
 public:
  NearestSamples(const ClipSpan& span, double setTime) : span_(span), setTime_(setTime) {}

  void add(double sample) {
    if (!span_.contains(sample)) return;
    if (sample <= setTime_) lower_ = std::max(lower_, sample);
    if (sample >= setTime_) upper_ = std::min(upper_, sample);
  }
  void add(std::optional<double> sample) {
    if (sample) add(*sample);
  }

  std::optional<TimeBracket> bracket() const {
    const bool hasLower = lower_ > -kNone;
    const bool hasUpper = upper_ < kNone;
    if (!hasLower && !hasUpper) return std::nullopt;
    return TimeBracket{hasLower ? lower_ : upper_, hasUpper ? upper_ : lower_};
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  const ClipSpan& span_;
  double setTime_;
  double lower_ = -kNone;
  double upper_ = kNone;
};

struct Direction {
  bool isBackwards;
};

// Returns the set time of a clip time in the nearest segment that has it, from `segment` on in one
// direction.
std::optional<double> nearestSetTime(const ClipTimeMap& map, double clipTime,
                                     ClipTimeMap::Segment segment, Direction direction) {
  while (segment < map.segmentCount()) {
    if (const auto setTime = map.setFromClip(clipTime, segment)) {
      // In a segment with constant clip time, a sample covers the whole segment.
      if (!direction.isBackwards && map.isFlat(segment)) return map.knots()[segment + 1].set;
      return setTime;
    }
    // Before the first segment the number wraps around, which ends the loop.
    segment = direction.isBackwards ? segment - 1 : segment + 1;
  }
  return std::nullopt;
}

// Returns the set time of a clip time outside of the map's range.
std::optional<double> clampedSetTime(const ClipTimeMap& map, double clipTime) {
  if (clipTime < map.knots().front().clip) return map.knots().front().set;
  if (clipTime > map.knots().back().clip) return map.knots().back().set;
  return std::nullopt;
}

// Returns the samples around the place in clip time.
TimeBracket addClipSamples(const ClipTimeMap& map, const Array<double>& clipTimes,
                           const ClipTimeMap::Place& place, NearestSamples& out) {
  const SampleBracket around = findBracket(clipTimes.span(), place.clipTime);
  const double lower = clipTimes[around.lower];
  const double upper = clipTimes[around.upper];
  if (map.isIdentity()) {
    out.add(lower);
    out.add(upper);
    return {lower, upper};
  }
  // Several set times may map to one clip time. Uses the ones that are nearest to the place.
  const auto below = nearestSetTime(map, lower, place.segment, {.isBackwards = true});
  const auto above = nearestSetTime(map, upper, place.segment, {.isBackwards = false});
  if (below || above) {
    out.add(below);
    out.add(above);
  } else {
    out.add(clampedSetTime(map, lower));
    out.add(clampedSetTime(map, upper));
  }
  return {lower, upper};
}

void addKnots(const ClipTimeMap& map, const ClipTimeMap::Place& place, NearestSamples& out) {
  if (map.isIdentity()) return;
  const double left = map.knots()[place.segment].set;
  const double right = map.knots()[place.segment + 1].set;
  // On a knot, only this knot applies.
  if (place.setTime != right) out.add(left);
  out.add(right);
}

}  // namespace

std::vector<double> clipSampleTimes(const ClipSpan& span, const ClipTimeMap& map,
                                    const Array<double>& clipTimes, ClipTimesLimit& limit) {
  std::vector<double> times;
  const auto add = [&](double setTime) {
    if (span.contains(setTime)) times.push_back(setTime);
  };
  if (map.isIdentity()) {
    // A file may have the samples of many clips.
    for (auto it = std::lower_bound(clipTimes.begin(), clipTimes.end(), span.start);
         it != clipTimes.end() && *it < span.end; ++it) {
      times.push_back(*it);
    }
  }
  for (ClipTimeMap::Segment segment = map.isIdentity() ? 0 : map.segmentAt(span.start);
       segment < map.segmentCount(); ++segment) {
    const ClipTimeMap::Knot& left = map.knots()[segment];
    const ClipTimeMap::Knot& right = map.knots()[segment + 1];
    if (left.set >= span.end) break;
    if (times.size() > limit.left) {
      limit.isReached = true;
      break;
    }
    add(left.set);
    add(right.set);
    if (map.isFlat(segment)) continue;
    const auto [lowest, highest] = std::minmax({left.clip, right.clip});
    for (auto it = std::lower_bound(clipTimes.begin(), clipTimes.end(), lowest);
         it != clipTimes.end() && *it <= highest; ++it) {
      if (const auto setTime = map.setFromClip(*it, segment)) add(*setTime);
    }
  }
  // Each clip has a sample at its start, so that the clip before it need not be opened.
  times.push_back(span.authoredStart);
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  limit.left -= std::min(limit.left, times.size());
  return times;
}

std::optional<ClipBracket> bracketInClip(const ClipSpan& span, const ClipTimeMap& map,
                                         const Array<double>& clipTimes,
                                         const ClipTimeMap::Place& place) {
  NearestSamples nearest(span, place.setTime);
  TimeBracket inClip;
  if (!clipTimes.empty()) inClip = addClipSamples(map, clipTimes, place, nearest);
  addKnots(map, place, nearest);
  nearest.add(span.authoredStart);
  const auto inSet = nearest.bracket();
  return inSet ? std::optional(ClipBracket{*inSet, inClip}) : std::nullopt;
}

}  // namespace usdscope
