// SPDX-License-Identifier: Apache-2.0
#include "app/session/Transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr double kSlowest = 0.1;
constexpr double kFastest = 4.0;
constexpr std::size_t kMostAttributes = 2000;  // More are not read.
constexpr double kSame = 1e-9;                 // Times closer than this are the same sample.

// Keeps one tick for each time.
std::vector<SampleTick> merged(std::vector<SampleTick> ticks) {
  std::ranges::stable_sort(ticks, {}, &SampleTick::time);
  const auto rest = std::ranges::unique(ticks, {}, &SampleTick::time);
  ticks.erase(rest.begin(), rest.end());
  return ticks;
}

}  // namespace

Transport::Transport(Session& session) : session_(session), reading_(session.background()) {
  observeSubject(session_, this, [this] { readSamples(); });
  session_.inspection().plot.observe(
      this, [this, last = std::vector<PlotItem>()](const PlotChoice& choice) mutable {
        if (std::exchange(last, choice.pinned) != choice.pinned) readSamples();
      });
}

template <typename Change>
void Transport::change(Change change) {
  PlaybackState state = session_.playback.value();
  change(state);
  session_.playback.set(state);
}

void Transport::setPace(PlaybackPace pace) {
  change([pace](PlaybackState& state) { state.pace = pace; });
}

void Transport::setLoop(LoopMode loop) {
  change([loop](PlaybackState& state) { state.loop = loop; });
}

std::string Transport::setSpeed(double speed) {
  if (!(speed >= kSlowest && speed <= kFastest)) {
    return fmt::format("Expected a speed from {} to {}.", kSlowest, kFastest);
  }
  change([speed](PlaybackState& state) { state.speed = speed; });
  return {};
}

void Transport::setStepsPerFrame(int steps) {
  change([steps](PlaybackState& state) { state.stepsPerFrame = std::max(steps, 0); });
}

std::string Transport::setPlayRange(double from, double to) {
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated()) return "Nothing in this scene is animated.";
  const double first = std::max(from, state.start);
  const double last = std::min(to, state.end);
  if (!(first < last)) {
    return fmt::format("Expected a first and a later last frame from {} to {}.", state.start,
                       state.end);
  }
  change([&](PlaybackState& next) {
    next.playStart = first;
    next.playEnd = last;
  });
  return {};
}

std::string Transport::setIn() {
  const PlaybackState& state = session_.playback.value();
  // In behind out begins a new range up to the end.
  return setPlayRange(state.time, state.time < state.playEnd ? state.playEnd : state.end);
}

std::string Transport::setOut() {
  const PlaybackState& state = session_.playback.value();
  return setPlayRange(state.time > state.playStart ? state.playStart : state.start, state.time);
}

void Transport::resetPlayRange() {
  change([](PlaybackState& state) {
    state.playStart = state.start;
    state.playEnd = state.end;
  });
}

void Transport::play(bool isReversed) {
  const PlaybackState& state = session_.playback.value();
  const bool stops = state.isPlaying && state.isReversed == isReversed;
  change([isReversed](PlaybackState& next) { next.isReversed = isReversed; });
  session_.setPlaying(!stops);
}

void Transport::shuttle(bool isReversed) {
  const PlaybackState& state = session_.playback.value();
  const bool isFaster = state.isPlaying && state.isReversed == isReversed;
  const double speed = isFaster ? std::min(state.speed * 2.0, kFastest) : 1.0;
  change([&](PlaybackState& next) {
    next.isReversed = isReversed;
    next.speed = speed;
  });
  session_.setPlaying(true);
}

void Transport::stop() {
  session_.setPlaying(false);
  change([](PlaybackState& state) { state.speed = 1.0; });
}

std::string Transport::step(int steps) {
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated()) return "Nothing in this scene is animated.";
  if (state.stepsPerFrame == 0) return stepToSample(steps > 0);
  session_.setTime(stepped(state, steps));
  return {};
}

std::string Transport::stepToSample(bool isForward) {
  const std::vector<SampleTick>& ticks = samples.value();
  const double time = session_.playback.value().time;
  if (ticks.empty()) return "The selection has no time samples.";
  if (isForward) {
    const auto next = std::ranges::upper_bound(ticks, time + kSame, {}, &SampleTick::time);
    if (next == ticks.end()) return "The selection has no later sample.";
    session_.setTime(next->time);
  } else {
    const auto next = std::ranges::lower_bound(ticks, time - kSame, {}, &SampleTick::time);
    if (next == ticks.begin()) return "The selection has no earlier sample.";
    session_.setTime(std::prev(next)->time);
  }
  return {};
}

void Transport::goToStart() { session_.setTime(session_.playback.value().playStart); }

void Transport::goToEnd() { session_.setTime(session_.playback.value().playEnd); }

void Transport::readSamples() {
  const auto& stage = session_.document.value().stage;
  if (!stage) {
    reading_.cancel();
    return samples.set({});
  }
  const Selection& selection = session_.selection.value();
  reading_.start(
      [this, stage, selection, pinned = session_.inspection().plot.value().pinned,
       time = session_.playback.value().timeCode()](const TaskRun& run) -> LatestTask::Show {
        std::vector<SampleTick> ticks;
        std::size_t count = 0;
        const auto add = [&](const Attribute& attribute) {
          if (!attribute || ++count > kMostAttributes || run.stop.stop_requested()) return;
          const std::vector<double> times = attribute.timeSamples();
          if (times.empty()) return;
          const ValueSource source = attribute.resolveInfo(time).source;
          for (const double each : times) ticks.push_back({each, source});
        };
        for (const Path path : selection.prims) {
          const Prim prim = stage->primAt(path);
          if (!prim) continue;
          if (selection.property) {
            add(prim.attribute(selection.property));
          } else {
            for (const Token name : prim.propertyNames()) add(prim.attribute(name));
          }
          if (count > kMostAttributes || run.stop.stop_requested()) break;
        }
        for (const PlotItem& item : pinned) {
          const Prim prim = stage->primAt(item.attribute.primPath());
          if (prim) add(prim.attribute(item.attribute.name()));
        }
        return [this, all = merged(std::move(ticks))]() mutable { samples.set(std::move(all)); };
      });
}

}  // namespace usdscope
