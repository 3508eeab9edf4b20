// SPDX-License-Identifier: Apache-2.0
#include "app/session/sound/FindSounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/asset/AssetResolver.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr double kMostGains = 100'000;
constexpr std::size_t kMostSounds = 1000;

/// Reads each file once.
class WavFiles {
 public:
  explicit WavFiles(const AssetResolver& resolver) : resolver_(resolver) {}

  const WavResult& find(const std::string& file) {
    const auto [place, isNew] = known_.try_emplace(file);
    if (isNew) {
      const FileBytesResult opened = resolver_.open(file);
      place->second =
          opened.bytes ? WavFile::read(*opened.bytes) : WavResult{nullptr, opened.problem};
    }
    return place->second;
  }

 private:
  const AssetResolver& resolver_;
  std::map<std::string, WavResult> known_;
};

template <typename T>
T valueOf(const Prim& prim, const char* name, T fallback) {
  const Attribute attribute = prim.attribute(Token(name));
  return attribute ? attribute.value().valueOr(std::move(fallback)) : fallback;
}

std::string nameOf(const std::string& file) { return file.substr(file.rfind('/') + 1); }

// The sentence goes on.
std::string withoutDot(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

double gainOf(const Value& value) {
  const double gain = value.valueOr(1.0);
  return std::isfinite(gain) ? std::max(gain, 0.0) : 1.0;
}

void takeGains(const Prim& prim, const TimeCodeRange& range, double codesPerSecond,
               PlacedSound& sound) {
  const Attribute gain = prim.attribute(Token("gain"));
  if (!gain) return;
  sound.gain = gainOf(gain.value());
  const double span = range.end - range.start;
  if (!gain.mightBeTimeVarying() || !(span > 0.0) || span > kMostGains) return;
  sound.gainBegin = range.start / codesPerSecond;
  sound.gainStep = 1.0 / codesPerSecond;
  for (double time = range.start; time <= range.end; ++time) {
    sound.gains.push_back(gainOf(gain.value(TimeCode(time))));
  }
}

// Returns why the sound cannot be heard; empty if it can.
std::string place(const Prim& prim, const TimeCodeRange& range, double codesPerSecond,
                  PlacedSound& sound) {
  const std::string mode = valueOf(prim, "playbackMode", Token("onceFromStart")).string();
  sound.isLooped = mode.starts_with("loop");
  sound.begin = valueOf(prim, "startTime", TimeCodeValue()).time / codesPerSecond;
  if (mode == "loopFromStage") sound.begin = range.start / codesPerSecond;
  if (mode.ends_with("ToEnd")) {
    sound.end = valueOf(prim, "endTime", TimeCodeValue()).time / codesPerSecond;
  }
  sound.mediaOffset = valueOf(prim, "mediaOffset", 0.0);
  const bool isFinite =
      std::isfinite(sound.begin) && std::isfinite(sound.mediaOffset) && !std::isnan(sound.end);
  if (!isFinite) return "its times are not finite";
  return sound.end <= sound.begin ? "its endTime is not after its startTime" : std::string();
}

}  // namespace

SoundPlan findSounds(const Stage& stage, const TimeCodeRange& range, const std::string& chosen,
                     const std::stop_token& stop) {
  SoundPlan plan;
  WavFiles files(stage.resolver());
  const double codesPerSecond = stage.timeCodesPerSecond();
  const Token type("SpatialAudio");
  traverse(stage.pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (prim.typeName() != type || plan.sounds.size() >= kMostSounds) return true;
    const auto fail = [&](const std::string& why) {
      plan.problems.push_back(fmt::format("{} is not heard: {}.", prim.path().text(), why));
      return true;
    };
    PlacedSound sound{.prim = prim.path()};
    const auto path = valueOf(prim, "filePath", AssetPath());
    if (path.path().empty()) return fail("it names no file");
    if (path.resolved.empty()) return fail("there is no file " + path.path());
    sound.file = path.resolved;
    const WavResult& read = files.find(sound.file);
    if (!read.wav) return fail(nameOf(sound.file) + " cannot be read: " + withoutDot(read.problem));
    sound.wav = read.wav;
    const std::string problem = place(prim, range, codesPerSecond, sound);
    if (!problem.empty()) return fail(problem);
    takeGains(prim, range, codesPerSecond, sound);
    plan.sounds.push_back(std::move(sound));
    return true;
  });
  if (chosen.empty() || stop.stop_requested()) return plan;
  const WavResult& read = files.find(chosen);
  if (read.wav) {
    plan.sounds.push_back(
        {.prim = {}, .file = chosen, .wav = read.wav, .begin = range.start / codesPerSecond});
  } else {
    plan.chosenProblem = nameOf(chosen) + " cannot be played. " + read.problem;
  }
  return plan;
}

}  // namespace usdscope
