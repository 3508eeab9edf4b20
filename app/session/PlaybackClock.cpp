// SPDX-License-Identifier: Apache-2.0
#include "app/session/PlaybackClock.h"

#include <cmath>

namespace usdscope {

PlaybackClock::PlaybackClock(Observable<PlaybackState>& playback) : playback_(playback) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(4);
  connect(&timer_, &QTimer::timeout, this, &PlaybackClock::tick);
  playback_.observe(this, [this](const PlaybackState& state) {
    if (state.isPlaying == isPlaying_) return;
    isPlaying_ = state.isPlaying;
    if (isPlaying_) {
      start();
    } else {
      timer_.stop();
    }
  });
}

void PlaybackClock::start() {
  startTime_ = playback_.value().time;
  sinceStart_.start();
  lastFrameSeconds_ = 0.0;
  shownSeconds_.clear();
  isShown_ = true;
  timer_.start();
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

void PlaybackClock::moveTo(double time) {
  PlaybackState state = playback_.value();
  if (time == state.time) return;
  state.time = time;
  isShown_ = false;
  playback_.set(state);
}

void PlaybackClock::tick() {
  const PlaybackState& state = playback_.value();
  const double frame = state.timeCodesPerFrame();
  const double now = double(sinceStart_.elapsed()) / 1000.0;

  if (state.pace == PlaybackPace::EveryFrame) {
    if (!isShown_ || now - lastFrameSeconds_ < 1.0 / state.framesPerSecond - 0.002) return;
    lastFrameSeconds_ = now;
    if (!state.isLooping && state.time >= state.end) {
      PlaybackState stopped = state;
      stopped.isPlaying = false;
      playback_.set(stopped);
      return;
    }
    moveTo(stepped(state, 1));
    return;
  }

  const double exact = advanced(state, startTime_, now);
  const double whole = state.start + std::floor((exact - state.start) / frame + 1e-6) * frame;
  if (whole == state.time) return;
  if (!state.isLooping && whole >= state.end) {
    moveTo(state.end);
    PlaybackState stopped = playback_.value();
    stopped.isPlaying = false;
    playback_.set(stopped);
    return;
  }
  if (!isShown_) return;  // The frame before is still being made; this one may be dropped.
  const int skipped = static_cast<int>(std::lround((whole - state.time) / frame)) - 1;
  if (skipped > 0) {
    PlaybackState counted = state;
    counted.droppedFrames += skipped;
    playback_.set(counted);
  }
  moveTo(whole);
}

}  // namespace usdscope
