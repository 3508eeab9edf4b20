// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "app/session/playback/PlaybackState.h"
#include "app/session/scenes/SceneBytes.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {

/// The inputs of scenes that differ only in time.
struct SceneKind {
  std::shared_ptr<SceneExtractor> extractor;
  ExtractOptions options;
  bool operator==(const SceneKind&) const = default;
};

/// Returns how soon the playhead needs a frame, in frames; smaller is sooner. While playing, frames
/// ahead come first, in the order of playing. At rest, frames near the playhead come first.
double urgencyOf(const PlaybackState& state, double time);

/// Scenes that have been made, by time, up to a number of bytes. When they do not fit, the scenes
/// that the playhead needs last are dropped. It keeps scenes of one kind only: other ones empty it.
/// Thread-safe.
class PreparedScenes {
 public:
  using Scenes = std::vector<std::shared_ptr<const Scene>>;

  /// Sets the position and the movement of the playhead, which decide what is kept.
  void follow(const PlaybackState& state);
  /// Keeps scenes of this kind from now on. Returns the scenes of another kind, so that the caller
  /// frees them where nobody waits.
  Scenes keepKind(const SceneKind& kind);
  /// Returns scenes that do not fit any more.
  Scenes setByteBudget(std::size_t bytes);

  /// Returns the scene at a time; waits while it is being made. Null if there is none.
  std::shared_ptr<const Scene> find(const SceneKind& kind, TimeCode time,
                                    const std::stop_token& stop);
  /// Whether the scene at a time is there or being made.
  bool hasOrMakes(const SceneKind& kind, TimeCode time) const;
  /// Returns the time of the scene to make next, and notes that it is being made; empty when all
  /// that fit have been made.
  std::optional<double> beginNext();
  /// Ends what beginNext() began. `made` may be null.
  void endNext(const SceneKind& kind, const std::shared_ptr<const Scene>& made);
  /// Adds a scene. It is not kept if others are needed sooner and there is no room.
  void add(const SceneKind& kind, const std::shared_ptr<const Scene>& scene);

  std::size_t byteCount() const;
  std::size_t count() const;
  /// The times at which scenes are there, as ranges of successive frames.
  std::vector<std::pair<double, double>> ranges() const;

 private:
  /// Visits frames from the playhead in the order of their urgency, one by one.
  class Walk {
   public:
    explicit Walk(const PlaybackState& state) : state_(state) {}
    std::optional<double> next();

   private:
    std::optional<double> nextAtRest();
    PlaybackState state_;
    std::size_t count_ = 0;
  };

  void keep(const std::shared_ptr<const Scene>& scene);
  void fit();
  std::map<double, std::shared_ptr<const Scene>>::iterator leastUrgent();

  mutable std::mutex mutex_;  ///< Guards all members.
  std::condition_variable_any made_;
  SceneKind kind_;
  PlaybackState state_;
  std::map<double, std::shared_ptr<const Scene>> scenes_;
  SceneBytes bytes_;
  std::size_t byteBudget_ = 0;
  std::optional<double> making_;
  Scenes dropped_;  ///< Scenes that the worker frees, outside of the lock.
};

}  // namespace usdscope
