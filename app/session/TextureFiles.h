// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/render/TextureStore.h"

namespace usdscope {

/// Makes a store that reads textures from files and from entries of packages.
std::shared_ptr<TextureStore> makeTextureStore();

}  // namespace usdscope
