// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SplineTrace.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/value/SplineEvaluation.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

bool hasKnotAt(const std::vector<SplineKnot>& knots, double time) {
  return std::ranges::binary_search(knots, time, {}, &SplineKnot::time);
}

// As in evaluation, a loop needs two knots, and a knot at its boundary if it has a boundary.
void addOutside(const std::vector<SplineKnot>& knots, const SplineExtrapolation& how,
                SplineTrace& trace) {
  const bool isBefore = trace.place == SplineTrace::Place::Before;
  trace.outside = how.mode;
  if (how.mode == SplineExtrapolationMode::Sloped) trace.slope = how.slope;
  if (!isLooping(how.mode)) return;
  const double edge = isBefore ? knots.front().time : knots.back().time;
  const double inner = how.boundary.value_or(isBefore ? knots.back().time : knots.front().time);
  if (knots.size() < 2 || inner == edge) {
    trace.outside = SplineExtrapolationMode::Held;
    return;
  }
  trace.loopFrom = std::min(edge, inner);
  trace.loopTo = std::max(edge, inner);
}

// Returns the inner loop if its repetitions cover the time. The loop must have a length and a knot
// at its start.
std::optional<SplineInnerLoop> innerLoopAt(const Spline& spline, double time) {
  const auto& loop = spline.innerLoop;
  if (!loop || !(loop->end > loop->start) || !hasKnotAt(spline.knots, loop->start)) return {};
  const double length = loop->end - loop->start;
  const double from = loop->start - length * std::max(loop->preCount, 0);
  const double to = loop->end + length * std::max(loop->postCount, 0);
  const bool isRepeat = from <= time && time < to && !(loop->start <= time && time < loop->end);
  return isRepeat ? loop : std::nullopt;
}

constexpr double kMostLoopedTimes = 1e5;

void addLoopedTimes(const std::vector<SplineKnot>& knots, const SplineTrace& loop, double from,
                    double to, std::vector<double>& out) {
  const double period = loop.loopTo - loop.loopFrom;
  if (!isLooping(loop.outside) || !(from < to) || !(period > 0.0)) return;
  const double first = std::floor((from - loop.loopFrom) / period);
  const double last = std::floor((to - loop.loopFrom) / period);
  if (!((last - first + 1.0) * double(knots.size()) <= kMostLoopedTimes)) return;
  for (double turn = first; turn <= last; ++turn) {
    const bool isBackwards =
        loop.outside == SplineExtrapolationMode::LoopOscillate && std::fmod(turn, 2.0) != 0.0;
    for (const SplineKnot& knot : knots) {
      if (knot.time < loop.loopFrom || knot.time > loop.loopTo) continue;
      const double inside = isBackwards ? loop.loopFrom + (loop.loopTo - knot.time) : knot.time;
      out.push_back(inside + turn * period);
    }
  }
}

}  // namespace

std::vector<double> loopedGaps(const Spline& spline, double from, double to) {
  const std::vector<SplineKnot> knots = effectiveKnots(spline);
  const auto isGap = [](const SplineKnot& knot) { return knot.next == SplineInterpolation::Block; };
  std::vector<double> times;
  if (std::ranges::none_of(knots, isGap)) return times;
  SplineTrace before{.place = SplineTrace::Place::Before};
  SplineTrace after{.place = SplineTrace::Place::After};
  addOutside(knots, spline.preExtrapolation, before);
  addOutside(knots, spline.postExtrapolation, after);
  addLoopedTimes(knots, before, from, std::min(to, knots.front().time), times);
  addLoopedTimes(knots, after, std::max(from, knots.back().time), to, times);
  return times;
}

SplineTrace traceSpline(const Spline& spline, double time, bool isPreTime) {
  using Place = SplineTrace::Place;
  SplineTrace trace;
  const std::vector<SplineKnot> knots = effectiveKnots(spline);
  if (knots.empty() || std::isnan(time)) return trace;
  trace.isLeftLimit = isPreTime;
  trace.hasValue = splineAt(spline, time, isPreTime).has_value();
  const auto after = std::ranges::lower_bound(knots, time, {}, &SplineKnot::time);
  if (after != knots.end() && after->time == time) {
    trace.place = Place::OnKnot;
    trace.lower = trace.upper = time;
  } else if (after == knots.begin()) {
    trace.place = Place::Before;
    trace.lower = trace.upper = after->time;
    addOutside(knots, spline.preExtrapolation, trace);
  } else if (after == knots.end()) {
    trace.place = Place::After;
    trace.lower = trace.upper = knots.back().time;
    addOutside(knots, spline.postExtrapolation, trace);
  } else {
    trace.place = Place::Between;
    trace.lower = (after - 1)->time;
    trace.upper = after->time;
    trace.segment = (after - 1)->next;
    trace.innerLoop = innerLoopAt(spline, time);
  }
  return trace;
}

}  // namespace usdscope
