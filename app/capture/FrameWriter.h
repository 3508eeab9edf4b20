// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "app/capture/FramePixels.h"

namespace usdscope {

/// The files that a job writes.
struct FrameOutput {
  /// When files get their names.
  enum class Arrival : std::uint8_t {
    EachFrame,  ///< Each file when it is complete.
    AtEnd       ///< All together at the end. A job that is cancelled leaves no files.
  };

  /// The file, or for a sequence the pattern of its names: see frameFileName().
  std::string file;
  bool isPattern = true;  ///< Whether # in the name stands for digits of the frame.
  PixelChoice pixels;
  Arrival arrival = Arrival::EachFrame;
  double framesPerSecond = 24.0;
  std::string sourceFile;  ///< The scene, for EXR files.
  std::string camera;      ///< The camera, for EXR files; may be empty.
  /// Returns a sentence when a file must not be written; else empty. Asked before each file, on the
  /// thread of the writer. Optional.
  std::function<std::string(const std::string& file)> whyNotWritable = nullptr;
};

/// Returns the name of the file of one frame.
std::string fileOfFrame(const FrameOutput& output, double frame);

/// Takes the pictures of a job in their order. All pictures have the same size. One thread at a
/// time.
///
/// The functions return a sentence that says why they failed; empty on success. After a failure,
/// and when it ends before finish() has succeeded, the writer removes its incomplete files.
class FrameWriter {
 public:
  virtual ~FrameWriter() = default;
  FrameWriter() = default;
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  /// Takes a picture as finishedPicture() makes it. When stopped it fails soon.
  virtual std::string write(const Image& picture, double frame, const std::stop_token& stop) = 0;
  /// Completes all files.
  virtual std::string finish(const std::stop_token& stop) = 0;
};

/// Returns a writer for the format of `output`. Null, with a sentence in `problem`, when movies
/// cannot be made here.
std::unique_ptr<FrameWriter> makeFrameWriter(const FrameOutput& output, std::string& problem);

}  // namespace usdscope
