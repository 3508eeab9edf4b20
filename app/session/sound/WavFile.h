// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/FileBytes.h"

namespace usdscope {

struct WavResult;

/// The samples of a WAV file: PCM with 8, 16, 24 or 32 bits, or floating point with 32 or 64 bits,
/// of any rate and number of channels. They are decoded one by one where they are needed, from the
/// mapped file. Immutable and thread-safe.
class WavFile {
 public:
  /// Reads the head of a file.
  static WavResult read(FileBytes bytes);

  int rate() const { return rate_; }  ///< Frames in a second.
  int channelCount() const { return channels_; }
  std::size_t frameCount() const { return frameCount_; }
  double seconds() const { return double(frameCount_) / rate_; }

  /// A sample from -1 to 1; 0 outside of the file. A file of floating point numbers may have larger
  /// ones.
  float sample(std::size_t frame, int channel) const;

  struct Stereo {
    float left = 0.0f;
    float right = 0.0f;
  };
  /// A frame mixed down to two channels.
  Stereo frame(std::size_t frame) const;
  /// The sound at a time, between two frames.
  Stereo at(double seconds) const;

 private:
  enum class Format : std::uint8_t { Unsigned8, Signed16, Signed24, Signed32, Float32, Float64 };

  FileBytes bytes_;  ///< The samples alone.
  Format format_ = Format::Signed16;
  int rate_ = 1;
  int channels_ = 1;
  std::size_t sampleSize_ = 2;
  std::size_t frameSize_ = 2;
  std::size_t frameCount_ = 0;
};

struct WavResult {
  std::shared_ptr<const WavFile> wav;
  std::string problem;  ///< A sentence that says why there is none; else empty.
};

}  // namespace usdscope
