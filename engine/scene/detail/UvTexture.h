// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/scene/Scene.h"
#include "engine/scene/detail/ShadeNetwork.h"

namespace usdscope {

/// Reads a UsdUVTexture of which an output, such as `outputs:rgb`, drives an input.
TextureUse readUvTexture(const Prim& shader, Token output, TimeCode time);

/// Returns the file of a texture's input: the resolved path, or the authored one if there is no
/// such file. In names with `<UDIM>`, the mark stays. Empty if the input names no file.
std::string textureFile(const ShadeSource& source, TimeCode time);

}  // namespace usdscope
