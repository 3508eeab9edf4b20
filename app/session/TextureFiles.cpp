// SPDX-License-Identifier: Apache-2.0
#include "app/session/TextureFiles.h"

#include "engine/asset/DefaultResolver.h"
#include "engine/image/ReadImage.h"

namespace usdscope {

std::shared_ptr<TextureStore> makeTextureStore() {
  // Textures are named by resolved identifiers: no search is needed to open them.
  const auto resolver = std::make_shared<const DefaultResolver>();
  return std::make_shared<TextureStore>(
      [resolver](const std::string& identifier) { return readImageFile(*resolver, identifier); });
}

}  // namespace usdscope
