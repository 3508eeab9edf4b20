// SPDX-License-Identifier: Apache-2.0
#include "engine/value/SplineEvaluation.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/value/BezierTime.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

using Knots = std::span<const SplineKnot>;

double preValueOf(const SplineKnot& knot) { return knot.preValue.value_or(knot.value); }

// The part of a curve between two knots that follow each other.
struct Segment {
  const SplineKnot& start;
  const SplineKnot& end;
  SplineTangent post;  // The tangent at the start.
  SplineTangent pre;   // The tangent at the end.
};

double bezierAt(const Segment& segment, double time) {
  const auto& [start, end, post, pre] = segment;
  const double length = end.time - start.time;
  const BezierWidths widths = withoutRegression({post.width / length, pre.width / length});
  const double u = bezierParameterAt((time - start.time) / length, widths.post, 1.0 - widths.pre);
  const double endValue = preValueOf(end);
  return bezierCubic(u, start.value, start.value + widths.post * length * post.slope,
                     endValue - widths.pre * length * pre.slope, endValue);
}

double hermiteAt(const Segment& segment, double time) {
  const auto& [start, end, post, pre] = segment;
  const double length = end.time - start.time;
  const double third = length / 3.0;
  const double endValue = preValueOf(end);
  return bezierCubic((time - start.time) / length, start.value, start.value + third * post.slope,
                     endValue - third * pre.slope, endValue);
}

std::optional<double> segmentAt(SplineCurve curve, const Segment& segment, double time) {
  const auto& [start, end, post, pre] = segment;
  switch (start.next) {
    case SplineInterpolation::Block:
      return std::nullopt;
    case SplineInterpolation::Held:
      return start.value;
    case SplineInterpolation::Linear:
      return start.value +
             (preValueOf(end) - start.value) * ((time - start.time) / (end.time - start.time));
    case SplineInterpolation::Curve:
      return curve == SplineCurve::Bezier ? bezierAt(segment, time) : hermiteAt(segment, time);
  }
  return std::nullopt;
}

// The knots of curves with an inner loop have been eased before, those of others are eased here: to
// ease all knots for each time would take too long.
Segment segmentEndingAt(const Spline& spline, Knots knots, std::size_t index) {
  const SplineKnot& start = knots[index - 1];
  const SplineKnot& end = knots[index];
  if (spline.innerLoop) return {start, end, start.post, end.pre};
  const SplineKnot* before = index > 1 ? &knots[index - 2] : nullptr;
  const SplineKnot* after = index + 1 < knots.size() ? &knots[index + 1] : nullptr;
  return {start, end, easedTangents(before, start, &end).post,
          easedTangents(&start, end, after).pre};
}

// Evaluates between the first and the last knot. A segment includes its start knot or, for the left
// limit, its end knot instead.
std::optional<double> insideAt(const Spline& spline, Knots knots, double time, bool isPreTime) {
  const auto after = isPreTime ? std::ranges::lower_bound(knots, time, {}, &SplineKnot::time)
                               : std::ranges::upper_bound(knots, time, {}, &SplineKnot::time);
  const Segment segment = segmentEndingAt(spline, knots, std::size_t(after - knots.begin()));
  const auto& [start, end, post, pre] = segment;
  if (time == end.time) {
    const bool isStepping =
        start.next == SplineInterpolation::Held || start.next == SplineInterpolation::Block;
    return isStepping ? segmentAt(spline.curve, segment, time) : preValueOf(end);
  }
  if (time == start.time && start.next != SplineInterpolation::Block) return start.value;
  return segmentAt(spline.curve, segment, time);
}

constexpr double kMostCountedTurns = 2147483648.0;  // The reference counts turns in 32 bits.

enum class Side { Before, After };

// The slope of the curve beyond the first or last knot.
double edgeSlope(const Spline& spline, Knots knots, Side side) {
  if (knots.size() < 2) return 0.0;
  const bool isBefore = side == Side::Before;
  const Segment segment = segmentEndingAt(spline, knots, isBefore ? 1 : knots.size() - 1);
  const auto& [start, end, post, pre] = segment;
  if ((isBefore ? start : end).preValue) return 0.0;
  switch (start.next) {
    case SplineInterpolation::Curve:
      return isBefore ? post.slope : pre.slope;
    case SplineInterpolation::Linear:
      return (preValueOf(end) - start.value) / (end.time - start.time);
    default:
      return 0.0;
  }
}

/// Continues a curve before its first or after its last knot.
class Extrapolator {
 public:
  Extrapolator(const Spline& spline, Knots knots, Knots authored, Side side)
      : spline_(spline),
        knots_(knots),
        authored_(authored),
        side_(side),
        how_(side == Side::Before ? spline.preExtrapolation : spline.postExtrapolation) {}

  std::optional<double> at(double time, bool isPreTime) const {
    if (how_.mode == SplineExtrapolationMode::Block) return std::nullopt;
    if (const auto loop = extrapolationLoop(spline_, knots_, side_ == Side::Before)) {
      if (!loop->hasKnots()) return std::nullopt;
      if (loop->repeats()) return loopedAt(*loop->first, *loop->last, time, isPreTime);
    }
    const SplineKnot& edge = edgeOf(knots_);
    if (time == edge.time) return edgeValue(edge);
    const Knots outer = outerKnots(side_);
    return edgeValue(edgeOf(outer)) + slope(outer) * (time - edge.time);
  }

 private:
  const SplineKnot& edgeOf(Knots knots) const {
    return side_ == Side::Before ? knots.front() : knots.back();
  }
  double edgeValue(const SplineKnot& edge) const {
    return side_ == Side::Before ? preValueOf(edge) : edge.value;
  }

  // The knot from which the curve is extrapolated. If an inner loop ends on an authored knot, this
  // is the authored knot and not the loop's.
  Knots outerKnots(Side side) const {
    const bool isAuthored = side == Side::Before ? authored_.front().time <= knots_.front().time
                                                 : authored_.back().time >= knots_.back().time;
    return isAuthored ? authored_ : knots_;
  }

  double slope(Knots outer) const {
    if (how_.mode == SplineExtrapolationMode::Sloped) return how_.slope;
    if (how_.mode == SplineExtrapolationMode::Linear) return edgeSlope(spline_, outer, side_);
    return 0.0;
  }

  std::optional<double> loopedAt(const SplineKnot& first, const SplineKnot& last, double time,
                                 bool isPreTime) const {
    const double period = last.time - first.time;
    const double turns = (time - first.time) / period;
    if (!std::isfinite(turns)) return std::nullopt;
    const double turn = isPreTime ? std::ceil(turns) - 1.0 : std::floor(turns);
    double inside = std::clamp(time - turn * period, first.time, last.time);
    const bool isOscillating = how_.mode == SplineExtrapolationMode::LoopOscillate;
    if (isOscillating && std::abs(turns) >= kMostCountedTurns) {
      return turnedOnce(time, first, last);
    }
    const bool isBackwards = isOscillating && std::fmod(turn, 2.0) != 0.0;
    if (isBackwards) inside = first.time + (last.time - inside);

    // Rounding must not move the time to the other end.
    const bool isFromLeft = isPreTime != isBackwards;
    if (isFromLeft ? inside == first.time : inside == last.time) {
      inside = isFromLeft ? last.time : first.time;
    }
    const std::optional<double> value = insideAt(spline_, knots_, inside, isFromLeft);
    if (!value || how_.mode != SplineExtrapolationMode::LoopRepeat) return value;
    const SplineKnot& low = &first == &knots_.front() ? outerKnots(Side::Before).front() : first;
    const SplineKnot& high = &last == &knots_.back() ? outerKnots(Side::After).back() : last;
    const double rise =
        side_ == Side::Before ? preValueOf(high) - preValueOf(low) : high.value - low.value;
    return *value + turn * rise;
  }

  // Beyond the turns that it can count, the reference continues from the last one it counted, and
  // so ends up far beyond the other end of the curve. See DIFFERENCES.md.
  std::optional<double> turnedOnce(double time, const SplineKnot& first,
                                   const SplineKnot& last) const {
    const bool isBefore = side_ == Side::Before;
    const double way = kMostCountedTurns * (last.time - first.time);
    const Extrapolator beyond(spline_, knots_, authored_, isBefore ? Side::After : Side::Before);
    if (isLooping(beyond.how_.mode)) return beyond.edgeValue(beyond.edgeOf(knots_));
    return beyond.at(isBefore ? 2.0 * first.time - (time - way) : 2.0 * last.time - (time + way),
                     false);
  }

  const Spline& spline_;
  Knots knots_;
  Knots authored_;
  Side side_;
  const SplineExtrapolation& how_;
};

// The authored knot that a knot of an inner loop repeats, and the number of the turn.
struct LoopedKnot {
  double time = 0.0;
  int turn = 0;
};

std::optional<LoopedKnot> findLoopedKnot(const SplineInnerLoop& loop, Knots authored, double time) {
  const double length = loop.end - loop.start;
  const double turn = std::floor((time - loop.start) / length);
  if (!(turn >= -std::max(loop.preCount, 0) && turn <= std::max(loop.postCount, 0) + 1.0)) {
    return std::nullopt;
  }
  // Rounding may move a knot into the neighbouring turn.
  for (const double near : {turn, turn - 1.0, turn + 1.0}) {
    for (const SplineKnot& knot : authored) {
      if (knot.time >= loop.start && knot.time < loop.end && knot.time + near * length == time) {
        return LoopedKnot{knot.time, static_cast<int>(near)};
      }
    }
  }
  return std::nullopt;
}

// The left limit at a knot of a curve with an inner loop. Like the reference, uses the authored
// knots, also where the loop replaces them.
std::optional<double> valueBeforeKnot(const Spline& spline, Knots authored, double time) {
  const auto looped = findLoopedKnot(*spline.innerLoop, authored, time);
  const double at = looped ? looped->time : time;
  const auto knot = std::ranges::lower_bound(authored, at, {}, &SplineKnot::time);
  const std::optional<double> value =
      knot == authored.begin() ? preValueOf(*knot) : insideAt(spline, authored, at, true);
  const double rise = looped ? looped->turn * spline.innerLoop->valueOffset : 0.0;
  return value ? std::optional(*value + rise) : std::nullopt;
}

std::optional<double> valueAmong(const Spline& spline, Knots knots, Knots authored, double time,
                                 bool isPreTime) {
  if (knots.empty() || std::isnan(time)) return std::nullopt;
  const double first = knots.front().time;
  const double last = knots.back().time;
  if (isPreTime ? time <= first : time < first) {
    return Extrapolator(spline, knots, authored, Side::Before).at(time, isPreTime);
  }
  if (isPreTime ? time > last : time >= last) {
    return Extrapolator(spline, knots, authored, Side::After).at(time, isPreTime);
  }
  if (isPreTime && knots.data() != authored.data() && hasRepeatingInnerLoop(spline)) {
    const auto knot = std::ranges::lower_bound(knots, time, {}, &SplineKnot::time);
    if (knot->time == time) return valueBeforeKnot(spline, authored, time);
  }
  return insideAt(spline, knots, time, isPreTime);
}

}  // namespace

std::optional<double> splineAt(const Spline& spline, double time, bool isPreTime) {
  if (!spline.innerLoop) return valueAmong(spline, spline.knots, spline.knots, time, isPreTime);
  const std::vector<SplineKnot> knots = effectiveKnots(spline);
  const std::vector<SplineKnot> authored = easedKnots(spline);
  return valueAmong(spline, knots, authored, time, isPreTime);
}

Value evaluateSpline(const Spline& spline, double time, bool isPreTime) {
  const std::optional<double> value = splineAt(spline, time, isPreTime);
  if (!value) return {};
  switch (spline.valueKind) {
    case ValueKind::Float:
      return Value(static_cast<float>(*value));
    case ValueKind::Half:
      return Value(Half(static_cast<float>(*value)));
    case ValueKind::TimeCode:
      return Value(TimeCodeValue{*value});
    case ValueKind::Duration:
      return Value(DurationValue{*value});
    default:
      return Value(*value);
  }
}

}  // namespace usdscope
