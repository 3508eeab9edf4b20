// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameWriter.h"

#include "app/capture/FrameRange.h"
#include "app/capture/MovieWriter.h"
#include "app/capture/SequenceWriter.h"

namespace usdscope {

std::string fileOfFrame(const FrameOutput& output, double frame) {
  return output.isPattern ? frameFileName(output.file, frame) : output.file;
}

std::unique_ptr<FrameWriter> makeFrameWriter(const FrameOutput& output, std::string& problem) {
  if (output.pixels.format != PictureFormat::Mp4) return std::make_unique<SequenceWriter>(output);
  MovieEncoder encoder;
  encoder.program = findProgram("ffmpeg");
  if (encoder.program.empty()) {
    problem = std::string(kNoFfmpeg);
    return nullptr;
  }
  return std::make_unique<MovieWriter>(output, std::move(encoder));
}

}  // namespace usdscope
