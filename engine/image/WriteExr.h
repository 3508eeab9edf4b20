// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/image/Image.h"

namespace usdscope {

/// Facts about a picture that stand in the header of its EXR file.
struct ExrAttributes {
  std::optional<double> frame;   ///< `frame`.
  double framesPerSecond = 0.0;  ///< `framesPerSecond`; not written unless positive.
  std::string sourceFile;        ///< `sourceFile`; not written if empty.
  std::string camera;            ///< `camera`; not written if empty.
};

/// Returns the bytes of an EXR file with half floats, compressed without loss. The image has linear
/// colours that are multiplied by its alpha. Empty when the image does not have 4 channels of
/// floats, or when the library fails.
std::optional<std::vector<std::byte>> encodeExr(const Image& image,
                                                const ExrAttributes& attributes = {});

/// Writes an EXR file, completely or not at all. Returns a sentence that says why it failed; empty
/// on success.
std::string writeExrFile(const Image& image, const ExrAttributes& attributes,
                         const std::string& path);

}  // namespace usdscope
