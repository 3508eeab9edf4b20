// SPDX-License-Identifier: Apache-2.0
#include "engine/value/SplineSegments.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/value/BezierTime.h"
#include "engine/value/SplineEvaluation.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

constexpr double kMostSegments = 1e6;

SplineSegment segmentBetween(SplineCurve curve, const SplineKnot& start, const SplineKnot& end) {
  SplineSegment segment = {.start = start.time,
                           .end = end.time,
                           .startValue = start.value,
                           .endValue = end.preValue.value_or(end.value),
                           .way = start.next};
  if (start.next != SplineInterpolation::Curve) return segment;
  segment.post = {start.post.width, start.post.slope};
  segment.pre = {end.pre.width, end.pre.slope};
  if (curve == SplineCurve::Hermite) {
    segment.post.width = segment.pre.width = (end.time - start.time) / 3.0;
  }
  return segment;
}

// Splits a Bézier curve at a parameter, in one coordinate.
struct CutCurve {
  double left1 = 0.0;
  double left2 = 0.0;
  double middle = 0.0;
  double right1 = 0.0;
  double right2 = 0.0;

  CutCurve(double p0, double p1, double p2, double p3, double u) {
    const double inner = std::lerp(p1, p2, u);
    left1 = std::lerp(p0, p1, u);
    left2 = std::lerp(left1, inner, u);
    right2 = std::lerp(p2, p3, u);
    right1 = std::lerp(inner, right2, u);
    middle = std::lerp(left2, right1, u);
  }
};

SplineTangent tangentOf(double width, double rise) {
  return {.width = width, .slope = width == 0.0 ? 0.0 : rise / width};
}

BezierWidths removeRegression(SplineSegment& segment) {
  const double length = segment.end - segment.start;
  const BezierWidths widths =
      withoutRegression({segment.post.width / length, segment.pre.width / length});
  segment.post.width = widths.post * length;
  segment.pre.width = widths.pre * length;
  return widths;
}

std::pair<SplineSegment, SplineSegment> cutCurve(SplineSegment segment, double time) {
  const BezierWidths widths = removeRegression(segment);
  const double length = segment.end - segment.start;
  const double u =
      bezierParameterAt((time - segment.start) / length, widths.post, 1.0 - widths.pre);
  const double t1 = segment.start + segment.post.width;
  const double t2 = segment.end - segment.pre.width;
  const double v1 = segment.startValue + segment.post.width * segment.post.slope;
  const double v2 = segment.endValue - segment.pre.width * segment.pre.slope;
  const CutCurve times(segment.start, t1, t2, segment.end, u);
  const CutCurve values(segment.startValue, v1, v2, segment.endValue, u);
  SplineSegment left = segment;
  SplineSegment right = segment;
  left.end = right.start = time;
  left.endValue = right.startValue = values.middle;
  left.post = {.width = segment.post.width * u, .slope = segment.post.slope};
  left.pre = tangentOf(time - times.left2, values.middle - values.left2);
  right.post = tangentOf(times.right1 - time, values.right1 - values.middle);
  right.pre = {.width = segment.pre.width * (1.0 - u), .slope = segment.pre.slope};
  return {left, right};
}

double linearValue(const SplineSegment& segment, double time) {
  return segment.startValue + (segment.endValue - segment.startValue) *
                                  ((time - segment.start) / (segment.end - segment.start));
}

SplineSegment reversed(const SplineSegment& segment, double around) {
  SplineSegment other = segment;
  other.start = around - segment.end;
  other.end = around - segment.start;
  if (segment.way != SplineInterpolation::Held) std::swap(other.startValue, other.endValue);
  other.post = {segment.pre.width, -segment.pre.slope};
  other.pre = {segment.post.width, -segment.post.slope};
  return other;
}

}  // namespace

SplineSegment cutSegment(const SplineSegment& segment, double from, double to) {
  SplineSegment cut = segment;
  if (segment.way == SplineInterpolation::Curve) {
    if (to < cut.end) cut = cutCurve(cut, to).first;
    return from > cut.start ? cutCurve(cut, from).second : cut;
  }
  if (segment.way == SplineInterpolation::Linear) {
    if (from > segment.start) cut.startValue = linearValue(segment, from);
    if (to < segment.end) cut.endValue = linearValue(segment, to);
  }
  if (segment.way == SplineInterpolation::Held && to < segment.end) {
    cut.endValue = segment.startValue;
  }
  if (segment.way == SplineInterpolation::Block) {
    if (from > segment.start) cut.startValue = 0.0;
    if (to < segment.end) cut.endValue = 0.0;
  }
  cut.start = std::max(segment.start, from);
  cut.end = std::min(segment.end, to);
  return cut;
}

SplineSegments::SplineSegments(const Spline& spline)
    : spline_(spline), knots_(effectiveKnots(spline)) {
  for (std::size_t i = 1; i < knots_.size(); ++i) {
    inside_.push_back(segmentBetween(spline.curve, knots_[i - 1], knots_[i]));
    if (inside_.back().way == SplineInterpolation::Curve) removeRegression(inside_.back());
  }
}

std::vector<SplineSegment> SplineSegments::between(double from, double to) const {
  std::vector<SplineSegment> segments;
  if (knots_.empty() || !(from < to)) return segments;
  if (from < firstTime()) addExtrapolated(from, std::min(to, firstTime()), true, segments);
  for (const SplineSegment& segment : inside_) {
    if (segment.end <= from || segment.start >= to) continue;
    segments.push_back(cutSegment(segment, from, to));
  }
  if (to > lastTime()) addExtrapolated(std::max(from, lastTime()), to, false, segments);
  return segments;
}

void SplineSegments::addExtrapolated(double from, double to, bool isBefore,
                                     std::vector<SplineSegment>& out) const {
  const SplineExtrapolation& how = isBefore ? spline_.preExtrapolation : spline_.postExtrapolation;
  if (isLooping(how.mode) && addLooped(from, to, isBefore, out)) return;
  const auto loop = extrapolationLoop(spline_, KnotSequence(spline_), isBefore);
  const bool hasNoValue = how.mode == SplineExtrapolationMode::Block || (loop && !loop->hasKnots());
  SplineSegment segment = {.start = from, .end = to, .way = SplineInterpolation::Held};
  if (hasNoValue) {
    segment.way = SplineInterpolation::Block;
    const SplineKnot& first = knots_.front();
    if (from == lastTime()) segment.startValue = knots_.back().value;
    if (to == firstTime()) segment.endValue = first.preValue.value_or(first.value);
  } else {
    segment.startValue = splineAt(spline_, from).value_or(0.0);
    segment.endValue = splineAt(spline_, to, true).value_or(0.0);
    const bool rises =
        how.mode == SplineExtrapolationMode::Linear || how.mode == SplineExtrapolationMode::Sloped;
    if (rises) segment.way = SplineInterpolation::Linear;
    if (!rises) segment.startValue = segment.endValue;
  }
  out.push_back(segment);
}

std::optional<double> SplineSegments::period(bool isBefore) const {
  const auto loop = extrapolationLoop(spline_, KnotSequence(spline_), isBefore);
  if (!loop || !loop->hasKnots() || !loop->repeats()) return std::nullopt;
  const double length = loop->lastTime - loop->firstTime;
  const SplineExtrapolation& how = isBefore ? spline_.preExtrapolation : spline_.postExtrapolation;
  return how.mode == SplineExtrapolationMode::LoopOscillate ? 2.0 * length : length;
}

bool SplineSegments::addLooped(double from, double to, bool isBefore,
                               std::vector<SplineSegment>& out) const {
  const SplineExtrapolation& how = isBefore ? spline_.preExtrapolation : spline_.postExtrapolation;
  const auto whole = period(isBefore);
  if (!whole) return false;
  const bool oscillates = how.mode == SplineExtrapolationMode::LoopOscillate;
  const double length = oscillates ? *whole / 2.0 : *whole;
  const double first = isBefore ? firstTime() : lastTime() - length;
  const double last = first + length;
  const double firstTurn = std::floor((from - first) / length);
  const double lastTurn = std::ceil((to - first) / length) - 1.0;
  const double count = (lastTurn - firstTurn + 1.0) * static_cast<double>(inside_.size());
  if (!(count <= kMostSegments)) return false;
  double rise = 0.0;
  if (how.mode == SplineExtrapolationMode::LoopRepeat) {
    const auto at = [&](double time) {
      return *std::ranges::lower_bound(knots_, time, {}, &SplineKnot::time);
    };
    const SplineKnot low = at(first);
    const SplineKnot high = last == lastTime() ? knots_.back() : at(last);
    rise = isBefore ? high.preValue.value_or(high.value) - low.preValue.value_or(low.value)
                    : high.value - low.value;
  }
  for (double turn = firstTurn; turn <= lastTurn; ++turn) {
    const bool isBackwards = oscillates && std::fmod(turn, 2.0) != 0.0;
    std::vector<SplineSegment> turned;
    for (SplineSegment segment : inside_) {
      if (segment.start < first || segment.end > last) continue;
      if (isBackwards) segment = reversed(segment, first + last);
      segment.start += turn * length;
      segment.end += turn * length;
      segment.startValue += turn * rise;
      segment.endValue += turn * rise;
      if (segment.end > from && segment.start < to) turned.push_back(cutSegment(segment, from, to));
    }
    if (isBackwards) std::ranges::reverse(turned);
    out.insert(out.end(), turned.begin(), turned.end());
  }
  return true;
}

std::vector<double> SplineSegments::loopedKnots(double time, bool isBefore) const {
  const SplineExtrapolation& how = isBefore ? spline_.preExtrapolation : spline_.postExtrapolation;
  const auto whole = period(isBefore);
  if (!whole) return {};
  const bool oscillates = how.mode == SplineExtrapolationMode::LoopOscillate;
  const double length = oscillates ? *whole / 2.0 : *whole;
  const double first = isBefore ? firstTime() : lastTime() - length;
  const double last = first + length;
  const double middle = std::floor((time - first) / length);
  std::vector<double> times;
  for (double turn = middle - 1.0; turn <= middle + 1.0; ++turn) {
    const bool isBackwards = oscillates && std::fmod(turn, 2.0) != 0.0;
    for (const SplineKnot& knot : knots_) {
      if (knot.time < first || knot.time > last) continue;
      times.push_back((isBackwards ? first + last - knot.time : knot.time) + turn * length);
    }
  }
  std::ranges::sort(times);
  return times;
}

std::optional<double> SplineSegments::knotAfter(double time) const {
  if (time <= lastTime()) {
    return std::ranges::lower_bound(knots_, time, {}, &SplineKnot::time)->time;
  }
  const std::vector<double> times = loopedKnots(time, false);
  const auto after = std::ranges::lower_bound(times, time);
  return after == times.end() ? std::nullopt : std::optional(*after);
}

std::optional<double> SplineSegments::knotBefore(double time) const {
  if (time >= firstTime()) {
    return (std::ranges::upper_bound(knots_, time, {}, &SplineKnot::time) - 1)->time;
  }
  const std::vector<double> times = loopedKnots(time, true);
  const auto after = std::ranges::upper_bound(times, time);
  return after == times.begin() ? std::nullopt : std::optional(*(after - 1));
}

}  // namespace usdscope
