// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/Transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/RangeDoctor.h"
#include "app/session/problems/MotionFinder.h"

namespace usdscope {
namespace {

constexpr double kSlowest = 0.1;
constexpr double kFastest = 4.0;
constexpr double kSameSample = 1e-9;  // Times closer than this are the same sample.
constexpr int kRestMs = 500;  // As in usdview, while the picture does not follow the playhead.

}  // namespace

Transport::Transport(Session& session)
    : session_(session),
      markers_(std::make_unique<Markers>(session)),
      rangeDoctor_(std::make_unique<RangeDoctor>(session)),
      motion_(std::make_unique<MotionFinder>(session)),
      reading_(session.background()) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (session_.document.value().isOpen()) {
      session_.requestScene(session_.playback.value().wantedTime());
    }
  });
  observeSubject(session_, this, [this] { readSamples(); });
  session_.inspection().plot.observe(
      this, [this, last = std::vector<PlotItem>()](const PlotChoice& choice) mutable {
        if (std::exchange(last, choice.pinned) != choice.pinned) readSamples();
      });
  session_.inspection().pinnedPrims.observe(this, [this](const std::vector<Path>&) {
    if (ticks.value() == TickSubject::Pinned) readSamples();
  });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    const std::pair range(state.start, state.end);
    if (std::exchange(range_, range) != range) resetZoom();
  });
}

Transport::~Transport() = default;

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

std::string Transport::resetIn() {
  const PlaybackState& state = session_.playback.value();
  return setPlayRange(state.start, state.playEnd);
}

std::string Transport::resetOut() {
  const PlaybackState& state = session_.playback.value();
  return setPlayRange(state.playStart, state.end);
}

void Transport::resetPlayRange() {
  change([](PlaybackState& state) {
    state.playStart = state.start;
    state.playEnd = state.end;
  });
}

std::string Transport::playSamples() {
  const std::vector<SampleTick>& all = samples.value();
  if (all.size() < 2) return "The selection has no two samples at different times.";
  return setPlayRange(all.front().time, all.back().time);
}

void Transport::slidePlayRange(double by) {
  change([by](PlaybackState& state) {
    if (!state.isAnimated() || !std::isfinite(by)) return;
    const double way = std::clamp(by, state.start - state.playStart, state.end - state.playEnd);
    const double length = state.playEnd - state.playStart;
    state.playStart += way;
    state.playEnd = std::min(state.playStart + length, state.end);
  });
}

void Transport::setRange(std::pair<double, double> range, PlaybackState::RangeSource source) {
  change([&](PlaybackState& state) {
    state.start = state.playStart = range.first;
    state.end = state.playEnd = range.second;
    state.rangeSource = source;
  });
}

void Transport::setTicks(TickSubject subject) {
  ticks.set(subject);
  readSamples();
}

void Transport::setZoom(double from, double to) {
  const PlaybackState& state = session_.playback.value();
  const std::pair cut(std::max(from, state.start), std::min(to, state.end));
  const bool isPart = cut.first < cut.second && cut != std::pair(state.start, state.end);
  zoom.set(isPart ? std::optional(cut) : std::nullopt);
}

void Transport::beginScrub() {
  wasPlaying_ = session_.playback.value().isPlaying;
  session_.setPlaying(false);
  change([](PlaybackState& state) { state.isScrubbing = true; });
}

void Transport::endScrub() {
  rest_.stop();
  change([](PlaybackState& state) { state.isScrubbing = false; });
  if (std::exchange(wasPlaying_, false)) session_.setPlaying(true);
}

void Transport::setRedrawsOnScrub(bool redraws) {
  change([redraws](PlaybackState& state) { state.redrawsOnScrub = redraws; });
}

bool Transport::wantsPicture() {
  const PlaybackState& state = session_.playback.value();
  const bool isWanted = !state.isScrubbing || state.redrawsOnScrub;
  if (!isWanted) rest_.start();
  return isWanted;
}

void Transport::setOpenedRange(PlaybackState& state, const TimeCodeRange& range, SetRange set) {
  setOpenedRange_ = std::move(set);
  setOpenedRange_(state, range);
}

void Transport::takeOpenedRange(const TimeCodeRange& range, TimeCode first) {
  PlaybackState state = session_.playback.value();
  // The user may have chosen a range, or moved the playhead, meanwhile.
  if (state.rangeSource == PlaybackState::RangeSource::Chosen) return;
  PlaybackState opened = state;
  if (!setOpenedRange_) return;
  setOpenedRange_(opened, range);
  state.start = opened.start;
  state.end = opened.end;
  state.playStart = opened.playStart;
  state.playEnd = opened.playEnd;
  state.rangeSource = opened.rangeSource;
  const bool isMoved = !session_.isFirstAwaited_ || state.wantedTime() != session_.requestedTime_;
  if (!isMoved && opened.wantedTime() != state.wantedTime()) {
    session_.requestedTime_ = first;
    state.moveTo(first);
  }
  session_.playback.set(state);
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
  const std::vector<SampleTick>& all = samples.value();
  const double time = session_.playback.value().time;
  if (all.empty()) return "The selection has no time samples.";
  if (isForward) {
    const auto next = std::ranges::upper_bound(all, time + kSameSample, {}, &SampleTick::time);
    if (next == all.end()) return "The selection has no later sample.";
    session_.setTime(next->time);
  } else {
    const auto next = std::ranges::lower_bound(all, time - kSameSample, {}, &SampleTick::time);
    if (next == all.begin()) return "The selection has no earlier sample.";
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
    ticksOfStage_.reset();
    return samples.set({});
  }
  if (ticks.value() == TickSubject::Stage) {
    if (ticksOfStage_.lock() == stage) return;
    ticksOfStage_ = stage;
    return reading_.start([this, stage](const TaskRun& run) -> LatestTask::Show {
      auto all = ticksOfStage(*stage, run.stop);
      if (run.stop.stop_requested()) return {};
      return [this, all = std::move(all)]() mutable { samples.set(std::move(all)); };
    });
  }
  ticksOfStage_.reset();
  const Selection& selection = session_.selection.value();
  std::vector<Path> paths;
  if (ticks.value() == TickSubject::Pinned) {
    paths = session_.inspection().pinnedPrims.value();
  } else {
    for (const Path prim : selection.prims) {
      paths.push_back(selection.property ? prim.property(selection.property) : prim);
    }
    for (const PlotItem& item : session_.inspection().plot.value().pinned) {
      paths.push_back(item.attribute);
    }
  }
  reading_.start(
      [this, stage, paths = std::move(paths),
       time = session_.playback.value().timeCode()](const TaskRun& run) -> LatestTask::Show {
        auto all = ticksOf(*stage, paths, time, run.stop);
        return [this, all = std::move(all)]() mutable { samples.set(std::move(all)); };
      });
}

}  // namespace usdscope
