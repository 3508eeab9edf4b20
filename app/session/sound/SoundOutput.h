// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/session/sound/SoundPlan.h"

namespace usdscope {

/// Plays sounds on the usual sound device, on a thread of its own. Looks for the device when
/// something is played for the first time. Thread-safe.
class SoundOutput {
 public:
  /// Gets a sentence when there is no device, or it refuses. Called on the thread of the output.
  using OnProblem = std::function<void(const std::string&)>;
  explicit SoundOutput(OnProblem onProblem);
  ~SoundOutput();
  SoundOutput(const SoundOutput&) = delete;
  SoundOutput& operator=(const SoundOutput&) = delete;

  /// Plays from a stage time on, in place of what was playing.
  void play(std::shared_ptr<const SoundPlan> plan, double seconds, float volume);
  void setVolume(float volume);
  void stop();
  /// The stage time that is heard now, in seconds; empty while nothing is heard.
  std::optional<double> heardSeconds() const;

 private:
  class Worker;
  class Thread;
  std::unique_ptr<Thread> thread_;
};

}  // namespace usdscope
