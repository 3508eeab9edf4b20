// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TextureStore.h"

#include "engine/base/Parallel.h"

namespace usdscope {

void TextureStore::setMaxSize(int maxSize) {
  const std::lock_guard lock(mutex_);
  maxSize_ = maxSize;
}

void TextureStore::prepare(std::span<const Material> materials, std::stop_token stop) {
  std::vector<TextureKey> missing;
  {
    const std::lock_guard lock(mutex_);
    for (const Material& material : materials) {
      for (const TextureUse* use :
           {&material.diffuseTexture, &material.opacityTexture, &material.emissiveTexture}) {
        if (use->file.empty()) continue;
        const auto [key, isNew] = known_.insert({use->file, use->isSrgb});
        if (isNew) missing.push_back(*key);
      }
    }
  }
  std::vector<std::shared_ptr<const TexturePixels>> read(missing.size());
  parallelFor(missing.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!stop.stop_requested()) read[i] = this->read(missing[i]);
    }
  });
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (read[i]) {
      ready_.try_emplace(missing[i], std::move(read[i]));
    } else {
      known_.erase(missing[i]);
    }
  }
}

std::shared_ptr<const TexturePixels> TextureStore::take(const TextureKey& key) {
  {
    const std::lock_guard lock(mutex_);
    known_.insert(key);
    if (auto found = ready_.extract(key)) return std::move(found.mapped());
  }
  return read(key);
}

std::shared_ptr<const TexturePixels> TextureStore::read(const TextureKey& key) const {
  int maxSize = 0;
  {
    const std::lock_guard lock(mutex_);
    maxSize = maxSize_;
  }
  const ImageResult result = loader_(key.file);
  if (result.image) {
    return std::make_shared<const TexturePixels>(
        makeTexturePixels(*result.image, key.isSrgb, maxSize));
  }
  auto failed = std::make_shared<TexturePixels>();
  failed->problem = result.problem;
  return failed;
}

}  // namespace usdscope
