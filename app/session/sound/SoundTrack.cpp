// SPDX-License-Identifier: Apache-2.0
#include "app/session/sound/SoundTrack.h"

#include <QSettings>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/session/Session.h"
#include "app/session/sound/FindSounds.h"
#include "app/session/sound/SoundOutput.h"

namespace usdscope {
namespace {

constexpr const char* kOnKey = "sound/on";
constexpr const char* kVolumeKey = "sound/volume";
constexpr std::size_t kWaveParts = 8192;
constexpr int kMomentMs = 300;
constexpr int kMostDrifts = 3;

double secondsOf(const PlaybackState& playback, double time) {
  return time / playback.timeCodesPerSecond;
}

// Whether sound fits the way in which the playhead moves.
bool isHearable(const PlaybackState& playback) {
  return playback.isPlaying && !playback.isReversed && playback.speed == 1.0 &&
         playback.pace == PlaybackPace::RealTime;
}

}  // namespace

SoundTrack::SoundTrack(Session& session)
    : session_(session), finding_(quiet_), choosing_(session.background()) {
  const QSettings settings;
  SoundState known;
  known.isOn = settings.value(kOnKey, true).toBool();
  known.volume = std::clamp(settings.value(kVolumeKey, QStringLiteral("1")).toDouble(), 0.0, 1.0);
  state.set(known);
  waiting_.setSingleShot(true);
  waiting_.setInterval(kMomentMs);
  connect(&waiting_, &QTimer::timeout, this, &SoundTrack::find);
  session_.document.observe(this, [this](const Document& document) {
    if (document.stage == stage_) return;
    stage_ = document.stage;
    if (std::exchange(scene_, document.file) != document.file || !stage_) {
      silence();
      plan_.reset();
      waveform.set(nullptr);
      change([](SoundState& next) {
        next.chosen.clear();
        next.count = 0;
        next.problem.clear();
      });
    }
    finding_.cancel();
    choosing_.cancel();
    if (stage_) {
      waiting_.start();
    } else {
      waiting_.stop();
    }
  });
  session_.playback.observe(this, [this](const PlaybackState& playback) {
    // The range of a scene may be known later than the scene.
    const bool isAnimated = playback.isAnimated();
    if (std::exchange(wasAnimated_, isAnimated) != isAnimated && isAnimated && stage_) {
      finding_.cancel();
      waiting_.start();
    }
    follow(playback);
  });
}

SoundTrack::~SoundTrack() = default;

void SoundTrack::change(const std::function<void(SoundState&)>& edit) {
  SoundState next = state.value();
  edit(next);
  state.set(std::move(next));
}

void SoundTrack::find() {
  const Document& document = session_.document.value();
  if (!document.isOpen()) return;
  finding_.start(work(document));
}

LatestTask::Work SoundTrack::work(const Document& document) {
  const PlaybackState& playback = session_.playback.value();
  const bool isKnown = document.range.end > document.range.start;
  const TimeCodeRange range =
      isKnown ? document.range : TimeCodeRange{.start = playback.start, .end = playback.end};
  return [this, stage = document.stage, range,
          chosen = state.value().chosen](const TaskRun& run) -> LatestTask::Show {
    auto plan = std::make_shared<const SoundPlan>(findSounds(*stage, range, chosen, run.stop));
    if (run.stop.stop_requested()) return {};
    run.post([this, plan] { take(plan, nullptr); });
    const double rate = stage->timeCodesPerSecond();
    if (plan->sounds.empty() || !(range.end > range.start)) return {};
    auto wave = std::make_shared<const Waveform>(
        makeWaveform(*plan, range.start / rate, range.end / rate, kWaveParts, run.stop));
    if (run.stop.stop_requested()) return {};
    return [this, plan, wave] { take(plan, wave); };
  };
}

void SoundTrack::take(const std::shared_ptr<const SoundPlan>& plan,
                      std::shared_ptr<const Waveform> wave) {
  const bool isSame = plan == plan_;
  plan_ = plan;
  if (wave || plan->sounds.empty()) waveform.set(std::move(wave));
  if (isSame) return;
  if (!plan->chosenProblem.empty()) session_.showNote(plan->chosenProblem);
  change([&](SoundState& next) {
    next.count = plan->sounds.size();
    next.problem = plan->problems.empty() ? std::string() : plan->problems.front();
    if (!plan->chosenProblem.empty()) next.chosen.clear();
  });
  silence();
  follow(session_.playback.value());
}

void SoundTrack::follow(const PlaybackState& playback) {
  const double last = std::exchange(lastTime_, playback.time);
  if (!plan_ || plan_->sounds.empty() || !state.value().isOn || !isHearable(playback)) {
    return silence();
  }
  const double seconds = secondsOf(playback, playback.time);
  if (!isPlaying_) return play(seconds);
  if (playback.time == last || !output_) return;
  // The end of a loop, or a click on the strip.
  const double frame = secondsOf(playback, playback.timeCodesPerFrame());
  if (playback.time < last) return play(seconds);
  const std::optional<double> heard = output_->heardSeconds();
  if (!heard) return;
  // The playhead stands at the begin of the frame that is shown.
  const double drift = *heard - (seconds + 0.5 * frame);
  driftCount_ = std::abs(drift) > frame ? driftCount_ + 1 : 0;
  if (driftCount_ >= kMostDrifts) play(seconds);
}

void SoundTrack::play(double seconds) {
  isPlaying_ = true;
  driftCount_ = 0;
  if (!output_) {
    output_ = std::make_unique<SoundOutput>([this](const std::string& problem) {
      QMetaObject::invokeMethod(
          this, [this, problem] { change([&](SoundState& next) { next.problem = problem; }); },
          Qt::QueuedConnection);
    });
  }
  output_->play(plan_, seconds, float(state.value().volume));
}

void SoundTrack::silence() {
  if (std::exchange(isPlaying_, false) && output_) output_->stop();
}

std::string SoundTrack::choose(const std::string& file) {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  std::string path = file;
  if (!file.empty()) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(file, error);
    if (!error) path = absolute.lexically_normal().string();
  }
  change([&](SoundState& next) { next.chosen = path; });
  waiting_.stop();
  finding_.cancel();
  choosing_.start(work(session_.document.value()));
  return {};
}

std::vector<std::string> SoundTrack::files() const {
  std::vector<std::string> files;
  if (!plan_) return files;
  for (const PlacedSound& sound : plan_->sounds) files.push_back(sound.file);
  return files;
}

void SoundTrack::setOn(bool isOn) {
  QSettings().setValue(kOnKey, isOn);
  change([&](SoundState& next) { next.isOn = isOn; });
  follow(session_.playback.value());
}

std::string SoundTrack::setVolume(double percent) {
  if (!(percent >= 0.0) || percent > 100.0) return "Expected a volume from 0 to 100.";
  QSettings().setValue(kVolumeKey, QString::number(percent / 100.0));
  change([&](SoundState& next) { next.volume = percent / 100.0; });
  if (output_) output_->setVolume(float(percent / 100.0));
  return {};
}

}  // namespace usdscope
