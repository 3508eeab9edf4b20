// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTimeMap.h"

#include <algorithm>
#include <cmath>

namespace usdscope {

ClipTimeMap::ClipTimeMap(std::span<const glm::dvec2> times) {
  if (times.empty()) return;
  knots_.reserve(times.size() + 2);
  for (const glm::dvec2& time : times) knots_.push_back({time.x, time.y});
  std::ranges::stable_sort(knots_, {}, &Knot::set);
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    if (knots_[i].set != knots_[i + 1].set) continue;
    knots_[i].set -= kJumpStep;
    knots_[i].isBeforeJump = true;
  }
  // A jump at the very start has no left side: the map begins after it.
  if (knots_.front().isBeforeJump) knots_.erase(knots_.begin());
  knots_.insert(knots_.begin(), Knot(knots_.front()));
  knots_.push_back(Knot(knots_.back()));
}

ClipTimeMap::Knot ClipTimeMap::rightEnd(Segment segment) const {
  Knot end = knots_[segment + 1];
  // kJumpStep only keeps the two sides of a jump apart. Using it for the slope of the segment would
  // change the slope.
  if (end.isBeforeJump && segment + 2 < knots_.size()) end.set = knots_[segment + 2].set;
  return end;
}

ClipTimeMap::Segment ClipTimeMap::segmentAt(double setTime) const {
  if (setTime <= knots_.front().set) return 0;
  if (setTime >= knots_.back().set) return knots_.size() - 2;
  const auto right = std::ranges::lower_bound(knots_, setTime, {}, &Knot::set);
  return static_cast<Segment>(right - knots_.begin()) - 1;
}

ClipTimeMap::Segment ClipTimeMap::segmentAt(const Place& place) const {
  Segment segment = segmentAt(place.setTime);
  const Knot& right = knots_[segment + 1];
  const bool isAtEnd = place.setTime == right.set && !right.isBeforeJump;
  if (!place.isFromLeft && isAtEnd && segment + 2 < knots_.size()) ++segment;
  if (!knots_[segment].isBeforeJump) return segment;
  return place.isFromLeft ? std::max<Segment>(segment, 1) - 1 : segment + 1;
}

ClipTimeMap::Place ClipTimeMap::placeOf(double setTime) const {
  if (isIdentity()) return {setTime, setTime};
  const Segment segment = segmentAt(setTime);
  const Knot& left = knots_[segment];
  const Knot right = rightEnd(segment);
  // On knots the result is exactly the authored time.
  if (left.set == right.set || setTime == left.set) return {setTime, left.clip, segment};
  if (setTime == right.set) return {setTime, right.clip, segment};
  const double clipTime =
      (right.clip - left.clip) / (right.set - left.set) * (setTime - left.set) + left.clip;
  return {setTime, clipTime, segment};
}

ClipTimeMap::Place ClipTimeMap::placeBefore(double setTime) const {
  Place place = placeOf(setTime);
  place.isFromLeft = true;
  if (endsInJumpAt(setTime)) return place;
  const auto knot = std::ranges::lower_bound(knots_, setTime, {}, &Knot::set);
  const bool isOnKnot = knot != knots_.end() && knot->set == setTime;
  if (isOnKnot && knot != knots_.begin() && (knot - 1)->isBeforeJump) {
    place.clipTime = (knot - 1)->clip;
    place.isBeforeJump = true;
  }
  return place;
}

bool ClipTimeMap::isLeftLimit(const Place& place) const {
  if (isIdentity()) return place.isFromLeft;
  const bool isOutside = place.setTime <= knots_.front().set || place.setTime > knots_.back().set;
  if (place.isFromLeft && isOutside) return false;
  // On a knot of the map the segment after it decides, also for times just before the knot.
  Place after = place;
  after.isFromLeft = place.isBeforeJump;
  const Segment segment = segmentAt(after);
  const bool runsBackwards = knots_[segment + 1].clip < knots_[segment].clip;
  return place.isFromLeft != runsBackwards;
}

bool ClipTimeMap::endsInJumpAt(double setTime) const {
  // The last knot is doubled.
  return knots_.size() >= 4 && knots_[knots_.size() - 2].set == setTime &&
         knots_[knots_.size() - 3].isBeforeJump;
}

LayerOffset ClipTimeMap::setFromClip(Segment segment) const {
  const Knot& left = knots_[segment];
  const Knot right = rightEnd(segment);
  if (left.clip == right.clip) return {.offset = left.set - left.clip};
  const double scale = (right.set - left.set) / (right.clip - left.clip);
  return {.offset = left.set - scale * left.clip, .scale = scale};
}

double ClipTimeMap::timeCodeFromClip(double clipTimeCode, const Place& place) const {
  if (isIdentity()) return clipTimeCode;
  // The first and the last segment are constant and do not map time.
  Segment segment = segmentAt(place.setTime);
  if (knots_.size() > 3) segment = std::clamp<Segment>(segment, 1, knots_.size() - 3);
  if (knots_[segment].isBeforeJump) {
    segment = place.isBeforeJump ? std::max<Segment>(segment, 1) - 1 : segment + 1;
  }
  const Knot& left = knots_[segment];
  const Knot right = rightEnd(segment);
  if (left.clip == right.clip) return left.set;
  return (right.set - left.set) / (right.clip - left.clip) * (clipTimeCode - left.clip) + left.set;
}

std::optional<double> ClipTimeMap::setFromClip(double clipTime, Segment segment) const {
  const Knot& left = knots_[segment];
  if (left.isBeforeJump) return std::nullopt;
  const Knot right = rightEnd(segment);
  const auto [lowest, highest] = std::minmax(left.clip, right.clip);
  if (!(lowest <= clipTime && clipTime <= highest)) return std::nullopt;
  if (left.clip == right.clip || clipTime == left.clip) return left.set;
  if (clipTime == right.clip) return right.set;
  return (right.set - left.set) / (right.clip - left.clip) * (clipTime - left.clip) + left.set;
}

}  // namespace usdscope
