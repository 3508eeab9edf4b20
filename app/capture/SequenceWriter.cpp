// SPDX-License-Identifier: Apache-2.0
#include "app/capture/SequenceWriter.h"

#include <filesystem>
#include <system_error>

#include "app/capture/FrameRange.h"
#include "engine/image/WriteExr.h"
#include "engine/image/WritePng.h"

namespace usdscope {
namespace {

constexpr const char* kWaiting = ".frame";

}  // namespace

SequenceWriter::~SequenceWriter() {
  std::error_code ignored;
  for (const std::string& name : waiting_) std::filesystem::remove(name + kWaiting, ignored);
}

std::string SequenceWriter::write(const Image& picture, double frame, const std::stop_token&) {
  const std::string name = frameFileName(output_.file, frame);
  std::string target = name;
  if (output_.arrival == FrameOutput::Arrival::AtEnd) {
    target += kWaiting;
    waiting_.push_back(name);
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
    const std::string& name = waiting_.back();
    std::error_code error;
    std::filesystem::rename(name + kWaiting, name, error);
    if (error) return name + ": The file cannot be written: " + error.message() + ".";
    waiting_.pop_back();
  }
  return {};
}

}  // namespace usdscope
