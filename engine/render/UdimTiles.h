// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/image/ReadImage.h"
#include "engine/render/TexturePixels.h"

namespace usdscope {

/// Whether a file name stands for UDIM tiles, that is, contains `<UDIM>`.
bool isUdim(const std::string& file);

/// The names of all possible tiles, 1001 to 1100: ten per row, rows upwards. For a name without
/// `<UDIM>`, the name itself.
std::vector<std::string> udimTileFiles(const std::string& file);

/// Joins the existing tiles of a file into one texture, side by side. All tiles get the size of the
/// largest one, or less so that the whole fits `maxSize`. `tiles` of the result states the covered
/// columns and rows; missing tiles are black. Pixels have 8 bits per channel, clamped to [0, 1].
TexturePixels readUdimTiles(const std::string& file, const ImageLoader& load,
                            TextureColorSpace colorSpace, int maxSize);

}  // namespace usdscope
