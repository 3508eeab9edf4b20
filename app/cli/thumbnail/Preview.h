// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/image/Image.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns the picture that a scene names for lists of assets, made smaller so that it fits into a
/// square of `size` pixels. Empty if there is none, or if it cannot be read.
/// (UsdMediaAssetPreviewsAPI: `previews:thumbnails:default:defaultImage` in the assetInfo of the
/// default prim.)
std::optional<Image> previewImage(const Stage& stage, int size);

/// Returns the path of the camera that a scene has for thumbnails; empty if there is none.
std::string previewCamera(const Stage& stage);

/// Returns the image reduced to fit into a square of `size` pixels, with the average of all pixels
/// that make a new one. An image that fits is returned as it is. Requires: 8 or 16 bits a channel.
Image reduced(const Image& image, int size);

}  // namespace usdscope
