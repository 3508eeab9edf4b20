// SPDX-License-Identifier: Apache-2.0
#include "app/capture/SequenceWriter.h"

#include <system_error>

#include "engine/image/WriteExr.h"
#include "engine/image/WritePng.h"

namespace usdscope {

std::string SequenceWriter::write(const Image& picture, double frame, const std::stop_token&) {
  const std::string name = fileOfFrame(output_, frame);
  if (output_.whyNotWritable) {
    if (std::string problem = output_.whyNotWritable(name); !problem.empty()) {
      return name + ": " + problem;
    }
  }
  std::string target = name;
  if (output_.arrival == FrameOutput::Arrival::AtEnd) {
    waiting_.emplace_back(name);
    target = waiting_.back().path().string();
  }
  std::string problem;
  if (output_.pixels.format == PictureFormat::Exr) {
    problem = writeExrFile(picture,
                           {.frame = frame,
                            .framesPerSecond = output_.framesPerSecond,
                            .sourceFile = output_.sourceFile,
                            .camera = output_.camera},
                           target);
  } else {
    problem = writePngFile(picture, target);
  }
  return problem.empty() ? problem : name + ": " + problem;
}

std::string SequenceWriter::finish(const std::stop_token&) {
  while (!waiting_.empty()) {
    UnfinishedFile picture = std::move(waiting_.back());
    waiting_.pop_back();
    if (const std::error_code error = picture.commit()) {
      return picture.target().string() + ": The file cannot be written: " + error.message() + ".";
    }
  }
  return {};
}

}  // namespace usdscope
