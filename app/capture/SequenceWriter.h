// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "app/capture/FrameWriter.h"
#include "engine/base/UnfinishedFile.h"

namespace usdscope {

/// Writes one PNG or EXR file for each picture.
class SequenceWriter : public FrameWriter {
 public:
  explicit SequenceWriter(FrameOutput output) : output_(std::move(output)) {}

  std::string write(const Image& picture, double frame, const std::stop_token& stop) override;
  std::string finish(const std::stop_token& stop) override;

 private:
  FrameOutput output_;
  std::vector<UnfinishedFile> waiting_;  ///< The files that still have another name.
};

}  // namespace usdscope
