// SPDX-License-Identifier: Apache-2.0
#include "engine/value/SplineEvaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>

#include "engine/value/BezierTime.h"
#include "engine/value/KnotSequence.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

double preValueOf(const CurveKnot& knot) { return knot.preValue.value_or(knot.value); }

// The part of a curve between two knots that follow each other.
struct Segment {
  CurveKnot start;
  CurveKnot end;
};

double bezierAt(const Segment& segment, double time) {
  const auto& [start, end] = segment;
  const double length = end.time - start.time;
  const BezierWidths widths =
      withoutRegression({start.post.width / length, end.pre.width / length});
  const double u = bezierParameterAt((time - start.time) / length, widths.post, 1.0 - widths.pre);
  const double endValue = preValueOf(end);
  return bezierCubic(u, start.value, start.value + widths.post * length * start.post.slope,
                     endValue - widths.pre * length * end.pre.slope, endValue);
}

double hermiteAt(const Segment& segment, double time) {
  const auto& [start, end] = segment;
  const double length = end.time - start.time;
  const double third = length / 3.0;
  const double endValue = preValueOf(end);
  return bezierCubic((time - start.time) / length, start.value,
                     start.value + third * start.post.slope, endValue - third * end.pre.slope,
                     endValue);
}

std::optional<double> segmentAt(SplineCurve curve, const Segment& segment, double time) {
  const auto& [start, end] = segment;
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

Segment segmentEndingAt(const KnotSequence& knots, std::size_t index) {
  return {knots[index - 1], knots[index]};
}

// Evaluates between the first and the last knot. A segment includes its start knot or, for the left
// limit, its end knot instead.
std::optional<double> insideAt(const Spline& spline, const KnotSequence& knots, double time,
                               bool isPreTime) {
  const std::size_t next = isPreTime ? knots.lowerBound(time) : knots.upperBound(time);
  // Rounding may move a time of an inner loop to an end of the curve.
  const std::size_t after = std::clamp<std::size_t>(next, 1, knots.size() - 1);
  const Segment segment = segmentEndingAt(knots, after);
  const auto& [start, end] = segment;
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
double edgeSlope(const KnotSequence& knots, Side side) {
  if (knots.size() < 2) return 0.0;
  const bool isBefore = side == Side::Before;
  const Segment segment = segmentEndingAt(knots, isBefore ? 1 : knots.size() - 1);
  const auto& [start, end] = segment;
  if ((isBefore ? start : end).preValue) return 0.0;
  switch (start.next) {
    case SplineInterpolation::Curve:
      return isBefore ? start.post.slope : end.pre.slope;
    case SplineInterpolation::Linear:
      return (preValueOf(end) - start.value) / (end.time - start.time);
    default:
      return 0.0;
  }
}

// A time that an inner loop repeats, moved into the turn that the authored knots have.
struct AuthoredTurn {
  double time = 0.0;
  double rise = 0.0;  // Added to the value, for the original time.
};

// Times outside the loop stay. Rounds like the reference, so that both find the same knots.
AuthoredTurn authoredTurnOf(const SplineInnerLoop& loop, double time) {
  const double length = loop.end - loop.start;
  const double first = loop.start - std::max(loop.preCount, 0) * length;
  const double last = loop.end + std::max(loop.postCount, 0) * length;
  if (time < first || time > last || (time >= loop.start && time < loop.end)) return {time};
  if (time < loop.start) {
    const double turns = std::ceil((loop.start - time) / length);
    return {time + turns * length, -turns * loop.valueOffset};
  }
  const double turns = std::floor((time - loop.end) / length) + 1.0;
  return {time - turns * length, turns * loop.valueOffset};
}

// Whether a curve has no value beyond its first or last knot.
bool isEmptyBeyond(const Spline& spline, const KnotSequence& knots, bool isBefore) {
  const SplineExtrapolation& how = isBefore ? spline.preExtrapolation : spline.postExtrapolation;
  const auto loop = extrapolationLoop(spline, knots, isBefore);
  return how.mode == SplineExtrapolationMode::Block || (loop && !loop->hasKnots());
}

// The value or the left limit at an authored knot of a curve with an inner loop. Like the
// reference, looks at its authored neighbours, also where the loop replaces them, and so repeats
// what lies beyond the first and the last authored knot in each turn.
std::optional<double> valueAtAuthored(const Spline& spline, const KnotSequence& knots,
                                      const KnotSequence& authored, std::size_t index,
                                      bool isPreTime) {
  const CurveKnot knot = authored[index];
  if (isPreTime && index > 0) {
    const CurveKnot before = authored[index - 1];
    if (before.next == SplineInterpolation::Block) return std::nullopt;
    return before.next == SplineInterpolation::Held ? before.value : preValueOf(knot);
  }
  const bool isAtEnd = isPreTime || index + 1 == authored.size();
  if (isAtEnd ? isEmptyBeyond(spline, knots, isPreTime) : knot.next == SplineInterpolation::Block) {
    return std::nullopt;
  }
  return isPreTime ? preValueOf(knot) : knot.value;
}

// Evaluates from the first to the last knot. Without an inner loop, the time lies inside, as
// insideAt() requires.
std::optional<double> withinAt(const Spline& spline, const KnotSequence& knots,
                               const KnotSequence& authored, double time, bool isPreTime) {
  if (!knots.isUnrolled()) return insideAt(spline, knots, time, isPreTime);
  const AuthoredTurn turn = authoredTurnOf(*spline.innerLoop, time);
  const std::size_t index = authored.lowerBound(turn.time);
  const bool isAtKnot = index < authored.size() && authored.timeAt(index) == turn.time;
  const std::optional<double> value =
      isAtKnot ? valueAtAuthored(spline, knots, authored, index, isPreTime)
               : insideAt(spline, knots, turn.time, isPreTime);
  return value ? std::optional(*value + turn.rise) : std::nullopt;
}

/// Continues a curve before its first or after its last knot.
class Extrapolator {
 public:
  Extrapolator(const Spline& spline, const KnotSequence& knots, const KnotSequence& authored,
               Side side)
      : spline_(spline),
        knots_(knots),
        authored_(authored),
        side_(side),
        how_(side == Side::Before ? spline.preExtrapolation : spline.postExtrapolation) {}

  // Whether the curve is repeated.
  bool repeats() const {
    const auto loop = extrapolationLoop(spline_, knots_, side_ == Side::Before);
    return loop && loop->hasKnots() && loop->repeats();
  }

  std::optional<double> at(double time, bool isPreTime) const {
    if (how_.mode == SplineExtrapolationMode::Block) return std::nullopt;
    if (const auto loop = extrapolationLoop(spline_, knots_, side_ == Side::Before)) {
      if (!loop->hasKnots()) return std::nullopt;
      if (loop->repeats()) return loopedAt(*loop, time, isPreTime);
    }
    const CurveKnot edge = edgeOf(knots_);
    if (time == edge.time) return edgeValue(edge);
    const KnotSequence& outer = outerKnots(side_);
    return edgeValue(edgeOf(outer)) + slope(outer) * (time - edge.time);
  }

 private:
  CurveKnot edgeOf(const KnotSequence& knots) const {
    return side_ == Side::Before ? knots.front() : knots.back();
  }
  double edgeValue(const CurveKnot& edge) const {
    return side_ == Side::Before ? preValueOf(edge) : edge.value;
  }

  // The knot from which the curve is extrapolated. If an inner loop ends on an authored knot, this
  // is the authored knot and not the loop's.
  const KnotSequence& outerKnots(Side side) const {
    const bool isAuthored = side == Side::Before ? authored_.timeAt(0) <= knots_.timeAt(0)
                                                 : authored_.timeAt(authored_.size() - 1) >=
                                                       knots_.timeAt(knots_.size() - 1);
    return isAuthored ? authored_ : knots_;
  }

  double slope(const KnotSequence& outer) const {
    if (how_.mode == SplineExtrapolationMode::Sloped) return how_.slope;
    if (how_.mode == SplineExtrapolationMode::Linear) return edgeSlope(outer, side_);
    return 0.0;
  }

  std::optional<double> loopedAt(const ExtrapolationLoop& loop, double time, bool isPreTime) const {
    const double first = loop.firstTime;
    const double last = loop.lastTime;
    const double period = last - first;
    const double turns = (time - first) / period;
    if (!std::isfinite(turns)) return std::nullopt;
    const double turn = isPreTime ? std::ceil(turns) - 1.0 : std::floor(turns);
    double inside = std::clamp(time - turn * period, first, last);
    const bool isOscillating = how_.mode == SplineExtrapolationMode::LoopOscillate;
    if (isOscillating && std::abs(turns) >= kMostCountedTurns) {
      return turnedOnce(time, first, last);
    }
    const bool isBackwards = isOscillating && std::fmod(turn, 2.0) != 0.0;
    // Rounding may lead beyond the last knot, where there is no segment.
    if (isBackwards) inside = std::clamp(first + (last - inside), first, last);

    // Rounding must not move the time to the other end.
    const bool isFromLeft = isPreTime != isBackwards;
    if (isFromLeft ? inside == first : inside == last) {
      inside = isFromLeft ? last : first;
    }
    const std::optional<double> value = withinAt(spline_, knots_, authored_, inside, isFromLeft);
    if (!value || how_.mode != SplineExtrapolationMode::LoopRepeat) return value;
    const auto [firstIndex, lastIndex] = *loop.knots;
    const CurveKnot low = firstIndex == 0 ? outerKnots(Side::Before).front() : knots_[firstIndex];
    const CurveKnot high =
        lastIndex + 1 == knots_.size() ? outerKnots(Side::After).back() : knots_[lastIndex];
    const double rise =
        side_ == Side::Before ? preValueOf(high) - preValueOf(low) : high.value - low.value;
    return *value + turn * rise;
  }

  // Beyond the turns that it can count, the reference continues from the last one it counted, and
  // so ends up far beyond the other end of the curve. See DIFFERENCES.md.
  std::optional<double> turnedOnce(double time, double first, double last) const {
    const bool isBefore = side_ == Side::Before;
    const double way = kMostCountedTurns * (last - first);
    const Extrapolator beyond(spline_, knots_, authored_, isBefore ? Side::After : Side::Before);
    if (isLooping(beyond.how_.mode)) return beyond.edgeValue(beyond.edgeOf(knots_));
    return beyond.at(isBefore ? 2.0 * first - (time - way) : 2.0 * last - (time + way), false);
  }

  const Spline& spline_;
  const KnotSequence& knots_;
  const KnotSequence& authored_;
  Side side_;
  const SplineExtrapolation& how_;
};

std::optional<double> valueAmong(const Spline& spline, const KnotSequence& knots,
                                 const KnotSequence& authored, double time, bool isPreTime) {
  if (knots.isEmpty() || std::isnan(time)) return std::nullopt;
  const double first = knots.timeAt(0);
  const double last = knots.timeAt(knots.size() - 1);
  const bool isBefore = isPreTime ? time <= first : time < first;
  const bool isAfter = isPreTime ? time > last : time >= last;
  if (isBefore || isAfter) {
    const Extrapolator beyond(spline, knots, authored, isBefore ? Side::Before : Side::After);
    // At the ends of a curve with an inner loop the knots decide.
    const bool isAtEnd = time == first || time == last;
    if (!knots.isUnrolled() || !isAtEnd || beyond.repeats()) return beyond.at(time, isPreTime);
  }
  return withinAt(spline, knots, authored, time, isPreTime);
}

}  // namespace

std::optional<double> splineAt(const Spline& spline, double time, bool isPreTime) {
  return valueAmong(spline, KnotSequence(spline), KnotSequence::authored(spline), time, isPreTime);
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
