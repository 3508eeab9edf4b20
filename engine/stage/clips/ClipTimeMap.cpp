// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTimeMap.h"

#include <algorithm>

namespace usdscope {

ClipTimeMap::ClipTimeMap(std::span<const glm::dvec2> times) {
  if (times.empty()) return;
  knots_.reserve(times.size() + 2);
  for (const glm::dvec2& time : times) knots_.push_back({time.x, time.y});
  std::ranges::stable_sort(knots_, {}, &Knot::stage);
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    if (knots_[i].stage != knots_[i + 1].stage) continue;
    knots_[i].stage -= kJumpStep;
    knots_[i].isBeforeJump = true;
  }
  knots_.insert(knots_.begin(), Knot(knots_.front()));
  knots_.push_back(Knot(knots_.back()));
}

ClipTimeMap::Knot ClipTimeMap::rightEnd(Segment segment) const {
  Knot end = knots_[segment + 1];
  // The step before a jump is there to tell times apart; measuring with it would bend the segment.
  if (end.isBeforeJump && segment + 2 < knots_.size()) end.stage = knots_[segment + 2].stage;
  return end;
}

ClipTimeMap::Segment ClipTimeMap::segmentAt(double stageTime) const {
  if (stageTime <= knots_.front().stage) return 0;
  if (stageTime >= knots_.back().stage) return knots_.size() - 2;
  const auto right = std::ranges::lower_bound(knots_, stageTime, {}, &Knot::stage);
  return static_cast<Segment>(right - knots_.begin()) - 1;
}

double ClipTimeMap::clipFromStage(double stageTime) const {
  if (isIdentity()) return stageTime;
  const Segment segment = segmentAt(stageTime);
  const Knot& left = knots_[segment];
  const Knot right = rightEnd(segment);
  // On knots exactly what is authored there.
  if (left.stage == right.stage || stageTime == left.stage) return left.clip;
  if (stageTime == right.stage) return right.clip;
  return (right.clip - left.clip) / (right.stage - left.stage) * (stageTime - left.stage) +
         left.clip;
}

std::optional<double> ClipTimeMap::clipBeforeJump(double stageTime) const {
  const auto knot = std::ranges::lower_bound(knots_, stageTime, {}, &Knot::stage);
  if (knot == knots_.begin() || knot == knots_.end() || knot->stage != stageTime) {
    return std::nullopt;
  }
  const Knot& before = *(knot - 1);
  return before.isBeforeJump ? std::optional(before.clip) : std::nullopt;
}

std::optional<double> ClipTimeMap::stageFromClip(double clipTime, Segment segment) const {
  const Knot& left = knots_[segment];
  if (left.isBeforeJump) return std::nullopt;
  const Knot right = rightEnd(segment);
  const auto [lowest, highest] = std::minmax(left.clip, right.clip);
  if (!(lowest <= clipTime && clipTime <= highest)) return std::nullopt;
  if (left.clip == right.clip || clipTime == left.clip) return left.stage;
  if (clipTime == right.clip) return right.stage;
  return (right.stage - left.stage) / (right.clip - left.clip) * (clipTime - left.clip) +
         left.stage;
}

}  // namespace usdscope
