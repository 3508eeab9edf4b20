// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/PlaybackClock.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace usdscope {

PlaybackClock::PlaybackClock(Observable<PlaybackState>& playback) : playback_(playback) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(4);
  connect(&timer_, &QTimer::timeout, this, &PlaybackClock::tick);
  playback_.observe(this, [this](const PlaybackState& state) {
    if (state.isPlaying != isPlaying_) {
      isPlaying_ = state.isPlaying;
      if (isPlaying_) {
        start();
      } else {
        timer_.stop();
      }
      return;
    }
    const bool isOther = state.speed != base_.speed || state.loop != base_.loop ||
                         state.pace != base_.pace || state.playStart != base_.playStart ||
                         state.playEnd != base_.playEnd || state.isReversed != isReversed_;
    if (isPlaying_ && isOther && !isMoving_) rebase(state);
  });
}

void PlaybackClock::start() {
  sinceStart_.start();
  lastFrameSeconds_ = 0.0;
  shownSeconds_.clear();
  isShown_ = true;
  rebase(playback_.value());
  timer_.start();
}

void PlaybackClock::rebase(const PlaybackState& state) {
  base_ = state;
  base_.time = std::clamp(state.time, state.playStart, state.playEnd);
  isReversed_ = state.isReversed;
  baseSeconds_ = double(sinceStart_.elapsed()) / 1000.0;
}

void PlaybackClock::noteShown() {
  isShown_ = true;
  if (!isPlaying_) return;
  const double now = double(sinceStart_.elapsed()) / 1000.0;
  shownSeconds_.push_back(now);
  while (now - shownSeconds_.front() > 1.0) shownSeconds_.pop_front();
  PlaybackState state = playback_.value();
  const double span = now - shownSeconds_.front();
  state.measuredFps = span > 0.2 ? double(shownSeconds_.size() - 1) / span : 0.0;
  playback_.set(state);
}

void PlaybackClock::moveTo(const PlaybackPlace& place) {
  const QScopedValueRollback guard(isMoving_, true);
  PlaybackState state = playback_.value();
  isShown_ = isShown_ && place.time == state.time;
  state.time = place.time;
  state.isReversed = isReversed_ = place.isReversed;
  if (place.hasEnded) state.isPlaying = false;
  playback_.set(state);
}

void PlaybackClock::tick() {
  const PlaybackState& state = playback_.value();
  const double now = double(sinceStart_.elapsed()) / 1000.0;

  if (state.pace == PlaybackPace::EveryFrame) {
    const double wait = 1.0 / (state.framesPerSecond * state.speed);
    if (!isShown_ || now - lastFrameSeconds_ < wait - 0.002) return;
    lastFrameSeconds_ = now;
    return moveTo(nextPlace(state));
  }

  const PlaybackPlace place = placeAfter(base_, base_.time, now - baseSeconds_);
  if (place.hasEnded) return moveTo(place);
  if (place.time == state.time) return;
  if (!isShown_) return;  // The frame before is still being made; this one may be dropped.
  const double frames = std::abs(place.time - state.time) / state.timeCodesPerFrame();
  const int skipped = int(std::lround(frames / std::max(state.speed, 1.0))) - 1;
  const bool isWrapped = (place.time < state.time) != place.isReversed;
  if (skipped > 0 && !isWrapped) {
    PlaybackState counted = state;
    counted.droppedFrames += skipped;
    const QScopedValueRollback guard(isMoving_, true);
    playback_.set(counted);
  }
  moveTo(place);
}

}  // namespace usdscope
