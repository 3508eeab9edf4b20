// SPDX-License-Identifier: Apache-2.0
#include "engine/value/SplineKnots.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace usdscope {
namespace {

constexpr double kMostLoopedKnots = 1e6;

double slopeBetween(const SplineKnot& start, const SplineKnot& end) {
  return (end.preValue.value_or(end.value) - start.value) / (end.time - start.time);
}

// The slope that eases from one segment into the next without overshooting: zero at extremes and at
// jumps, at most three times that of the flatter segment.
double easedSlope(const SplineKnot& before, const SplineKnot& knot, const SplineKnot& after) {
  if (knot.preValue) return 0.0;
  const double left = slopeBetween(before, knot);
  const double right = slopeBetween(knot, after);
  if (left * right <= 0.0) return 0.0;
  const double x = (knot.time - before.time) / (after.time - before.time) - 0.5;
  const double weight = 0.5 + 0.5 * x + 2.0 * x * x * x;
  const double slope = left + (right - left) * weight;
  const double limit = 3.0 * std::min(std::abs(left), std::abs(right));
  return std::clamp(slope, -limit, limit);
}

void easeTangents(std::vector<SplineKnot>& knots) {
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const SplineKnot* before = i > 0 ? &knots[i - 1] : nullptr;
    const SplineKnot* after = i + 1 < knots.size() ? &knots[i + 1] : nullptr;
    const KnotTangents eased = easedTangents(before, knots[i], after);
    knots[i].pre = eased.pre;
    knots[i].post = eased.post;
  }
}

// The knots from the start of an inner loop to its end.
std::span<const SplineKnot> loopedKnots(std::span<const SplineKnot> authored,
                                        const SplineInnerLoop& loop) {
  if (!(loop.start < loop.end)) return {};
  const auto begin = std::ranges::lower_bound(authored, loop.start, {}, &SplineKnot::time);
  const auto end = std::ranges::lower_bound(authored, loop.end, {}, &SplineKnot::time);
  return {begin, end};
}

}  // namespace

KnotTangents easedTangents(const SplineKnot* before, const SplineKnot& knot,
                           const SplineKnot* after) {
  KnotTangents out{knot.pre, knot.post};
  // Next to a segment without values, the slope is zero.
  const bool isBetween = before && after && before->next != SplineInterpolation::Block &&
                         knot.next != SplineInterpolation::Block;
  const double slope = isBetween ? easedSlope(*before, knot, *after) : 0.0;
  if (before && isEased(knot.pre)) {
    out.pre.width = (knot.time - before->time) / 3.0;
    out.pre.slope = slope;
  }
  if (after && isEased(knot.post)) {
    out.post.width = (after->time - knot.time) / 3.0;
    out.post.slope = slope;
  }
  return out;
}

bool hasComputedKnots(const Spline& spline) {
  return spline.innerLoop || std::ranges::any_of(spline.knots, [](const SplineKnot& knot) {
           return isEased(knot.pre) || isEased(knot.post);
         });
}

std::vector<SplineKnot> easedKnots(const Spline& spline) {
  std::vector<SplineKnot> knots = spline.knots;
  easeTangents(knots);
  return knots;
}

bool hasRepeatingInnerLoop(const Spline& spline) {
  if (!spline.innerLoop) return false;
  const SplineInnerLoop& loop = *spline.innerLoop;
  const std::span<const SplineKnot> looped = loopedKnots(spline.knots, loop);
  const double turns =
      1.0 + double(std::max(loop.preCount, 0)) + double(std::max(loop.postCount, 0));
  return turns > 1.0 && !looped.empty() && looped.front().time == loop.start &&
         double(looped.size()) * turns <= kMostLoopedKnots;
}

std::vector<SplineKnot> effectiveKnots(const Spline& spline) {
  const KnotSequence sequence(spline);
  std::vector<SplineKnot> knots;
  knots.reserve(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const CurveKnot knot = sequence[i];
    knots.push_back({.time = knot.time,
                     .value = knot.value,
                     .preValue = knot.preValue,
                     .next = knot.next,
                     .pre = knot.pre,
                     .post = knot.post,
                     .customData = spline.knots[sequence.authoredIndex(i)].customData});
  }
  return knots;
}

std::optional<ExtrapolationLoop> extrapolationLoop(const Spline& spline, const KnotSequence& knots,
                                                   bool isBefore) {
  const SplineExtrapolation& how = isBefore ? spline.preExtrapolation : spline.postExtrapolation;
  if (!isLooping(how.mode) || knots.size() < 2) return std::nullopt;
  std::optional<std::size_t> first = 0;
  std::optional<std::size_t> last = knots.size() - 1;
  if (how.boundary) {
    std::optional<std::size_t> at = knots.lowerBound(*how.boundary);
    if (*at == knots.size() || knots.timeAt(*at) != *how.boundary) at.reset();
    (isBefore ? last : first) = at;
  }
  if (!first || !last) return ExtrapolationLoop{};
  return ExtrapolationLoop{{{*first, *last}}, knots.timeAt(*first), knots.timeAt(*last)};
}

}  // namespace usdscope
