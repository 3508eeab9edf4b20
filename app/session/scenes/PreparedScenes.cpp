// SPDX-License-Identifier: Apache-2.0
#include "app/session/scenes/PreparedScenes.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

constexpr std::size_t kMostFrames = 5000;  // Frames further away are not prepared.
constexpr double kNear = 1e-6;             // Frames.

// The range in which the playhead moves: outside of the play range, the whole range.
std::pair<double, double> rangeAround(const PlaybackState& state) {
  const bool isInside = state.time >= state.playStart && state.time <= state.playEnd;
  if (isInside || state.isPlaying) return {state.playStart, state.playEnd};
  return {state.start, state.end};
}

}  // namespace

double urgencyOf(const PlaybackState& state, double time) {
  const double frame = state.timeCodesPerFrame();
  const auto [from, to] = rangeAround(state);
  const double ahead = (time - state.time) * (state.isReversed ? -1.0 : 1.0);
  if (time < from || time > to) return 4.0 * (to - from) / frame + std::abs(ahead) / frame;
  if (!state.isPlaying) return (ahead >= 0.0 ? 2.0 * ahead : -2.0 * ahead + frame) / frame;
  if (ahead >= 0.0) return ahead / frame;
  const double toEnd = state.isReversed ? state.time - from : to - state.time;
  switch (state.loop) {
    case LoopMode::Loop:
      return (ahead + (to - from) + frame) / frame;
    case LoopMode::PingPong:
      return (2.0 * toEnd - ahead) / frame;
    case LoopMode::Once:
      break;
  }
  return (2.0 * (to - from) - ahead) / frame;  // Not needed any more.
}

std::optional<double> PreparedScenes::Walk::next() {
  if (count_ >= kMostFrames) return std::nullopt;
  if (!state_.isPlaying) return nextAtRest();
  if (count_++ == 0) return state_.time;
  const PlaybackPlace place = nextPlace(state_);
  if (place.hasEnded) {
    count_ = kMostFrames;
    return std::nullopt;
  }
  state_.time = place.time;
  state_.isReversed = place.isReversed;
  return state_.time;
}

// 0, +1, -1, +2, -2, …; times outside of the range are skipped.
std::optional<double> PreparedScenes::Walk::nextAtRest() {
  const double frame = state_.timeCodesPerFrame();
  const auto [from, to] = rangeAround(state_);
  // The frames around the playhead stand at whole frames, also when the playhead is between two.
  const double base = std::round((state_.time - from) / frame);
  const double reach = 2.0 * std::max(base, (to - from) / frame - base) + 2.0;
  while (count_ < kMostFrames && double(count_) <= reach) {
    if (count_++ == 0) return state_.time;
    const double steps = std::floor(double(count_) / 2.0);
    const bool isLater = (count_ % 2 == 0) != state_.isReversed;
    const double time = from + (base + (isLater ? steps : -steps)) * frame;
    if (time >= from && time <= to + kNear * frame) return std::min(time, to);
  }
  count_ = kMostFrames;
  return std::nullopt;
}

void PreparedScenes::follow(const PlaybackState& state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

PreparedScenes::Scenes PreparedScenes::keepKind(const SceneKind& kind) {
  const std::lock_guard lock(mutex_);
  Scenes freed = std::exchange(dropped_, {});
  if (kind_ == kind) return freed;
  kind_ = kind;
  for (auto& [time, scene] : scenes_) freed.push_back(std::move(scene));
  scenes_.clear();
  bytes_.clear();
  making_.reset();
  made_.notify_all();
  return freed;
}

PreparedScenes::Scenes PreparedScenes::setByteBudget(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  byteBudget_ = bytes;
  fit();
  return std::exchange(dropped_, {});
}

std::shared_ptr<const Scene> PreparedScenes::find(const SceneKind& kind, TimeCode time,
                                                  const std::stop_token& stop) {
  if (time.isDefault() || time.isPreTime()) return nullptr;
  std::unique_lock lock(mutex_);
  made_.wait(lock, stop, [&] { return kind_ != kind || making_ != time.time(); });
  if (kind_ != kind) return nullptr;
  const auto found = scenes_.find(time.time());
  return found == scenes_.end() ? nullptr : found->second;
}

bool PreparedScenes::hasOrMakes(const SceneKind& kind, TimeCode time) const {
  if (time.isDefault() || time.isPreTime()) return false;
  const std::lock_guard lock(mutex_);
  return kind_ == kind && (scenes_.contains(time.time()) || making_ == time.time());
}

std::optional<double> PreparedScenes::beginNext() {
  Scenes freed;  // Freed after the lock.
  const std::lock_guard lock(mutex_);
  freed.swap(dropped_);
  Walk walk(state_);
  while (const auto time = walk.next()) {
    if (scenes_.contains(*time)) continue;
    if (!scenes_.empty()) {
      // One more would be dropped at once.
      const std::size_t usual = bytes_.total() / scenes_.size();
      const bool isFull = bytes_.total() + usual > byteBudget_;
      if (isFull && urgencyOf(state_, *time) >= urgencyOf(state_, leastUrgent()->first)) break;
    }
    making_ = time;
    return time;
  }
  return std::nullopt;
}

void PreparedScenes::endNext(const SceneKind& kind, const std::shared_ptr<const Scene>& made) {
  Scenes freed;
  const std::lock_guard lock(mutex_);
  if (kind_ == kind && made) keep(made);
  making_.reset();
  made_.notify_all();
  freed.swap(dropped_);
}

void PreparedScenes::add(const SceneKind& kind, const std::shared_ptr<const Scene>& scene) {
  Scenes freed;
  const std::lock_guard lock(mutex_);
  if (kind_ == kind) keep(scene);
  freed.swap(dropped_);
}

void PreparedScenes::keep(const std::shared_ptr<const Scene>& scene) {
  if (scene->time.isDefault() || scene->time.isPreTime()) return;
  const auto [place, isNew] = scenes_.try_emplace(scene->time.time(), scene);
  if (!isNew) return;
  bytes_.add(scene);
  fit();
}

void PreparedScenes::fit() {
  while (bytes_.total() > byteBudget_ && !scenes_.empty()) {
    const auto least = leastUrgent();
    bytes_.remove(*least->second);
    dropped_.push_back(std::move(least->second));
    scenes_.erase(least);
  }
  if (scenes_.empty()) bytes_.clear();
}

std::map<double, std::shared_ptr<const Scene>>::iterator PreparedScenes::leastUrgent() {
  return std::ranges::max_element(
      scenes_, {}, [this](const auto& entry) { return urgencyOf(state_, entry.first); });
}

std::size_t PreparedScenes::byteCount() const {
  const std::lock_guard lock(mutex_);
  return bytes_.total();
}

std::size_t PreparedScenes::count() const {
  const std::lock_guard lock(mutex_);
  return scenes_.size();
}

std::vector<std::pair<double, double>> PreparedScenes::ranges() const {
  const std::lock_guard lock(mutex_);
  const double most = state_.timeCodesPerFrame() * (1.0 + kNear);
  std::vector<std::pair<double, double>> ranges;
  for (const auto& [time, scene] : scenes_) {
    if (!ranges.empty() && time - ranges.back().second <= most) {
      ranges.back().second = time;
    } else {
      ranges.emplace_back(time, time);
    }
  }
  return ranges;
}

}  // namespace usdscope
