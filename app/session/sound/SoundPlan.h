// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/sound/WavFile.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// A sound with its place in the time of the stage. Times are in seconds; stage time 0 is time code
/// 0.
struct PlacedSound {
  static constexpr double kForever = std::numeric_limits<double>::infinity();

  Path prim;         ///< The SpatialAudio prim; empty for the file that the user chose.
  std::string file;  ///< Identifier.
  std::shared_ptr<const WavFile> wav;
  double begin = 0.0;         ///< Stage time.
  double end = kForever;      ///< Stage time.
  double mediaOffset = 0.0;   ///< The place in the file that plays at `begin`.
  bool isLooped = false;      ///< Starts again at the begin of the file.
  double gain = 1.0;          ///< If `gains` is empty.
  std::vector<double> gains;  ///< One for each `gainStep`, from stage time `gainBegin` on.
  double gainBegin = 0.0;
  double gainStep = 1.0;

  /// The place in the file at a stage time; negative when nothing plays.
  double placeAt(double seconds) const;
  double gainAt(double seconds) const;
};

/// All sounds of a scene. Immutable and thread-safe.
struct SoundPlan {
  std::vector<PlacedSound> sounds;
  std::vector<std::string> problems;  ///< Sentences about sounds that cannot be played.
  std::string chosenProblem;          ///< Why the chosen file cannot be played; else empty.
};

/// Mixes all sounds into frames of two samples, left and right, for `rate` frames in a second from
/// a stage time on. Samples are clamped to -1 … 1.
void mixSounds(const SoundPlan& plan, double seconds, int rate, float volume,
               std::span<float> stereo);

/// The lowest and the highest samples of the mix in equal parts of a span of stage time.
struct Waveform {
  double begin = 0.0;  ///< Seconds.
  double end = 0.0;
  std::vector<float> lowest;
  std::vector<float> highest;  ///< As many.
  bool operator==(const Waveform&) const = default;
};

/// Sums what all sounds have in each part, so that a part is never too low. Incomplete when
/// stopped.
Waveform makeWaveform(const SoundPlan& plan, double begin, double end, std::size_t parts,
                      const std::stop_token& stop);

}  // namespace usdscope
