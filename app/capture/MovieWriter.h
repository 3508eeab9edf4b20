// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string_view>

#include "app/capture/FedProgram.h"
#include "app/capture/FrameWriter.h"
#include "engine/base/UnfinishedFile.h"

namespace usdscope {

inline constexpr std::string_view kNoFfmpeg =
    "Movies need the program ffmpeg, which is not in PATH. Install the package ffmpeg, or write "
    "PNG or EXR files.";

/// The program that encodes movies.
struct MovieEncoder {
  std::string program;  ///< The path of ffmpeg.
  FeedPatience patience;
};

/// Writes an MP4 file with H.264 by feeding ffmpeg with pixels. Requires even sizes.
class MovieWriter : public FrameWriter {
 public:
  MovieWriter(FrameOutput output, MovieEncoder encoder);
  ~MovieWriter() override;

  std::string write(const Image& picture, double frame, const std::stop_token& stop) override;
  std::string finish(const std::stop_token& stop) override;

 private:
  std::string start(int width, int height);
  std::string failed(const std::string& problem);

  FrameOutput output_;
  MovieEncoder encoder_;
  UnfinishedFile unfinished_;  ///< The file that ffmpeg writes, if it has begun.
  FedProgram ffmpeg_;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace usdscope
