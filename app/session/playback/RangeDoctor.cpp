// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/RangeDoctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/Session.h"
#include "app/session/playback/Transport.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// Ranges agree if this share of the samples' range lies in the authored one …
constexpr double kInside = 0.5;
// … and the samples' range takes this share of it. Less is likely a mistake.
constexpr double kCovered = 0.02;

std::string textOf(double from, double to) { return numberToText(from) + " – " + numberToText(to); }

}  // namespace

RangeAdvice adviseRange(const TimeCodeRange& authored, const SampleSpan& samples) {
  RangeAdvice advice;
  if (samples.times && samples.times->second > samples.times->first) advice.samples = samples.times;
  const double span = authored.end - authored.start;
  const bool isFinite = std::isfinite(authored.start) && std::isfinite(authored.end);
  if (authored.isAuthored && isFinite && span > 0.0) {
    advice.authored = {authored.start, authored.end};
  }
  if (!authored.isAuthored) return advice;
  const std::string range = textOf(authored.start, authored.end);
  if (!isFinite) {
    advice.sentence = "The authored range " + range + " is not made of finite numbers.";
  } else if (span < 0.0) {
    advice.sentence = "The authored range " + range + " ends before it starts.";
  }
  if (!advice.samples) return advice;
  const auto [first, last] = *advice.samples;
  const std::string ofSamples = textOf(first, last);
  if (!advice.sentence.empty()) {
    advice.sentence += " The samples span " + ofSamples + ".";
  } else if (span == 0.0) {
    advice.sentence = "The authored range has the single frame " + numberToText(authored.start) +
                      ", but the samples span " + ofSamples + ".";
  } else if (!samples.hasClips) {
    const double common = std::min(last, authored.end) - std::max(first, authored.start);
    if (common < kInside * (last - first)) {
      advice.sentence = "Most samples lie outside of the authored range " + range + ": they span " +
                        ofSamples + ".";
    } else if (last - first < kCovered * span) {
      advice.sentence =
          "The samples span only " + ofSamples + " of the authored range " + range + ".";
    }
  }
  return advice;
}

RangeDoctor::RangeDoctor(Session& session) : session_(session), reading_(session.background()) {
  session_.document.observe(this, [this](const Document&) { examine(); });
}

void RangeDoctor::examine() {
  const Document& open = session_.document.value();
  // Edits of a stage rarely change its samples.
  const bool isKnown = open.isOpen() && open.changes && span_ && file_ == open.file;
  if (!isKnown) {
    span_.reset();
    reading_.cancel();
  }
  advise();
  if (!open.isOpen() || isKnown) return;
  file_ = open.file;
  reading_.start([this, stage = open.stage](const TaskRun& run) -> LatestTask::Show {
    const auto span = sampleSpanOf(*stage, run.stop);
    if (!span) return {};
    return [this, span] {
      span_ = span;
      advise();
    };
  });
}

void RangeDoctor::advise() {
  const auto& stage = session_.document.value().stage;
  advice.set(stage && span_ ? adviseRange(stage->timeCodeRange(), *span_) : RangeAdvice());
}

bool RangeDoctor::canUseSamples() const {
  const PlaybackState& state = session_.playback.value();
  const auto& samples = advice.value().samples;
  return samples && *samples != std::pair(state.start, state.end);
}

bool RangeDoctor::canUseAuthored() const {
  const PlaybackState& state = session_.playback.value();
  const auto& authored = advice.value().authored;
  return authored && *authored != std::pair(state.start, state.end);
}

std::string RangeDoctor::useSamples() {
  const auto& samples = advice.value().samples;
  if (!samples) return "No attribute of this scene has several samples outside of clips.";
  session_.transport().setRange(*samples, PlaybackState::RangeSource::Chosen);
  return {};
}

std::string RangeDoctor::useAuthored() {
  const auto& authored = advice.value().authored;
  if (!authored) return "The scene has no authored range with frames to play.";
  session_.transport().setRange(*authored, PlaybackState::RangeSource::Authored);
  return {};
}

}  // namespace usdscope
