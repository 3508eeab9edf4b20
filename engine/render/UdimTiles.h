// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/image/ReadImage.h"
#include "engine/render/TexturePixels.h"

namespace usdscope {

/// Whether a file's name stands for tiles: it has `<UDIM>` in it.
bool isUdim(const std::string& file);

/// The names of all tiles that may be there, 1001 to 1100: ten to a row, rows upwards. Of other
/// files the name itself.
std::vector<std::string> udimTileFiles(const std::string& file);

/// Puts the tiles that are there into one texture, side by side, each as large as the largest of
/// them or as `maxSize` of the whole allows; `tiles` says which those are. Squares without a tile
/// are black. 8 bits a channel; other pixels are cut to [0, 1].
TexturePixels readUdimTiles(const std::string& file, const ImageLoader& load,
                            TextureColorSpace colorSpace, int maxSize);

}  // namespace usdscope
