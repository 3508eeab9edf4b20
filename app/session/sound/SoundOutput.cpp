// SPDX-License-Identifier: Apache-2.0
#include "app/session/sound/SoundOutput.h"

#include <QAudioDevice>
#include <QAudioSink>
#include <QIODevice>
#include <QMediaDevices>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace usdscope {
namespace {

constexpr int kRate = 48000;
constexpr double kBufferSeconds = 0.15;
constexpr int kWatchMs = 20;

/// Mixes the sounds for the device, as fast as it takes them.
class Stream final : public QIODevice {
 public:
  Stream(std::shared_ptr<const SoundPlan> plan, double seconds, const QAudioFormat& format,
         const std::atomic<float>& volume)
      : plan_(std::move(plan)), seconds_(seconds), format_(format), volume_(volume) {
    open(QIODevice::ReadOnly);
  }

  bool isSequential() const override { return true; }
  qint64 bytesAvailable() const override {
    return std::numeric_limits<int>::max() + QIODevice::bytesAvailable();
  }
  /// The stage time behind the last frame that the device took.
  double takenSeconds() const { return seconds_ + double(frames_) / format_.sampleRate(); }

 protected:
  qint64 readData(char* data, qint64 most) override {
    const int frameSize = format_.bytesPerFrame();
    const auto count = std::size_t(most / frameSize);
    stereo_.resize(2 * count);
    mixSounds(*plan_, takenSeconds(), format_.sampleRate(), volume_.load(), stereo_);
    const int channels = format_.channelCount();
    char* at = data;
    for (std::size_t i = 0; i < count; ++i) {
      for (int channel = 0; channel < channels; ++channel) {
        // Further channels are silent.
        float sample = channel < 2 ? stereo_[2 * i + std::size_t(channel)] : 0.0f;
        if (channels == 1) sample = 0.5f * (stereo_[2 * i] + stereo_[2 * i + 1]);
        at = put(at, sample);
      }
    }
    frames_ += std::int64_t(count);
    return qint64(count) * frameSize;
  }
  qint64 writeData(const char*, qint64) override { return -1; }

 private:
  template <typename T>
  static char* putNumber(char* at, T number) {
    std::memcpy(at, &number, sizeof(T));
    return at + sizeof(T);
  }
  char* put(char* at, float sample) const {
    switch (format_.sampleFormat()) {
      case QAudioFormat::UInt8:
        return putNumber(at, std::uint8_t(std::lround(128.0f + sample * 127.0f)));
      case QAudioFormat::Int16:
        return putNumber(at, std::int16_t(std::lround(sample * 32767.0f)));
      case QAudioFormat::Int32:
        return putNumber(at, std::int32_t(std::llround(double(sample) * 2147483647.0)));
      default:
        return putNumber(at, sample);
    }
  }

  std::shared_ptr<const SoundPlan> plan_;
  double seconds_;
  QAudioFormat format_;
  const std::atomic<float>& volume_;
  std::int64_t frames_ = 0;
  std::vector<float> stereo_;
};

}  // namespace

/// Lives on the thread of the output.
class SoundOutput::Worker : public QObject {
 public:
  explicit Worker(OnProblem onProblem) : onProblem_(std::move(onProblem)) {}

  void play(std::shared_ptr<const SoundPlan> plan, double seconds) {
    end();
    if (!findDevice()) return;
    stream_ = std::make_unique<Stream>(std::move(plan), seconds, format_, volume);
    sink_ = std::make_unique<QAudioSink>(device_, format_);
    sink_->setBufferSize(format_.bytesForDuration(qint64(kBufferSeconds * 1e6)));
    sink_->start(stream_.get());
    if (sink_->error() != QAudio::NoError) {
      end();
      tell("The sound device cannot be used, so the scene plays without sound.");
      return;
    }
    timer_ = startTimer(kWatchMs, Qt::PreciseTimer);
  }

  void end() {
    if (timer_ != 0) killTimer(std::exchange(timer_, 0));
    if (sink_) sink_->reset();
    sink_.reset();
    stream_.reset();
    heard.store(std::numeric_limits<double>::quiet_NaN());
  }

  std::atomic<float> volume{1.0f};
  std::atomic<double> heard{std::numeric_limits<double>::quiet_NaN()};

 protected:
  void timerEvent(QTimerEvent*) override {
    // The device plays what it has taken with a delay: what is in its buffer is not heard yet.
    const double waiting = double(sink_->bufferSize() - sink_->bytesFree()) /
                           (double(format_.bytesPerFrame()) * format_.sampleRate());
    heard.store(stream_->takenSeconds() - std::max(waiting, 0.0));
  }

 private:
  bool findDevice() {
    if (!device_.isNull()) return true;
    device_ = QMediaDevices::defaultAudioOutput();
    if (device_.isNull()) {
      tell("There is no sound device, so the scene plays without sound.");
      return false;
    }
    format_.setSampleRate(kRate);
    format_.setChannelCount(2);
    format_.setSampleFormat(QAudioFormat::Float);
    if (!device_.isFormatSupported(format_)) format_ = device_.preferredFormat();
    return true;
  }

  void tell(const std::string& problem) {
    if (!std::exchange(isTold_, true)) onProblem_(problem);
  }

  OnProblem onProblem_;
  QAudioDevice device_;
  QAudioFormat format_;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<QAudioSink> sink_;
  int timer_ = 0;
  bool isTold_ = false;
};

class SoundOutput::Thread {
 public:
  explicit Thread(OnProblem onProblem) : worker(new Worker(std::move(onProblem))) {
    worker->moveToThread(&thread_);
    thread_.start();
  }
  ~Thread() {
    QMetaObject::invokeMethod(worker, [this] {
      worker->end();
      worker->deleteLater();
      thread_.quit();
    });
    thread_.wait();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  Worker* worker;  ///< Deleted on its thread.

 private:
  QThread thread_;
};

SoundOutput::SoundOutput(OnProblem onProblem)
    : thread_(std::make_unique<Thread>(std::move(onProblem))) {}

SoundOutput::~SoundOutput() = default;

void SoundOutput::play(std::shared_ptr<const SoundPlan> plan, double seconds, float volume) {
  Worker* worker = thread_->worker;
  worker->volume.store(volume);
  QMetaObject::invokeMethod(
      worker, [worker, plan = std::move(plan), seconds] { worker->play(plan, seconds); });
}

void SoundOutput::setVolume(float volume) { thread_->worker->volume.store(volume); }

void SoundOutput::stop() {
  Worker* worker = thread_->worker;
  worker->heard.store(std::numeric_limits<double>::quiet_NaN());
  QMetaObject::invokeMethod(worker, [worker] { worker->end(); });
}

std::optional<double> SoundOutput::heardSeconds() const {
  const double heard = thread_->worker->heard.load();
  return std::isnan(heard) ? std::nullopt : std::optional(heard);
}

}  // namespace usdscope
