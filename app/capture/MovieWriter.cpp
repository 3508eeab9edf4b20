// SPDX-License-Identifier: Apache-2.0
#include "app/capture/MovieWriter.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace usdscope {

MovieWriter::MovieWriter(FrameOutput output, MovieEncoder encoder)
    : output_(std::move(output)),
      encoder_(std::move(encoder)),
      ffmpeg_("ffmpeg", encoder_.patience) {}

// The file is removed after its writer has ended.
MovieWriter::~MovieWriter() { ffmpeg_.kill(); }

std::string MovieWriter::start(int width, int height) {
  if (output_.whyNotWritable) {
    if (std::string problem = output_.whyNotWritable(output_.file); !problem.empty()) {
      return problem;
    }
  }
  width_ = width;
  height_ = height;
  const double fps = output_.framesPerSecond;
  const double rate = std::isfinite(fps) && fps > 0.0 ? fps : 24.0;
  // An absolute path is neither an option nor a protocol.
  std::error_code error;
  unfinished_ = UnfinishedFile(std::filesystem::absolute(output_.file, error));
  return ffmpeg_.start({encoder_.program,
                        "-hide_banner",
                        "-loglevel",
                        "error",
                        "-y",
                        "-f",
                        "rawvideo",
                        "-pix_fmt",
                        "rgb24",
                        "-s",
                        fmt::format("{}x{}", width, height),
                        "-framerate",
                        fmt::format("{}", rate),
                        "-i",
                        "pipe:0",
                        "-an",
                        "-vf",
                        "scale=out_color_matrix=bt709:out_range=tv",
                        "-c:v",
                        "libx264",
                        "-crf",
                        "17",
                        "-pix_fmt",
                        "yuv420p",
                        "-colorspace",
                        "bt709",
                        "-color_primaries",
                        "bt709",
                        "-color_trc",
                        "iec61966-2-1",
                        "-movflags",
                        "+faststart",
                        "-f",
                        "mp4",
                        "file:" + unfinished_.path().string()});
}

std::string MovieWriter::failed(const std::string& problem) {
  ffmpeg_.kill();
  unfinished_.remove();
  return output_.file + ": " + problem;
}

std::string MovieWriter::write(const Image& picture, double, const std::stop_token& stop) {
  if (width_ == 0) {
    if (picture.width % 2 != 0 || picture.height % 2 != 0) {
      return output_.file + ": Movies need an even width and height.";
    }
    const std::string problem = start(picture.width, picture.height);
    if (!problem.empty()) return failed(problem);
  }
  if (picture.width != width_ || picture.height != height_) {
    return failed("A frame of the movie has another size than the first one.");
  }
  const std::string problem = ffmpeg_.write(picture.pixels, stop);
  return problem.empty() ? problem : failed(problem);
}

std::string MovieWriter::finish(const std::stop_token& stop) {
  if (width_ == 0) return output_.file + ": A movie needs at least one frame.";
  const std::string problem = ffmpeg_.finish(stop);
  if (!problem.empty()) return failed(problem);
  if (const std::error_code error = unfinished_.commit()) {
    return failed("The file cannot be written: " + error.message() + ".");
  }
  return {};
}

}  // namespace usdscope
