// SPDX-License-Identifier: Apache-2.0
#include "app/session/TextureFiles.h"

#include "engine/asset/DefaultResolver.h"
#include "engine/image/ReadImage.h"

namespace usdscope {

std::shared_ptr<TextureStore> makeTextureStore() {
  // Textures have resolved identifiers, so opening them needs no search.
  return std::make_shared<TextureStore>(imagesOf(std::make_shared<DefaultResolver>()));
}

}  // namespace usdscope
