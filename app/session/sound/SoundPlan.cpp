// SPDX-License-Identifier: Apache-2.0
#include "app/session/sound/SoundPlan.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

// Gains change only from one block to the next.
constexpr std::size_t kBlock = 256;

// The samples of a sound, as it lies in its file, from one place to another.
void widen(const WavFile& wav, double from, double to, double gain, float& lowest, float& highest) {
  const auto first = std::size_t(std::max(0.0, from * wav.rate()));
  const auto last = std::min(wav.frameCount(), std::size_t(std::max(0.0, to * wav.rate())) + 1);
  for (std::size_t frame = first; frame < last; ++frame) {
    const WavFile::Stereo both = wav.frame(frame);
    const float mixed = float(gain) * 0.5f * (both.left + both.right);
    lowest = std::min(lowest, mixed);
    highest = std::max(highest, mixed);
  }
}

}  // namespace

double PlacedSound::placeAt(double seconds) const {
  if (!wav || seconds < begin || seconds >= end) return -1.0;
  const double place = seconds - begin + mediaOffset;
  const double length = wav->seconds();
  if (place < length) return place;
  return isLooped ? std::fmod(place, length) : -1.0;
}

double PlacedSound::gainAt(double seconds) const {
  if (gains.empty()) return gain;
  const double place = std::round((seconds - gainBegin) / gainStep);
  const auto last = double(gains.size() - 1);
  return gains[std::size_t(std::clamp(place, 0.0, last))];
}

void mixSounds(const SoundPlan& plan, double seconds, int rate, float volume,
               std::span<float> stereo) {
  std::ranges::fill(stereo, 0.0f);
  const std::size_t count = stereo.size() / 2;
  for (const PlacedSound& sound : plan.sounds) {
    if (!sound.wav) continue;
    for (std::size_t begin = 0; begin < count; begin += kBlock) {
      const double start = seconds + double(begin) / rate;
      const auto gain = float(sound.gainAt(start)) * volume;
      if (gain == 0.0f) continue;
      for (std::size_t i = begin; i < std::min(count, begin + kBlock); ++i) {
        const double place = sound.placeAt(seconds + double(i) / rate);
        if (place < 0.0) continue;
        const WavFile::Stereo both = sound.wav->at(place);
        stereo[2 * i] += gain * both.left;
        stereo[2 * i + 1] += gain * both.right;
      }
    }
  }
  for (float& sample : stereo) sample = std::clamp(sample, -1.0f, 1.0f);
}

Waveform makeWaveform(const SoundPlan& plan, double begin, double end, std::size_t parts,
                      const std::stop_token& stop) {
  Waveform wave{begin, end, std::vector<float>(parts), std::vector<float>(parts)};
  const double step = (end - begin) / double(std::max<std::size_t>(parts, 1));
  for (const PlacedSound& sound : plan.sounds) {
    if (!sound.wav) continue;
    const double length = sound.wav->seconds();
    for (std::size_t i = 0; i < parts && !stop.stop_requested(); ++i) {
      const double from = std::max(begin + double(i) * step, sound.begin);
      const double to = std::min(begin + double(i + 1) * step, sound.end);
      if (from >= to) continue;
      const double gain = sound.gainAt(from);
      float lowest = 0.0f;
      float highest = 0.0f;
      double first = from - sound.begin + sound.mediaOffset;
      double last = to - sound.begin + sound.mediaOffset;
      if (sound.isLooped && last > length) {
        if (last - first >= length) {
          first = 0.0;
          last = length;
        } else {
          first = first < length ? first : std::fmod(first, length);
          last = first + (to - from);
          if (last > length) {
            widen(*sound.wav, 0.0, last - length, gain, lowest, highest);
            last = length;
          }
        }
      }
      if (last > 0.0) widen(*sound.wav, first, last, gain, lowest, highest);
      wave.lowest[i] += lowest;
      wave.highest[i] += highest;
    }
  }
  return wave;
}

}  // namespace usdscope
