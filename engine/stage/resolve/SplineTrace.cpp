// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SplineTrace.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/value/SplineEvaluation.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

void addOutside(const Spline& spline, SplineTrace& trace) {
  const bool isBefore = trace.place == SplineTrace::Place::Before;
  const SplineExtrapolation& how = isBefore ? spline.preExtrapolation : spline.postExtrapolation;
  trace.outside = how.mode;
  if (how.mode == SplineExtrapolationMode::Sloped) trace.slope = how.slope;
  if (!isLooping(how.mode)) return;
  const auto loop = extrapolationLoop(spline, KnotSequence(spline), isBefore);
  if (loop && !loop->hasKnots()) {
    trace.outside = SplineExtrapolationMode::Block;
  } else if (!loop || !loop->repeats()) {
    trace.outside = SplineExtrapolationMode::Held;
  } else {
    trace.loopFrom = loop->firstTime;
    trace.loopTo = loop->lastTime;
  }
}

// Returns the inner loop if its repetitions cover the time.
std::optional<SplineInnerLoop> innerLoopAt(const Spline& spline, double time) {
  if (!hasRepeatingInnerLoop(spline)) return std::nullopt;
  const auto& loop = spline.innerLoop;
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
  addOutside(spline, before);
  addOutside(spline, after);
  addLoopedTimes(knots, before, from, std::min(to, knots.front().time), times);
  addLoopedTimes(knots, after, std::max(from, knots.back().time), to, times);
  return times;
}

SplineTrace traceSpline(const Spline& spline, double time, bool isPreTime) {
  using Place = SplineTrace::Place;
  SplineTrace trace;
  const KnotSequence knots(spline);
  if (knots.isEmpty() || std::isnan(time)) return trace;
  trace.isLeftLimit = isPreTime;
  trace.hasValue = splineAt(spline, time, isPreTime).has_value();
  const std::size_t after = knots.lowerBound(time);
  if (after < knots.size() && knots.timeAt(after) == time) {
    trace.place = Place::OnKnot;
    trace.lower = trace.upper = time;
  } else if (after == 0) {
    trace.place = Place::Before;
    trace.lower = trace.upper = knots.timeAt(0);
    addOutside(spline, trace);
  } else if (after == knots.size()) {
    trace.place = Place::After;
    trace.lower = trace.upper = knots.timeAt(after - 1);
    addOutside(spline, trace);
  } else {
    trace.place = Place::Between;
    trace.lower = knots.timeAt(after - 1);
    trace.upper = knots.timeAt(after);
    trace.segment = knots[after - 1].next;
    trace.innerLoop = innerLoopAt(spline, time);
  }
  return trace;
}

}  // namespace usdscope
