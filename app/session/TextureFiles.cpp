// SPDX-License-Identifier: Apache-2.0
#include "app/session/TextureFiles.h"

#include "engine/asset/DefaultResolver.h"
#include "engine/image/ReadImage.h"

namespace usdscope {

std::shared_ptr<TextureStore> makeTextureStore() {
  // Textures are named by resolved identifiers: no search is needed to open them.
  return std::make_shared<TextureStore>(imagesOf(std::make_shared<DefaultResolver>()));
}

}  // namespace usdscope
