// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/image/Image.h"

namespace usdscope {

/// Reads the RGBA channels of an EXR file as halfs; luminance and chroma are converted.
ImageResult readExr(std::span<const std::byte> bytes);

}  // namespace usdscope
