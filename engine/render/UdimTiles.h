// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/image/ReadImage.h"
#include "engine/render/TexturePixels.h"

namespace usdscope {

/// Whether a file name contains `<UDIM>`, the placeholder for the number of a tile.
bool isUdim(const std::string& file);

/// Returns the names of all possible tiles, 1001 to 1100: ten per row, beginning with the bottom
/// row. For a name without `<UDIM>`, returns the name itself.
std::vector<std::string> udimTileFiles(const std::string& file);

/// Joins the existing tiles of a file into one texture, side by side. All tiles get the size of the
/// largest one, or less if the texture would exceed `maxSize`. TexturePixels::tiles has the columns
/// and rows that the texture covers; missing tiles are black. Pixels have 8 bits per channel,
/// clamped to [0, 1]. Tiles that have very many pixels together are not all read: beyond
/// `allowedPixels` and some for each tile the rest stays black, and the problem says so.
TexturePixels readUdimTiles(const std::string& file, const ImageLoader& load,
                            TextureColorSpace colorSpace, int maxSize,
                            std::size_t allowedPixels = std::size_t{1} << 30);

}  // namespace usdscope
