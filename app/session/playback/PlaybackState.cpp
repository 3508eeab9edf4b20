// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/PlaybackState.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

constexpr double kTiny = 1e-6;  // Frames.
constexpr double kUsualRate = 24.0;
constexpr double kHighestRate = 1e6;

// Returns `value` in [0, length).
double folded(double value, double length) {
  const double rest = std::fmod(value, length);
  return rest < 0.0 ? rest + length : rest;
}

}  // namespace

double PlaybackState::timeCodesPerFrame() const {
  return framesPerSecond > 0.0 && timeCodesPerSecond > 0.0 ? timeCodesPerSecond / framesPerSecond
                                                           : 1.0;
}

TimeCode PlaybackState::wantedTime() const {
  switch (timeKind) {
    case TimeKind::At:
      break;
    case TimeKind::Before:
      return TimeCode::preTime(time);
    case TimeKind::Default:
      return TimeCode::defaultTime();
  }
  return {time};
}

double PlaybackState::shownTime() const {
  return shown && shown->isNumeric() ? shown->time() : time;
}

void PlaybackState::moveTo(TimeCode code) {
  if (code.isNumeric()) time = code.time();
  timeKind = code.isDefault()   ? TimeKind::Default
             : code.isPreTime() ? TimeKind::Before
                                : TimeKind::At;
}

PlaybackRates usableRates(double framesPerSecond, double timeCodesPerSecond) {
  PlaybackRates rates;
  const auto take = [&](double authored, const char* name, double& rate) {
    rate = kUsualRate;
    if (authored > 0.0 && authored <= kHighestRate) {
      rate = authored;
      return;
    }
    if (!rates.problem.empty()) rates.problem += ' ';
    rates.problem +=
        fmt::format("{} is {}, which is not a usable rate; 24 is used.", name, authored);
  };
  take(framesPerSecond, "framesPerSecond", rates.framesPerSecond);
  take(timeCodesPerSecond, "timeCodesPerSecond", rates.timeCodesPerSecond);
  return rates;
}

PlaybackPlace placeAfter(const PlaybackState& state, double time, double elapsedSeconds) {
  const double frame = state.timeCodesPerFrame();
  const double span = state.playEnd - state.playStart;
  const double way = elapsedSeconds * state.timeCodesPerSecond * state.speed;
  // The way from the end where playing begins. Each frame lasts until the next one.
  const double begun = state.isReversed ? state.playEnd - time : time - state.playStart;
  double along = begun + way;
  bool isTurned = false;
  switch (state.loop) {
    case LoopMode::Once:
      if (along >= span)
        return {state.isReversed ? state.playStart : state.playEnd, state.isReversed, true};
      break;
    case LoopMode::Loop:
      if (along >= span + frame) along = folded(along, span + frame);
      break;
    case LoopMode::PingPong:
      along = span > 0.0 ? folded(along, 2.0 * span) : 0.0;
      isTurned = along >= span;
      if (isTurned) along -= span;
      break;
  }
  const bool isReversed = state.isReversed != isTurned;
  const double whole = std::min(std::floor(along / frame + kTiny) * frame, span);
  return {isReversed ? state.playEnd - whole : state.playStart + whole, isReversed, false};
}

PlaybackPlace nextPlace(const PlaybackState& state) {
  const double frame = state.timeCodesPerFrame();
  const double near = kTiny * frame;
  const double sign = state.isReversed ? -1.0 : 1.0;
  // Frames are counted from the end where playing begins, as placeAfter() does, so that the times
  // are exactly the same.
  const double begin = state.isReversed ? state.playEnd : state.playStart;
  const double count = std::round((state.time - begin) * sign / frame);
  const bool isWhole = std::abs(begin + sign * count * frame - state.time) < near;
  const double next = isWhole ? begin + sign * (count + 1.0) * frame : state.time + sign * frame;
  const bool isInside = next >= state.playStart - near && next <= state.playEnd + near;
  if (isInside) return {std::clamp(next, state.playStart, state.playEnd), state.isReversed, false};
  switch (state.loop) {
    case LoopMode::Once:
      break;
    case LoopMode::Loop:
      return {state.isReversed ? state.playEnd : state.playStart, state.isReversed, false};
    case LoopMode::PingPong: {
      const double back = state.time + (state.isReversed ? frame : -frame);
      return {std::clamp(back, state.playStart, state.playEnd), !state.isReversed, false};
    }
  }
  return {state.isReversed ? state.playStart : state.playEnd, state.isReversed, true};
}

double stepped(const PlaybackState& state, int steps) {
  const double step = state.timeCodesPerFrame() / std::max(state.stepsPerFrame, 1);
  // From between two steps, a step leads to the next whole one.
  const double position = (state.time - state.start) / step;
  const double base = steps > 0 ? std::floor(position + kTiny) : std::ceil(position - kTiny);
  const double next = state.start + (base + steps) * step;
  const double near = kTiny * step;
  const auto isIn = [near](double time, double from, double to) {
    return time >= from - near && time <= to + near;
  };
  const bool isPlayRange = isIn(state.time, state.playStart, state.playEnd);
  const double from = isPlayRange ? state.playStart : state.start;
  const double to = isPlayRange ? state.playEnd : state.end;
  if (isPlayRange && state.loop != LoopMode::Once && !isIn(next, from, to)) {
    return next < from ? to : from;
  }
  return std::clamp(next, from, to);
}

std::vector<double> framesOf(const PlaybackState& state, std::size_t most) {
  std::vector<double> times;
  if (!state.isAnimated()) return times;
  const double length = state.end - state.start;
  const double count = std::min(std::floor(length), double(most));
  if (!(count >= 1.0)) return {state.start, state.end};
  const double step = length > double(most) ? length / double(most) : 1.0;
  for (double i = 0.0; i <= count; ++i) times.push_back(state.start + i * step);
  if (times.back() < state.end) times.push_back(state.end);
  return times;
}

}  // namespace usdscope
