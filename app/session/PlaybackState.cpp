// SPDX-License-Identifier: Apache-2.0
#include "app/session/PlaybackState.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

// The range ends one frame after the last one, which is shown as long as the others.
double wrapped(const PlaybackState& state, double time, double frame) {
  const double length = state.end - state.start + frame;
  const double offset = std::fmod(time - state.start, length);
  return state.start + (offset < 0.0 ? offset + length : offset);
}

}  // namespace

double PlaybackState::timeCodesPerFrame() const {
  return framesPerSecond > 0.0 && timeCodesPerSecond > 0.0 ? timeCodesPerSecond / framesPerSecond
                                                           : 1.0;
}

double advanced(const PlaybackState& state, double time, double elapsedSeconds) {
  const double next = time + elapsedSeconds * state.timeCodesPerSecond;
  const double frame = state.timeCodesPerFrame();
  if (next < state.end + frame) return next;
  return state.isLooping ? wrapped(state, next, frame) : state.end;
}

double stepped(const PlaybackState& state, int frames) {
  const double frame = state.timeCodesPerFrame();
  // From between two frames, a step leads to the next whole one.
  const double position = (state.time - state.start) / frame;
  const double base = frames > 0 ? std::floor(position + 1e-9) : std::ceil(position - 1e-9);
  const double next = state.start + (base + frames) * frame;
  if (next >= state.start - 1e-9 && next <= state.end + 1e-9) {
    return std::clamp(next, state.start, state.end);
  }
  if (state.isLooping) return next < state.start ? state.end : state.start;
  return std::clamp(next, state.start, state.end);
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
